"""The gallery's sections as cards beside each other, without their commands, which stand on the scenes' own pages."""
import re


def arrange(page):
    opening, *parts = re.split(r"(?=<h2 )", page.body)
    parts = [re.sub(r'<pre class="code bash"[^>]*>.*?</pre>\n', "", part, flags=re.DOTALL) for part in parts]
    cards = "".join(f'<section class="card">{part}</section>\n' for part in parts)
    page.body = f'{opening}<div class="cards">\n{cards}</div>\n'
    page.kind = "gallery"
