"""The gallery's sections as cards beside each other, without their commands, which stand on the scenes' own pages.
Where there is a film, it takes the place of the picture."""
import re


def arrange(page):
    opening, *parts = re.split(r"(?=<h2 )", page.body)
    parts = [re.sub(r'<pre class="code bash"[^>]*>.*?</pre>\n', "", part, flags=re.DOTALL) for part in parts]
    parts = [with_film(part) for part in parts]
    cards = "".join(f'<section class="card">{part}</section>\n' for part in parts)
    page.body = f'{opening}<div class="cards">\n{cards}</div>\n'
    page.kind = "gallery"


def with_film(part):
    film = re.search(r'<p><img [^>]*src="([^"]+)\.webp"[^>]*></p>\n?', part)
    return part.replace(film[0], "").replace(f'src="{film[1]}.png"', f'src="{film[1]}.webp"') if film else part
