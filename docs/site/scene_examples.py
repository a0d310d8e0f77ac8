"""Examples out of the scenes of the gallery: which scene uses a key, and a short piece of one that shows an object."""
import collections
import os

import scenes

LONGEST = 560


def alternative_label(schema):
    """What tells one alternative of a definition from the others: its type, or the key that it must have."""
    for key in ("type", "measure"):
        if "const" in schema.get("properties", {}).get(key, {}):
            return schema["properties"][key]["const"]
    if "properties" in schema:
        return (schema.get("required") or list(schema["properties"]))[0]
    return schema.get("type", "value")


class Examples:
    def __init__(self, repository, schema):
        self.schema = schema
        self.users = {}     # anchor of a key: names of the scenes that use it
        self.objects = {}   # anchor of an object: (value, name of the scene)
        for file in repository.files("scenes", ".json"):
            self.name = os.path.basename(file).removesuffix(".json")
            self._visit(scenes.parse(repository.read(file)), schema, "")

    def best(self, anchor):
        """The fullest example that is not too long, and its scene; among equals that of a scene of the same name, then
        the usual one. None if there is none."""
        texts = [(scenes.dump(value), value, name) for value, name in self.objects.get(anchor, [])]
        times = collections.Counter(text for text, _, _ in texts)
        fitting = [one for one in texts if len(one[0]) <= LONGEST]
        label = anchor.rsplit(".", 1)[-1]
        best = max(fitting, key=lambda one: (len(one[1]), label in one[2], times[one[0]], -len(one[0])), default=None)
        return best and best[1:]

    def _visit(self, value, schema, anchor):
        if "$ref" in schema:
            anchor = schema["$ref"].rsplit("/", 1)[1]
            schema = self.schema["definitions"][anchor]
        if "oneOf" in schema:
            schema = self._choose(value, schema["oneOf"])
            anchor = f"{anchor}.{alternative_label(schema)}"
        if isinstance(value, dict):
            self.objects.setdefault(anchor, []).append((value, self.name))
            for key, part in value.items():
                inner = f"{anchor}.{key}".lstrip(".")
                properties = schema.get("properties", {})
                self.users.setdefault(inner, {})[self.name] = True
                self._visit(part, properties.get(key) or schema.get("additionalProperties") or {}, inner)
        elif isinstance(value, list) and isinstance(schema.get("items"), dict):
            for part in value:
                self._visit(part, schema["items"], anchor)

    def _choose(self, value, alternatives):
        for schema in alternatives:
            if not isinstance(value, dict):
                kinds = {"number": (int, float), "string": str, "array": list}
                if isinstance(value, kinds.get(schema.get("type"), ())):
                    return schema
            elif "properties" in schema and all(key in value for key in schema.get("required", [])):
                properties = schema["properties"]
                constants = {key: part["const"] for key, part in properties.items() if "const" in part}
                if set(value) <= set(properties) and all(value.get(key) == constants[key] for key in constants):
                    return schema
        return {}
