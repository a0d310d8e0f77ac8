"""What a schema says of one key, in words: type, unit, range, default."""
import html
import math
import re

import scenes

PLURALS = {"number": "numbers", "integer": "whole numbers", "string": "texts"}
SINGULARS = {"number": "number", "integer": "whole number", "string": "text", "boolean": "true or false",
             "object": "object"}


def link(definition, places):
    return f'<a href="{places[definition]}">{definition.replace("_", " ")}</a>'


def words_of(schema):
    return schema.get("enum") or schema.get("items", {}).get("enum") or []


def kind(schema, places):
    """The type in words, as HTML: "3 numbers", "list of holds", "number, or 3 numbers"."""
    if "$ref" in schema:
        return link(schema["$ref"].rsplit("/", 1)[1], places)
    if varies(schema):
        return f'number, or <a href="{places["varying"]}">varying</a>'
    if "oneOf" in schema:
        return ", or ".join(kind(part, places) for part in schema["oneOf"])
    if "const" in schema:
        return f"<code>{html.escape(scenes.dump(schema['const']))}</code>"
    if "enum" in schema:
        return "one word of"
    if schema.get("type") == "array":
        items = schema.get("items", {})
        count, most = schema.get("minItems"), schema.get("maxItems")
        if "enum" in items:
            return "list of words out of"
        what = PLURALS.get(items.get("type")) or kind(items, places)
        if count is None or count != most:
            return f"list of {what}"
        return f"{count} × {what}" if what.startswith("<") else f"{count} {what}"
    return SINGULARS.get(schema.get("type"), "")


def varies(schema):
    """Whether it is a parameter of solids: one number, or others for parts of the body, or one for each element."""
    keys = [set(part.get("properties", {})) for part in schema.get("oneOf", [])]
    return {"value", "where"} in keys and {"file"} in keys


def number(value):
    if isinstance(value, int) and abs(value) >= 100000 and math.log10(abs(value)).is_integer():
        return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(round(math.log10(value))))
    return f"{value:,}".replace(",", " ").replace("-", "−") if isinstance(value, int) else scenes.number(value)


def limits(schema):
    """The range: "> 0", "≥ 0", "0 … 1000"."""
    if "items" in schema and (inner := limits(schema["items"])):
        return f"each {inner}"
    if "oneOf" in schema:
        return next((found for part in schema["oneOf"] if (found := limits(part))), "")
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f"{number(low)} … {number(high)}"
    parts = [f"{sign} {number(value)}" for sign, value in (("≥", low), (">", above), ("≤", high), ("<", below))
             if value is not None]
    if schema.get("type") == "array" and "minItems" in schema and "maxItems" not in schema:
        parts.append(f"at least {schema['minItems']}")
    return ", ".join(parts)


def meaning(schema):
    """The sentence, without the unit that the program puts into it."""
    text = schema.get("description", "")
    return prose(text.replace(f" [{schema['unit']}]", "", 1) if "unit" in schema else text)


def prose(text):
    """Plain sentences as HTML; what stands in backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
