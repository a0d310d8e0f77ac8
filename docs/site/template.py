"""The frame around every page: header, navigation, the page's own contents, and what comes before and after it."""
import html

from page import plain, relative

FRAME = """<!DOCTYPE html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}style.css">
<link rel="stylesheet" href="{root}code.css">
<script src="{root}page.js"></script>
<script src="{root}search.js" defer></script>
</head>
<body>
<a class="skip" href="#site-main">Skip to the text</a>
<header>
<button id="site-menu" aria-label="Contents" aria-expanded="false"><span></span><span></span><span></span></button>
<a class="brand" href="{root}index.html"><img src="{root}icon.svg" alt="" width="26" height="26">talweg</a>
<div id="site-search" role="search">
<input type="search" aria-label="Search, or paste a message" aria-controls="site-results" autocomplete="off" \
spellcheck="false" required>
<span class="hint">Search, or paste a message</span><kbd>/</kbd>
<div id="site-results" role="listbox" aria-label="Results of the search" hidden></div>
</div>
<button id="site-theme" aria-label="Light or dark"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">\
<circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2"/>\
<path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/></svg></button>
</header>
<nav id="site-contents" aria-label="Contents">
{navigation}</nav>
<main id="site-main" class="{kind}">
{trail}{body}{neighbours}</main>
{outline}<div id="site-veil"></div>
</body>
</html>
"""


def fill(page, sections):
    root = relative("index.html", page.url).removesuffix("index.html")
    name = page.plain_title if page.url == "index.html" else f"{page.plain_title} · talweg"
    section = next((name for name, pages in sections if page in pages and len(pages) > 1), "")
    return FRAME.format(root=root, name=html.escape(name), navigation=_navigation(page, sections),
                        kind="home" if page.url == "index.html" else page.kind, body=page.body,
                        trail=f'<p class="trail">{section}</p>\n' if section and page.url != "index.html" else "",
                        neighbours=_neighbours(page, sections), outline=_outline(page))


def _navigation(page, sections):
    parts = []
    for name, pages in sections:
        if len(pages) == 1:
            parts.append(f'<p class="single">{_link(page, pages[0], html.escape(name))}</p>\n')
            continue
        links = "".join(f"<li>{_link(page, target, target.label)}</li>\n" for target in pages)
        state = " open" if page in pages else ""
        parts.append(f"<details{state}><summary>{html.escape(name)}</summary>\n<ul>\n{links}</ul></details>\n")
    return "".join(parts)


def _link(page, target, label):
    current = ' aria-current="page"' if target is page else ""
    return f'<a href="{relative(target.url, page.url)}"{current}>{label}</a>'


def _outline(page):
    """The headings of the page, when there are enough to get lost among."""
    entries = [(level, anchor, heading) for level, anchor, heading, _ in page.sections() if level in (2, 3)]
    if len(entries) < 3 or page.kind in ("source", "gallery"):
        return ""
    lines = "".join(f'<li class="level{level}"><a href="#{html.escape(anchor)}">{_last_word(heading)}</a></li>\n'
                    for level, anchor, heading in entries)
    return f'<aside id="site-outline" aria-label="On this page"><p>On this page</p>\n<ul>\n{lines}</ul></aside>\n'


def _last_word(heading):
    """A member of a class is listed below its class, and needs only its own name there."""
    return heading.rsplit(".", 1)[-1] if " " not in heading and "<" not in heading else heading


def _neighbours(page, sections):
    order = [target for _, pages in sections for target in pages]
    links = f'<p class="origin">{html.escape(page.source)}</p>\n' if page.source else ""
    if page in order:
        i = order.index(page)
        before = _step(page, order[i - 1], "before", "←") if i > 0 else "<span></span>"
        after = _step(page, order[i + 1], "after", "→") if i + 1 < len(order) else "<span></span>"
        links = f'<nav class="neighbours" aria-label="Neighbouring pages">{before}{after}</nav>\n' + links
    return f'<footer data-unsearched>{links}</footer>\n'


def _step(page, target, side, arrow):
    title = plain(target.label)
    shown = f"{arrow} {title}" if side == "before" else f"{title} {arrow}"
    return f'<a class="{side}" rel="{"prev" if side == "before" else "next"}" ' \
           f'href="{relative(target.url, page.url)}">{html.escape(shown)}</a>'
