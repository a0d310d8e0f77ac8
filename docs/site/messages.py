"""Every message of the program, collected from the sources: what is put into an Error, a finding or an advice.

What a message says of the case at hand – names, numbers – stands as "…".
"""
import html
import os
import re

import markdown
from page import Page

STRING = r'"(?:\\.|[^"\\\n])*"'
# Where messages begin: an argument list, the parts of a finding, what a text is set to, what a function returns.
CALLS = r"\b(?:Error|fail|fail_at|report|note|object|send|print|problems\.push_back)\("
BEGINNINGS = re.compile(rf"{CALLS}|\badd(?:_edges|_close_pairs|(?=\(Weight))\(|\{{Weight::|\.advice =|\bmessage \+?=|"
                        r"\bwanted =|\breturn (?=fmt::format|\"[a-z; ]{9}|\{nullptr)")
FILLED = {"{{": "{", "}}": "}"}  # as fmt writes braces
AREAS = [
    ("Scene files", ("src/talweg/scene/", "src/talweg/math/", "src/talweg/model/")),
    ("Mesh files and caches", ("src/talweg/geometry/read", "src/talweg/geometry/point_cache")),
    ("Meshes, shapes and starts", ("src/talweg/geometry/", "src/talweg/energies/")),
    ("Steps and solvers", ("src/talweg/step/", "src/talweg/solve/", "src/talweg/assembly/", "src/talweg/state/",
                           "src/talweg/contact/", "src/talweg/projections/")),
    ("Runs and results", ("src/talweg/format/", "src/talweg/record/", "src/talweg/export/", "src/talweg/render/",
                          "src/talweg/report/", "src/talweg/run/", "src/talweg/verify/", "src/talweg/sweep/",
                          "src/talweg/compare/")),
    ("Viewer", ("src/talweg/serve/",)),
    ("Command line", ("apps/",)),
    ("Python", ("python/",)),
]
TEXT = """Everything talweg may say, as it stands in the sources; … is what depends on your case. Messages say what to
do themselves; those that need more words have them in [troubleshooting](../troubleshooting.html). The search above
finds a message that is pasted into it."""


def page(repository):
    found = collect(repository.root)
    body = markdown.heading(1, "All messages", "all-messages") + markdown.render(TEXT, lambda address: address)[0]
    taken, entries = set(), _entries(repository)
    for area, _ in AREAS:
        body += markdown.heading(2, area, markdown.slug(area, taken)) + '<div class="messages">\n'
        for message in sorted(found.get(area, []), key=str.lower):
            anchor = markdown.slug(message[:70], taken)
            body += f'<h4 id="{anchor}"><a href="#{anchor}">{html.escape(message, quote=False)}</a></h4>\n'
            entry = next((place for pieces, place in entries if all(piece in message for piece in pieces)), None)
            body += f'<p><a href="../troubleshooting.html#{entry}">Cause and remedy</a></p>\n' if entry else ""
        body += "</div>\n"
    return Page("reference/messages.html", "All messages", body, kind="reference")


def _entries(repository):
    """What troubleshooting has: the pieces of each message it explains, and where; the longest first."""
    taken, found = set(), []
    for heading in re.findall(r"^##+ (.*)$", repository.read("docs/troubleshooting.md"), re.MULTILINE):
        anchor = markdown.slug(heading.replace("`", ""), taken)
        if heading.startswith("`"):
            found.append(([piece.strip() for piece in heading.strip("`").rstrip(":").split("…")], anchor))
    return sorted(found, key=lambda entry: -sum(map(len, entry[0])))


def collect(root):
    """Messages by area."""
    found = {}
    for area, beginnings in AREAS:
        for file in _sources(root):
            if file.startswith(beginnings) and not any(file in files for files in found.values()):
                found.setdefault(area, {})[file] = _messages(os.path.join(root, file))
    return {area: {message for messages in files.values() for message in messages} for area, files in found.items()}


def _sources(root):
    for folder in ("src/talweg", "apps", "python"):
        for place, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith((".cpp", ".hpp")):
                    yield os.path.relpath(os.path.join(place, name), root)


def _messages(file):
    with open(file, encoding="utf-8") as stream:
        text = re.sub(rf"({STRING})|//[^\n]*", lambda found: found.group(1) or "", stream.read())
    for beginning in BEGINNINGS.finditer(text):
        message = _template(_extent(text, beginning.end(), beginning.group()))
        least = 4 if beginning.group().startswith("return") else 3
        if len(re.findall(r"[a-zA-Z]{2,}", message)) >= least and not message.startswith("<"):
            yield message


def _extent(text, start, beginning):
    """From where a message begins to the bracket, or the semicolon, that ends it."""
    closing = ")" if beginning.endswith("(") else "}" if beginning.startswith("{") else ";"
    depth = 0
    for token in re.finditer(rf"{STRING}|'(?:\\.|[^'])'|[(){{}};]", text[start:]):
        sign = token.group()
        if depth == 0 and sign == closing:
            return text[start:start + token.start()]
        depth += (sign in "({") - (sign in ")}")
    return ""


def _template(code):
    """The literals of an expression; what is computed between and around them becomes "…"."""
    parts, end = [], 0
    for literal in re.finditer(rf"{STRING}(?:\s*{STRING})*", code):
        between = re.sub(r"\bfmt::format\(|\bstd::string\(", "", code[end:literal.start()]).strip()
        if between.endswith("[") or re.search(r"\b(?:value|at|contains|find)\($", between):
            continue  # the name of a key, not words
        if parts and between.endswith((",", ":")):
            parts.append(" / " if between.endswith(":") else " – ")
        elif re.search(r"\w", between):
            parts.append("…")
        words = "".join(part[1:-1] for part in re.findall(STRING, literal.group()))
        words = words.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
        words = re.sub(r"\{\{|\}\}|\{[^}]*\}", lambda found: FILLED.get(found.group(), "…"), words)
        parts.append(words)
        end = literal.end()
    message = re.sub(r"\s+", " ", "".join(parts))
    message = re.sub(r"…(\s*…)+", "…", message)
    return message.strip(" …:;,.–")
