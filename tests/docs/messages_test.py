"""Troubleshooting speaks of messages that exist, of every way a run stops, and the list of messages is complete."""
import os
import re
import unittest

from built_site import ROOT, read

STRING = r'"(?:\\.|[^"\\\n])*"'
FOLDERS = ("src/talweg", "apps", "python")


def sources():
    for folder in FOLDERS:
        for place, _, names in os.walk(ROOT / folder):
            for name in sorted(names):
                if name.endswith((".cpp", ".hpp")):
                    with open(os.path.join(place, name), encoding="utf-8") as file:
                        yield os.path.join(place, name), file.read()


def words(literals):
    """What neighbouring literals say together, with … for what is filled in."""
    text = "".join(part[1:-1] for part in re.findall(STRING, literals))
    text = text.replace('\\"', '"').replace("\\n", " ").replace("{{", "\0").replace("}}", "\1")
    return re.sub(r"\{[^}]*\}", "…", text).replace("\0", "{").replace("\1", "}")


def said(text):
    """All literals of a source file, one per line."""
    return "\n".join(words(found) for found in re.findall(rf"{STRING}(?:\s*{STRING})*", text))


class Messages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
        cls.headings = re.findall(r"^### `(.*)`$", cls.page, re.MULTILINE)
        cls.sources = dict(sources())
        cls.said = {name: said(text) for name, text in cls.sources.items()}

    def stops(self):
        """The names of stops: what a report or the end of a run is set to."""
        found = set()
        for text in self.sources.values():
            found |= set(re.findall(r'case Stop::\w+:\s+return "(\w+)"', text))
            found |= set(re.findall(r'"stopped: (\w+)"', text))
        return found

    def assert_said(self, message):
        pieces = [piece.strip() for piece in re.split("…", message) if piece.strip(" .:")]
        self.assertTrue(any(all(piece in text for piece in pieces) for text in self.said.values()),
                        f"no source says: {message}")

    def test_every_heading_is_a_message(self):
        self.assertGreater(len(self.headings), 50)
        for heading in self.headings:
            if heading.startswith("stopped: "):
                self.assertIn(heading.removeprefix("stopped: "), self.stops())
            else:
                self.assert_said(heading)

    def test_messages_within_the_text_exist_too(self):
        text = re.sub(r"^### .*$", "", self.page, flags=re.MULTILINE)
        no_message = ("talweg ", "--", "./", '"', "{", "Module", "[", "+")
        quoted = [code for code in re.findall(r"`([^`\n]+)`", text)
                  if len(code.split()) >= 4 and not code.startswith(no_message)]
        self.assertGreater(len(quoted), 10)
        for message in quoted:
            self.assert_said(message)

    def test_every_named_stop_has_an_entry(self):
        self.assertGreater(len(self.stops()), 4)
        for stop in self.stops():
            self.assertIn(f"stopped: {stop}", self.headings)

    def test_no_entry_stands_twice(self):
        self.assertEqual(sorted(self.headings), sorted(set(self.headings)))

    def test_every_finding_of_the_doctor_has_an_entry_in_the_list(self):
        listed = " ".join(read("reference/messages.html").text_below().values())
        doctor = next(text for name, text in self.sources.items() if name.endswith("diagnose_mesh.cpp"))
        remedies = re.findall(r'"(--repair \w+ [^"]+)"', doctor)
        self.assertGreater(len(remedies), 2)
        for remedy in remedies:
            self.assertIn(remedy, listed)

    def test_every_error_is_in_the_list(self):
        listed = " ".join(read("reference/messages.html").text_below().values())
        thrown = 0
        for name, text in self.sources.items():
            for literals in re.findall(rf"throw Error\((?:fmt::format\()?((?:{STRING}\s*)+)", text):
                longest = max(words(literals).split("…"), key=len)
                longest = " ".join(longest.split()).strip(" .:;,\\")
                if len(longest.split()) >= 4:
                    thrown += 1
                    self.assertTrue(longest in listed, f"{name}: {longest}")
        self.assertGreater(thrown, 30)


if __name__ == "__main__":
    unittest.main()
