"""The site as it was built: its files, and what a page holds, read without the code that wrote it."""
import functools
import html.parser
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = pathlib.Path(os.environ["TALWEG_SITE"])


class Reader(html.parser.HTMLParser):
    """Collects ids, links, resources, and the text of each element that has a class or is a heading."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.resources = [], [], []
        self.navigation = []
        self.blocks = []      # (id of the last heading before it, tag, text)
        self.last = ""
        self.inside_contents = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "nav":
            self.inside_contents = attributes.get("id") == "site-contents"
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
            if self.inside_contents:
                self.navigation.append(attributes["href"])
        if tag == "link":
            self.resources.append(attributes["href"])
        if "src" in attributes:
            self.resources.append(attributes["src"])
        if tag in ("h1", "h2", "h3", "h4"):
            self.last = attributes.get("id", "")
        if tag in ("h1", "h2", "h3", "h4", "p", "td", "dd", "pre"):
            self.blocks.append((self.last, tag, []))

    def handle_endtag(self, tag):
        if tag == "nav":
            self.inside_contents = False

    def handle_data(self, data):
        if self.blocks:
            self.blocks[-1][2].append(data)

    def text_below(self):
        """All text that follows each heading up to the next, by the heading's id."""
        below = {}
        for anchor, _, parts in self.blocks:
            below[anchor] = below.get(anchor, "") + " " + " ".join("".join(parts).split())
        return below


@functools.cache
def read(url):
    reader = Reader()
    reader.feed((SITE / url).read_text(encoding="utf-8"))
    return reader


def pages():
    return sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))
