"""Plays a chapter of the tutorial (tutorial_test.py CHAPTER), or looks at all of them (tutorial_test.py pages)."""
import pathlib
import re
import sys
import tempfile
import unittest

from claims import CLAIMS
from page import FOLDER, ROOT, Page
from recorded import Recorded


class Chapter(unittest.TestCase):
    """Every command as printed, every number as measured."""

    name = ""

    def test_plays_as_printed(self):
        page = Page(self.name)
        with tempfile.TemporaryDirectory(prefix="talweg_test_") as place:
            directory = pathlib.Path(place)
            for command, code, said, shown in page.play(directory):
                with self.subTest(command):
                    stops = shown.startswith("talweg: ")
                    self.assertEqual(code != 0, stops, said)
                    for line in shown.splitlines():  # "…" stands for anything
                        self.assertRegex(said, ".*".join(map(re.escape, line.split("…"))))
            for words, measure in CLAIMS.get(self.name, {}).items():
                with self.subTest(words):
                    self.claim(page, words, measure(lambda run: Recorded(directory / "runs" / run)))

    def claim(self, page, words, measured):
        """The words stand on the page, and their number, in brackets, is the measured one to its last digit."""
        self.assertIn(words.replace("[", "").replace("]", ""), page.words())
        number = re.search(r"\[(.*)\]", words)
        if not number:
            self.assertTrue(measured)
            return
        printed = number[1].replace("−", "-")
        digits = len(printed.partition(".")[2])
        self.assertAlmostEqual(float(printed), measured, delta=0.51 * 10.0**-digits)


class Pages(unittest.TestCase):
    """What holds for the tutorial as a whole."""

    def names(self):
        return sorted(file.stem for file in FOLDER.glob("*.md"))

    def test_chapters_are_numbered_and_listed(self):
        names = self.names()
        self.assertEqual([int(name[:2]) for name in names], list(range(len(names))))
        overview = Page(names[0]).text
        for name in names[1:]:
            self.assertIn(f"({name}.md)", overview)

    def test_every_chapter_has_a_scene_a_picture_numbers_and_advice(self):
        for name in self.names()[1:]:
            page = Page(name)
            with self.subTest(name):
                self.assertTrue(any("./run run scenes/" in text for _, text, _ in page.actions()))
                self.assertTrue(page.pictures())
                self.assertGreaterEqual(len(CLAIMS[name]), 3)
                self.assertIn("## What can go wrong", page.text)

    def test_every_picture_and_link_leads_somewhere_and_every_picture_is_shown(self):
        shown = set()
        for name in self.names():
            page = Page(name)
            for target in page.pictures() + page.links():
                if not target.startswith("http"):
                    self.assertTrue((FOLDER / target).exists(), f"{name}.md: {target}")
            shown.update((FOLDER / picture).resolve() for picture in page.pictures())
        for picture in (FOLDER / "pictures").iterdir():
            self.assertIn(picture, shown, "no chapter shows it; scripts/tutorial_pictures makes it")

    def test_every_scene_is_used(self):
        text = "".join(Page(name).text for name in self.names())
        text += "scenes/tutorial/dropped_cube.json"  # of docs/start/first_scene.md
        for scene in (ROOT / "scenes/tutorial").glob("*.json"):
            self.assertIn(f"scenes/tutorial/{scene.name}", text)


if __name__ == "__main__":
    chosen = sys.argv.pop(1)
    Chapter.name = chosen
    unittest.main(defaultTest="Pages" if chosen == "pages" else "Chapter")
