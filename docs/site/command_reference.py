"""The command line and the names that scenes may use, as the program itself tells them (`--help`, `talweg list`)."""
import html
import re
import subprocess

import key_facts
import markdown
import scenes
from page import Page, table

LISTS = [
    ("integrators", "Integrators", "Words for `integrator.type`."),
    ("materials", "Materials", "Words for the `material` of a body."),
    ("fields", "Fields of elements", "Words for `record.elements` and for Python's `element_field`."),
    ("formats", "Export formats", "Words for `talweg export --format` and `record.export`."),
]
MATERIAL = re.compile(r"(.*): ([\d.e+]+) kg/m³, E = ([\d.e+]+) Pa, ν = ([\d.]+)(?:; (.*?))?\. (.*)", re.DOTALL)


def page(program):
    """One section per command."""
    overview = _ask(program, "--help")
    body = markdown.heading(1, "The command line", "the-command-line")
    body += (f"<p>{html.escape(overview.splitlines()[0])} <code>./run …</code> builds the program first and then takes "
             "the same words; <code>build/release/talweg</code> is the program itself.</p>\n")
    examples = map(_example, _part(overview, "Examples").splitlines())
    body += table(["command", ""], [[_code(command), html.escape(meaning)] for command, meaning in examples])
    for name, about in _rows(_part(overview, "Subcommands")):
        text = _ask(program, name, "--help")
        usage = re.search(r"^Usage: (.*)$", text, re.MULTILINE).group(1)
        body += markdown.heading(2, f"<code>talweg {name}</code>", f"talweg-{name}")
        body += f"<p>{html.escape(about)}.</p>\n" + markdown.code(usage, "text")
        rows = [(option, meaning) for heading in ("Positionals", "Options") for option, meaning in
                _rows(_part(text, heading)) if "--help" not in option]
        body += table(["option", "meaning"], [[_code(_tidy(option)), html.escape(meaning)] for option, meaning in rows])
    codes = re.search(r"^Exit codes: (.*)", overview, re.MULTILINE | re.DOTALL).group(1)
    rows = [re.match(r"(\d+) (.*)", part.strip().rstrip(".")).groups() for part in codes.replace("\n", " ").split(",")]
    body += markdown.heading(2, "Exit codes", "exit-codes") + table(["code", "meaning"], rows)
    return Page("reference/commands.html", "The command line", body, kind="reference", short="Command line")


def names(program):
    """Integrators, materials, fields and formats."""
    body = markdown.heading(1, "Names a scene may use", "names")
    body += "<p>Shapes and energies have pages of their own. <code>talweg list</code> prints all of these.</p>\n"
    for what, title, about in LISTS:
        entries = re.findall(r"^(\S+)\n    (.*)$", _ask(program, "list", what), re.MULTILINE)
        body += markdown.heading(2, title, what) + f"<p>{key_facts.prose(about)}</p>\n"
        if what == "materials":
            rows = [_material(name, *MATERIAL.fullmatch(text).groups()) for name, text in entries]
            body += table(["name", "what it is", "density kg/m³", "E Pa", "ν", "as a sheet", "source"], rows)
        else:
            body += table(["name", "meaning"], [[_code(name), html.escape(text)] for name, text in entries])
    return Page("reference/names.html", "Names a scene may use", body, kind="reference",
                short="Integrators, materials…")


def _ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, encoding="utf-8").stdout


def _part(text, heading):
    """The indented lines below a heading of a help text, without their common indentation."""
    found = re.search(rf"^{heading}:\n((?:  .*\n?)+)", text, re.MULTILINE)
    return re.sub(r"^  ", "", found.group(1), flags=re.MULTILINE) if found else ""


def _rows(text):
    """Pairs of a name and its meaning, which stands beside it or, when the name is long, on the next lines."""
    rows = []
    for line in text.splitlines():
        if line.startswith("    "):
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
        else:
            found = re.match(r"(.*?)  +(.*)" if "  " in line else r"(.{0,27}\S)(?: |$)(.*)", line)
            name, meaning = found.groups()
            rows.append([name, meaning.strip()])
    return rows


def _example(line):
    command, _, meaning = line.partition("   ") if "   " in line else line.partition("  ")
    return command.strip(), meaning.strip()


def _tidy(option):
    """ "--frames INT:NONNEGATIVE" as people read it: "--frames INT"."""
    option = re.sub(r" Excludes:.*", "", option)
    option = re.sub(r"TEXT:\{([^}]*)\}", lambda found: found.group(1).replace(",", "|"), option)
    option = re.sub(r"(INT|FLOAT):\1 in \[(\S+) - (\S+)\]", r"\1", option)
    option = re.sub(r"^([A-Z]+) TEXT", r"\1", option)
    return option.replace(":NONNEGATIVE", "").replace(" REQUIRED", "").replace("TEXT ...", "TEXT").replace(",", ", ")


def _material(name, what, density, modulus, ratio, sheet, source):
    return [_code(name), html.escape(what), density, scenes.number(float(modulus)), ratio, html.escape(sheet or ""),
            html.escape(source)]


def _code(text):
    return f"<code>{html.escape(text)}</code>"
