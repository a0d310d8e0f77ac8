"""Scene files: JSON with comments, read, printed, and as pages with their pictures."""
import html
import json
import os
import re

import markdown
from page import Page, relative

COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def parse(text):
    """A scene as talweg reads it: comments are skipped, also commas before a closing bracket."""
    bare = COMMENT_OR_STRING.sub(lambda found: found.group() if found.group()[0] == '"' else " ", text)
    return json.loads(re.sub(r",(\s*[\]}])", r"\1", bare))


def dump(value, width=100, indent=0):
    """JSON as people write it: what fits is on one line, the rest is broken at its outermost brackets."""
    line = _line(value)
    if len(line) + indent <= width or not isinstance(value, (dict, list)):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {dump(part, width, indent + 2)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + dump(part, width, indent + 2) for part in value) + "\n" + " " * indent + "]"


def _line(value):
    if isinstance(value, dict):
        parts = ", ".join(f"{json.dumps(key)}: {_line(part)}" for key, part in value.items())
        return f"{{ {parts} }}" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(_line(part) for part in value) + "]"
    return number(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def number(value):
    """The shortest way to write a number: 1e5 rather than 100000.0."""
    plain, short = (re.sub(r"e([+-])0*", lambda found: "e" + found.group(1).strip("+"), f"{value:{form}}")
                    for form in (".12g", ".11e"))
    short = re.sub(r"\.?0*e", "e", short)
    return short if len(short) < len(plain) - 1 else plain


def add_page(repository, file, url):
    """The page of a scene: its picture, what it says of itself, and its text."""
    text = repository.read(file)
    scene = parse(text)
    name = os.path.basename(file).removesuffix(".json")
    copy = url.removesuffix(".html")
    repository.copies[copy] = file
    title = html.escape(scene.get("title") or name)
    body = markdown.heading(1, title, "scene") + f"<p>{html.escape(scene.get('description', ''))}</p>\n"
    picture = f"docs/gallery/{name}.png"
    if os.path.exists(repository.path(picture)):
        address = relative(repository.place(picture), url)
        body += f'<p class="picture"><img src="{address}" alt="{title}" width="480" height="270"></p>\n'
    body += markdown.code(f"./run run {file}\n./run view {file}", "bash")
    body += (f'<p class="path"><code>{file}</code> · <a href="{relative(copy, url)}">plain text</a> · '
             f'<a href="{relative("reference/scene.html", url)}">what the keys mean</a></p>\n')
    body += "<div data-unsearched>" + markdown.code(text, "json") + "</div>\n"
    repository.add(Page(url, title, body, file, "source"))
