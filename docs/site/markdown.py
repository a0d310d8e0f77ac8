"""Markdown to HTML: CommonMark with tables (markdown-it), code in colours (Pygments), formulas, anchors like GitHub."""
import html
import re

import markdown_it
import markdown_it.token
import pygments
import pygments.formatters
import pygments.lexers

import formula

NAMES = {"jsonc": "json", "sh": "bash", "shell": "bash", "": "text"}
COMMANDS = re.compile(r"\s*(\./|scripts/|build/|~/|PYTHON|(talweg|cmake|ninja|git|cd|npm|ctest|apt-get|python3?) )")
FORMATTER = pygments.formatters.HtmlFormatter(nowrap=True)


def code(text, language):
    """A block of code, coloured by its language; "formula" and "text" are shown as they are."""
    name = NAMES.get(language, language)
    if name in ("formula", "text"):
        inner = html.escape(text, quote=False)
    else:
        try:
            lexer = pygments.lexers.get_lexer_by_name(name, stripnl=False)
        except pygments.util.ClassNotFound:
            lexer = pygments.lexers.get_lexer_by_name("text")
        inner = pygments.highlight(text, lexer, FORMATTER)
    inner = inner.rstrip("\n")
    return f'<pre class="code {html.escape(name)}" tabindex="0"><code>{inner}</code></pre>\n'


def slug(text, taken):
    """The anchor of a heading: small letters, spaces as dashes, no punctuation; a number when it is taken."""
    base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    anchor, count = base, 0
    while anchor in taken:
        count += 1
        anchor = f"{base}-{count}"
    taken.add(anchor)
    return anchor


def heading(level, content, anchor):
    return f'<h{level} id="{html.escape(anchor)}">{content}{_mark(f"h{level}", anchor)}</h{level}>\n'


def _mark(tag, anchor):
    """The sign behind a heading that links to it; a page's own heading needs none."""
    address = html.escape(anchor)
    return "" if tag == "h1" else \
        f'<a class="anchor" data-unsearched href="#{address}" aria-label="Link to this section">#</a>'


def render(text, resolve, explain=lambda name: None):
    """HTML of a page and of its first heading.

    `resolve(address)` gives the address on the site, `explain(name)` that of what a name in code means, which is linked
    where it stands first.
    """
    parser = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    taken, title, explained = set(), "", set()
    for i, token in enumerate(tokens):
        if token.type == "inline":
            for part in token.children:
                for name in ("href", "src"):
                    if part.attrGet(name) is not None:
                        part.attrSet(name, resolve(part.attrGet(name)))
            if tokens[i - 1].type != "heading_open":
                token.children = _explained(token.children, explain, explained)
        if token.type == "heading_open":
            words = "".join(part.content for part in tokens[i + 1].children if part.type in ("text", "code_inline"))
            token.attrSet("id", slug(words, taken))
            if token.tag == "h1" and not title:
                title = parser.renderer.render(tokens[i + 1:i + 2], parser.options, {})
    parser.add_render_rule("fence", lambda self, tokens, i, *_: code(tokens[i].content, tokens[i].info.strip()))
    parser.add_render_rule("code_block", lambda self, tokens, i, *_: _plain_block(tokens[i].content))
    parser.add_render_rule("table_open", lambda *_: '<div class="table" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    parser.add_render_rule("heading_close", _close_heading)
    return parser.renderer.render(tokens, parser.options, {}), title


def _explained(parts, explain, explained):
    """The parts of a paragraph with links around names that have an explanation, but not within links."""
    result, within = [], 0
    for part in parts:
        within += (part.type == "link_open") - (part.type == "link_close")
        address = explain(part.content) if part.type == "code_inline" and not within else None
        if address and part.content not in explained:
            explained.add(part.content)
            opening = markdown_it.token.Token("link_open", "a", 1, attrs={"href": address})
            result += [opening, part, markdown_it.token.Token("link_close", "a", -1)]
        else:
            result.append(part)
    return result


def _plain_block(text):
    if COMMANDS.match(text):
        return code(text, "bash")
    try:
        if formula.is_formula(text):
            return f'<div class="formula" tabindex="0">{formula.mathml(text)}</div>\n'
    except formula.Unknown:
        pass  # it is shown as it is written
    return code(text, "formula")


def _close_heading(self, tokens, i, *_):
    tag = tokens[i].tag
    return f"{_mark(tag, tokens[i - 2].attrGet('id'))}</{tag}>\n"
