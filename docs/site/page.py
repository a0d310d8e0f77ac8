"""A page of the site: where it comes from, where it goes, and what is in it."""
import dataclasses
import functools
import html.parser
import os
import re

VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclasses.dataclass
class Page:
    url: str                # below the site's root, "energies/spring.html"
    title: str              # HTML of its heading
    body: str               # HTML, the heading included
    source: str = ""        # the file it shows, relative to the repository; "" for pages made from the program
    kind: str = "text"      # a class of the page's main element
    short: str = ""         # its name in the navigation, where the title is too long; HTML

    @property
    def label(self):
        return self.short or short_title(self.title)

    @property
    def plain_title(self):
        return plain(self.title)

    def sections(self):
        """The parts between headings that have an anchor: (level, anchor, HTML of the heading, text below it)."""
        return _sections(self.body)


def short_title(title):
    """"`spring`: a spring without a square root" is "spring" in the navigation."""
    head = title.split(":")[0]
    if head.startswith("<code>"):
        return head
    if found := re.fullmatch(r"[^:]+: <code>talweg (\w+).*</code>", title):
        return found.group(1).capitalize()
    return head


def plain(text):
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def relative(url, origin):
    """The way from the page at `origin` to `url`, both below the site's root."""
    path, mark, anchor = url.partition("#")
    return os.path.relpath(path, os.path.dirname(origin) or ".") + mark + anchor


def table(heads, rows):
    """A table of HTML cells."""
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
    return f'<div class="table" tabindex="0">{table}</div>\n'


@functools.cache
def _sections(body):
    parser = _Sections()
    parser.feed(body)
    parser.close()
    return [(level, anchor, "".join(heading).strip(), re.sub(r"\s+", " ", "".join(text)).strip())
            for level, anchor, heading, text in parser.found]


class _Sections(html.parser.HTMLParser):
    """Collects headings with an id, and the text that follows each."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.heading = False
        self.skipped = 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if re.fullmatch("h[1-6]", tag) and attributes.get("id"):
            self.found.append((int(tag[1]), attributes["id"], [], []))
            self.heading = True
        elif self.skipped or "data-unsearched" in attributes:
            self.skipped += tag not in VOID
        elif self.heading and tag == "code":
            self.found[-1][2].append("<code>")
        elif self.found and tag in ("p", "li", "td", "div", "dd", "br", "pre"):
            self.found[-1][3].append(" ")

    def handle_endtag(self, tag):
        if self.skipped:
            self.skipped -= tag not in VOID
        elif re.fullmatch("h[1-6]", tag):
            self.heading = False
        elif self.heading and tag == "code":
            self.found[-1][2].append("</code>")

    def handle_data(self, data):
        if self.found and not self.skipped:
            self.found[-1][2 if self.heading else 3].append(html.escape(data, quote=False) if self.heading else data)
