"""The scene reference, made from the schema that the program itself checks scenes with (`talweg list schema`)."""
import html
import json
import re
import subprocess

import key_facts
import markdown
import scenes
from page import Page, table
from scene_examples import Examples, alternative_label

SCHEMA = "src/talweg/scene/scene.schema.json"
SCENE, SHAPES, ENERGIES = "reference/scene.html", "reference/shapes.html", "reference/energies.html"
# Definitions whose alternatives have pages of their own; `surface` repeats the shapes.
ELSEWHERE = {"shape": "shapes.html", "obstacle_shape": "shapes.html", "surface": "shapes.html",
             "energy": "energies.html"}
SCENE_TEXT = """A scene is a JSON file; comments (`//`, `/* */`) are allowed. Units are SI, y is up. Every key below
comes from the schema that checks scenes when they are read, so an unknown key, a wrong type or a number out of range is
answered with its line. On the command line `--set time.step=0.005` or `--set "bodies[0].density=500"` changes any of
them; in Python, `scene.set` does. Keys without a default that are not required have a meaning of their own when
absent."""
SHAPES_TEXT = """The `shape` of a body is its rest shape; that of an obstacle is what bodies meet. [Shapes and solids
from surfaces](../shapes.html) explains which energies act on which; `talweg list shapes` prints this list."""
ENERGIES_TEXT = """Entries of a body's `energies`, generated from the headers in `src/talweg/energies`. `talweg list
energies` prints this list; each has a page with its formula, derivatives, limits and source."""


def page_of(anchor):
    """The page that has the anchor of a key."""
    return "reference/" + ELSEWHERE.get(anchor.split(".")[0], "scene.html")


