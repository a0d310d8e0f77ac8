"""What the search knows: a script, not data, so that it can be loaded by pages that are opened from disk."""
import json

from page import plain


def write(pages, sections, file):
    """Entries [address, page, heading, text], one per heading; pages of the navigation in its order, then the rest."""
    order = {page.url: number for number, page in enumerate(page for _, group in sections for page in group)}
    entries = []
    for page in sorted(pages, key=lambda page: (order.get(page.url, len(order)), page.url)):
        for level, anchor, heading, text in page.sections():
            address = page.url if level == 1 else f"{page.url}#{anchor}"
            entries.append([address, page.plain_title, plain(heading) if level > 1 else "", text])
    with open(file, "w", encoding="utf-8") as stream:
        stream.write("window.searchIndex = " + json.dumps(entries, ensure_ascii=False, separators=(",", ":")) + ";\n")
