"""The references say all that the schema, the program and the module have to say."""
import json
import os
import re
import subprocess
import unittest

import talweg
from built_site import ROOT, read


def ask(*arguments):
    return subprocess.run([os.environ["TALWEG_PROGRAM"], *arguments], check=True, capture_output=True, text=True).stdout


def keys_of(schema):
    """Every key anywhere in a schema, with its description; of a key that tells alternatives apart, its only value."""
    if isinstance(schema, dict):
        for key, part in schema.get("properties", {}).items():
            yield (part["const"], f'"{key}": "{part["const"]}"') if isinstance(part.get("const"), str) else \
                (key, part.get("description", ""))
        for part in schema.values():
            yield from keys_of(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys_of(part)


class SceneReference(unittest.TestCase):
    def setUp(self):
        self.sections = {}
        for page in ("scene", "shapes", "energies"):
            self.sections.update(read(f"reference/{page}.html").text_below())

    def told(self, key, sentence):
        return any(re.search(rf"(^|\.){re.escape(key)}$", anchor) and sentence in text
                   for anchor, text in self.sections.items())

    def test_every_key_of_the_schema_is_there_with_its_sentence(self):
        with open(ROOT / "src/talweg/scene/scene.schema.json", encoding="utf-8") as file:
            keys = set(keys_of(json.load(file)))
        self.assertGreater(len(keys), 120)
        for key, sentence in keys:
            self.assertTrue(self.told(key, sentence.replace("`", "")), f'"{key}": {sentence}')

    def test_every_key_of_every_energy_is_there(self):
        for energy in json.loads(ask("list", "schema"))["definitions"]["energy"]["oneOf"]:
            name = energy["properties"]["type"]["const"]
            self.assertIn(energy["description"], self.sections[f"energy.{name}"])
            for key, part in energy["properties"].items():
                if key != "type":
                    text = self.sections[f"energy.{name}.{key}"]
                    self.assertIn(part.get("unit", ""), text)
                    self.assertIn(part["description"].replace(f" [{part.get('unit')}]", ""), text)

    def test_facts_of_some_keys(self):
        self.assertIn("3 numbers m/s² default [0, -9.81, 0]", self.sections["gravity"])
        self.assertIn("number s > 0 required", self.sections["time.step"])
        self.assertIn("list of obstacle default []", self.sections["obstacles"])
        self.assertIn("3 × curve m required", self.sections["motion.displacement.displacement"])
        self.assertIn("one word of all others nothing default \"all\"", self.sections["body.contact.touches"])
        self.assertIn("number degrees −90 … 90 default 18", self.sections["picture.elevation"])
        self.assertIn("number, or varying 1 > −1, < 0.5", self.sections["energy.neo_hookean.poissons_ratio"])
        self.assertIn("number, or 3 numbers > 0 default 1", self.sections["place.scale"])

    def test_every_energy_leads_to_its_theory(self):
        links = read("reference/energies.html").links
        for file in (ROOT / "docs/energies").glob("*.md"):
            if f"energy.{file.stem}" in self.sections:
                self.assertIn(f"../energies/{file.stem}.html", links)


class Commands(unittest.TestCase):
    def test_every_option_is_there(self):
        text = " ".join(read("reference/commands.html").text_below().values())
        for command in re.findall(r"^  (\w+) {4,}", ask("--help").partition("Subcommands:")[2].partition("Examples")[0],
                                  re.MULTILINE):
            self.assertIn(f"talweg-{command}", read("reference/commands.html").ids)
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", ask(command, "--help"), re.MULTILINE):
                if option != "--help":
                    self.assertIn(option, text, command)

    def test_every_name_is_there(self):
        sections = read("reference/names.html").text_below()
        for what in ("integrators", "materials", "fields", "formats"):
            names = re.findall(r"^(\w+)$", ask("list", what), re.MULTILINE)
            self.assertGreater(len(names), 3)
            for name in names:
                self.assertRegex(sections[what], rf"\b{name}\b")


class PythonReference(unittest.TestCase):
    def test_every_public_name_is_there_with_its_words(self):
        sections = read("reference/python.html").text_below()
        for name in talweg.__all__:
            self.assertIn(name, sections)
            value = getattr(talweg, name)
            if not isinstance(value, type):
                continue
            for member in vars(value):
                if member.startswith("_") or issubclass(value, Exception):
                    continue
                doc = re.sub(r"\A\w+\(.*\n+", "", (getattr(value, member).__doc__ or "").strip())
                first = doc.split("\n")[0].replace("`", "")
                self.assertIn(first, sections[f"{name}.{member}"])


if __name__ == "__main__":
    unittest.main()