class Reference:
    def __init__(self, repository, program):
        self.repository = repository
        text = subprocess.run([program, "list", "schema"], check=True, capture_output=True, encoding="utf-8").stdout
        self.schema = json.loads(text)
        self.definitions = self.schema["definitions"]
        self.examples = Examples(repository, self.schema)
        self.places = {name: f"{ELSEWHERE.get(name, 'scene.html')}#{name}" for name in self.definitions}
        self.places["varying"] = "energies.html#varying"

    def names(self, pages):
        """Where names are explained: keys by their paths, `time.step` or, in a body, `contact.touches`; energies."""
        found = {}
        for page in pages:
            for _, anchor, _, _ in page.sections():
                if "." in anchor:
                    found[anchor] = f"{page.url}#{anchor}"
        found = {anchor.removeprefix("body."): place for anchor, place in found.items()
                 if anchor.startswith("body.") and anchor.count(".") == 2} | found
        for energy in map(alternative_label, self.definitions["energy"]["oneOf"]):
            if page := self._theory_page(energy):
                found[energy] = page
        return found

    def pages(self):
        return [self._scene_page(), self._shapes_page(), self._energies_page()]

    def _scene_page(self):
        body = markdown.heading(1, "Scene reference", "scene-reference") + _paragraph(SCENE_TEXT)
        body += markdown.heading(2, "The whole scene", "scene") + self._keys(self.schema, "", 0)
        for name, definition in self.definitions.items():
            if name not in ELSEWHERE:
                body += markdown.heading(2, name.replace("_", " ").capitalize(), name)
                body += self._definition(name, definition)
        return Page(SCENE, "Scene reference", body, kind="reference")

    def _shapes_page(self):
        body = markdown.heading(1, "Shapes reference", "shapes-reference") + _paragraph(SHAPES_TEXT)
        for name, title in (("shape", "Shapes of bodies"), ("obstacle_shape", "Shapes of obstacles")):
            body += markdown.heading(2, title, name) + self._definition(name, self.definitions[name])
        names = ", ".join(f'<a href="#shape.{name}"><code>{name}</code></a>' for name in
                          map(alternative_label, self.definitions["surface"]["oneOf"]))
        body += markdown.heading(2, "Surface", "surface") + f"<p>{key_facts.meaning(self.definitions['surface'])}</p>"
        return Page(SHAPES, "Shapes reference", f"{body}<p>{names}.</p>", kind="reference")

    def _energies_page(self):
        body = markdown.heading(1, "Energies reference", "energies-reference") + _paragraph(ENERGIES_TEXT)
        energies = self.definitions["energy"]["oneOf"]
        rows = []
        for energy in energies:
            name = alternative_label(energy)
            parameters = ", ".join(f"<code>{key}</code>{_unit(part)}" for key, part in energy["properties"].items()
                                   if key not in ("type", "on"))
            link = f'<a href="#energy.{name}"><code>{name}</code></a>'
            rows.append([link, key_facts.meaning(energy), parameters])
        body += table(["energy", "what it is", "parameters"], rows)
        body += markdown.heading(2, "Energy", "energy") + self._definition("energy", self.definitions["energy"])
        varying = next(part for energy in energies for part in energy["properties"].values() if key_facts.varies(part))
        body += markdown.heading(2, "Values that vary", "varying")
        body += _paragraph("A parameter of a solid is one number, or differs from element to element.")
        for part in varying["oneOf"]:
            if "properties" in part:
                body += f"<p>{key_facts.meaning(part)}</p>" + self._keys(part, "varying", 0)
        return Page(ENERGIES, "Energies reference", body, kind="reference")

    def _definition(self, name, definition):
        body = f"<p>{key_facts.meaning(definition)}</p>\n"
        if "oneOf" not in definition:
            return body + self._keys(definition, name, 0) + self._example(name)
        for part in definition["oneOf"]:
            body += self._alternative(f"{name}.{alternative_label(part)}", part)
        return body

    def _alternative(self, anchor, schema):
        label = anchor.rsplit(".", 1)[1]
        properties = schema.get("properties", {})
        body = markdown.heading(3, f"<code>{html.escape(label)}</code>", anchor)
        if list(properties) == [label]:   # an object around one key: the key is what there is to tell
            schema = properties[label]
            body += self._facts(schema, False)
        for key in ("type", "measure"):
            if "const" in properties.get(key, {}):
                body += f'<p class="facts"><code>"{key}": "{html.escape(label)}"</code></p>'
        body += f"<p>{key_facts.meaning(schema)}{self._theory(anchor)}</p>\n"
        return body + self._keys(schema, anchor, 0) + self._example(anchor)

    def _theory(self, anchor):
        """A link to the page of an energy."""
        page = anchor.startswith("energy.") and self._theory_page(anchor.removeprefix("energy."))
        return f' <a href="../{page}">Formula, limits and source</a>.' if page else ""

    def _theory_page(self, energy):
        """The page that names the energy in its first lines."""
        for file in self.repository.files("docs/energies", ".md"):
            if f"`{energy}`" in "".join(self.repository.read(file).splitlines(True)[:10]):
                return file.removeprefix("docs/").removesuffix(".md") + ".html"
        return ""

    def _keys(self, schema, within, depth):
        body = ""
        for key, part in schema.get("properties", {}).items():
            if key in ("type", "measure") and "const" in part:
                continue  # said where the alternative begins
            anchor = f"{within}.{key}".lstrip(".")
            required = key in schema.get("required", [])
            name = f'<span class="within">{anchor.removesuffix(key)}</span>{html.escape(key)}'
            body += f'<div class="key depth{depth}"><div class="head">'
            body += f'<h4 id="{anchor}"><a href="#{anchor}">{name}</a></h4>'
            users = "" if required else self._users(anchor)
            body += f"{self._facts(part, required)}</div><p>{key_facts.meaning(part)}{users}</p></div>\n"
            inner = part["items"] if part.get("type") == "array" and "properties" in part.get("items", {}) else part
            if "properties" in inner:
                body += self._keys(inner, anchor, depth + 1)
                body += self._example(anchor, key) if depth == 0 else ""
        return body

    def _facts(self, schema, required):
        facts = [f'<span class="type">{key_facts.kind(schema, self.places)}</span>']
        facts += [f"<code>{html.escape(str(word))}</code>" for word in key_facts.words_of(schema)]
        if "unit" in schema:
            facts.append(f'<span class="unit">{html.escape(schema["unit"])}</span>')
        if limits := key_facts.limits(schema):
            facts.append(f'<span class="limits">{html.escape(limits)}</span>')
        if required:
            facts.append('<span class="required">required</span>')
        elif "when_rigid" in schema:
            facts.append('<span class="required">required unless rigid</span>')
        elif "default" in schema:
            value = html.escape(scenes.dump(schema["default"]))
            facts.append(f'<span class="default">default <code>{value}</code></span>')
        return f'<p class="facts">{" ".join(facts)}</p>'

    def _users(self, anchor):
        """Up to three scenes that use a key; keys that nearly all of them use need no such help."""
        names = list(self.examples.users.get(anchor, {}))
        if not names or len(names) > 20:
            return ""
        links = ", ".join(f'<a href="../scenes/{name}.json.html">{name.replace("_", " ")}</a>' for name in names[:3])
        return f' <span class="users" data-unsearched>In {links}.</span>'

    def _example(self, anchor, key=""):
        best = self.examples.best(anchor)
        if not best:
            return ""
        value, name = best
        text = f'"{key}": ' * bool(key) + scenes.dump(value, 88)
        return (f'<div class="example" data-unsearched>{markdown.code(text, "json")}'
                f'<p class="from">from <a href="../scenes/{name}.json.html">{name.replace("_", " ")}</a></p></div>\n')


def _unit(schema):
    return f" {html.escape(schema['unit'])}" if schema.get("unit", "1") != "1" else ""


def _paragraph(text):
    return markdown.render(re.sub(r"\n", " ", text), lambda address: address)[0]
