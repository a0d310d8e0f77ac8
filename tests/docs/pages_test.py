"""Every page can be reached, every link leads somewhere, and nothing is asked of the network."""
import json
import os
import pathlib
import re
import textwrap
import unittest
import urllib.parse

from built_site import ROOT, SITE, pages, read

OUTSIDE = re.compile(r"[a-z]+:|//")


class Pages(unittest.TestCase):
    def test_links_lead_to_files_and_anchors(self):
        for url in pages():
            for link in read(url).links + read(url).resources:
                if OUTSIDE.match(link):
                    continue
                path, _, anchor = map(urllib.parse.unquote, link.partition("#"))
                target = os.path.normpath(os.path.join(os.path.dirname(url), path)) if path else url
                with self.subTest(page=url, link=link):
                    self.assertTrue((SITE / target).is_file(), "there is no such file")
                    if anchor:
                        self.assertIn(anchor, read(target).ids, "there is no such anchor")

    def test_ids_are_unique(self):
        for url in pages():
            ids = read(url).ids
            self.assertEqual(sorted(ids), sorted(set(ids)), url)

    def test_nothing_comes_from_elsewhere(self):
        for url in pages():
            for resource in read(url).resources:
                self.assertFalse(OUTSIDE.match(resource), f"{url} asks for {resource}")
        for file in [*SITE.glob("*.css"), *SITE.glob("*.js")]:
            if file.name != "search_index.js":
                self.assertNotRegex(file.read_text(), r"https?:|@import|url\(|fetch\(|XMLHttpRequest", file.name)

    def test_the_navigation_has_every_page_of_docs(self):
        reached = {os.path.normpath(link) for link in read("index.html").navigation}
        for file in (ROOT / "docs").rglob("*.md"):
            name = str(file.relative_to(ROOT / "docs"))
            url = "index.html" if name == "README.md" else name.removesuffix(".md") + ".html"
            self.assertIn(url, reached, f"docs/{name} is not in the navigation")
        self.assertGreater(len(reached), 50)

    def test_the_navigation_is_the_same_everywhere(self):
        whole = {os.path.normpath(link) for link in read("index.html").navigation}
        for url in pages():
            here = {os.path.normpath(os.path.join(os.path.dirname(url), link)) for link in read(url).navigation}
            self.assertEqual(here, whole, url)

    def test_the_search_knows_every_page_of_the_navigation(self):
        text = (SITE / "search_index.js").read_text(encoding="utf-8")
        entries = json.loads(text.removeprefix("window.searchIndex = ").rstrip(";\n"))
        known = {address.partition("#")[0] for address, *_ in entries}
        self.assertLessEqual({os.path.normpath(link) for link in read("index.html").navigation}, known)
        for address, _, _, words in entries:
            self.assertTrue((SITE / address.partition("#")[0]).is_file(), address)
            self.assertNotIn("<span", words, address)

    def test_pictures_and_films_are_small_enough_to_be_fetched_with_the_sources(self):
        sizes = {file: file.stat().st_size for file in (ROOT / "docs").rglob("*")
                 if file.suffix in (".png", ".jpg", ".svg", ".webp", ".mp4")}
        self.assertGreater(len(sizes), 100)
        for file, size in sizes.items():
            self.assertLessEqual(size, 500_000 if file.suffix in (".webp", ".mp4") else 300_000, file)
        self.assertLessEqual(sum(sizes.values()), 6_000_000)

    def test_scenes_are_copied_as_they_are(self):
        for file in pathlib.Path(ROOT / "scenes").glob("*.json"):
            self.assertEqual((SITE / "scenes" / file.name).read_bytes(), file.read_bytes())
            self.assertIn(f"scenes/{file.name}.html", read("gallery.html").links)

    def test_names_in_code_lead_to_what_they_mean(self):
        page = read("troubleshooting.html")
        for place in ("reference/scene.html#time.step", "reference/scene.html#body.contact.touches",
                      "reference/scene.html#contact.distance"):
            self.assertEqual(page.links.count(place), 1, "where it stands first, and only there")

    def test_what_the_page_on_cpp_shows_is_the_example(self):
        """Which the tests of installation build and run."""
        example = (ROOT / "examples/cpp/falling_rope.cpp").read_text(encoding="utf-8")
        blocks = re.findall(r"```cpp\n(.*?)```", (ROOT / "docs/cpp.md").read_text(encoding="utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 2)
        for block in blocks:
            self.assertIn(textwrap.indent(block, "    "), example)


if __name__ == "__main__":
    unittest.main()
