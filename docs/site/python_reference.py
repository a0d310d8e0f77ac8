"""The Python reference: signatures from the module's type stubs, words from the docstrings of the module itself."""
import ast
import html
import importlib
import inspect
import re
import sys

import key_facts
import markdown
from page import Page


def page(folder):
    """The page of the module that stands in `folder`."""
    sys.path.insert(0, folder)
    module = importlib.import_module("talweg")
    with open(module.__file__ + "i", encoding="utf-8") as file:
        nodes = ast.parse(file.read()).body
    stubs = {node.name: node for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    body = markdown.heading(1, "Python reference", "python-reference")
    body += ("<p>Every public name of <code>import talweg as tw</code>, with types from its stubs. Arrays are NumPy's; "
             'shapes and units stand with each. <a href="../python.html">Python</a> tells how they go together.</p>\n')
    for name in sorted(module.__all__, key=lambda name: (list(stubs).index(name) if name in stubs else len(stubs))):
        body += _entry(name, getattr(module, name), stubs.get(name))
    return Page("reference/python.html", "Python reference", body, kind="reference")


def _entry(name, value, stub):
    if isinstance(stub, ast.FunctionDef):
        call = markdown.code(_signature(stub, name), "python")
        return markdown.heading(2, f"<code>{name}</code>", name) + call + _words(value.__doc__)
    return _class(value, stub) if stub else _value(name, value)


def _value(name, value):
    return markdown.heading(2, f"<code>{name}</code>", name) + markdown.code(f"tw.{name} == {value!r}", "python")


def _class(kind, stub):
    body = markdown.heading(2, f"<code>{stub.name}</code>", stub.name) + _words(kind.__doc__)
    setters = {node.name for node in stub.body if isinstance(node, ast.FunctionDef) and
               any(isinstance(decorator, ast.Attribute) for decorator in node.decorator_list)}
    seen = set()
    for node in stub.body:
        if isinstance(node, ast.AnnAssign):
            kind_of_value = html.escape(_type(node.annotation))
            body += _member(stub.name, node.target.id, "", f"attribute, <code>{kind_of_value}</code>", "")
        if isinstance(node, ast.FunctionDef) and node.name not in seen:
            seen.add(node.name)
            decorators = {decorator.id for decorator in node.decorator_list if isinstance(decorator, ast.Name)}
            doc = inspect.getdoc(getattr(kind, node.name)) or ""
            if "property" in decorators:
                tag = "property, can be set" if node.name in setters else "property"
                kind_of_value = html.escape(_type(node.returns))
                body += _member(stub.name, node.name, "", f"{tag}, <code>{kind_of_value}</code>", doc)
            else:
                name = stub.name if node.name == "__init__" else node.name
                tag = "constructor" if node.name == "__init__" else "static method" if decorators else "method"
                body += _member(stub.name, node.name, _signature(node, name), tag, doc)
    return body


def _member(owner, name, signature, tag, doc):
    anchor = f"{owner}.{name}"
    shown = owner if name == "__init__" else name
    path = "tw." if name == "__init__" else f"{owner}."
    call = markdown.code(signature, "python") if signature else ""
    return (f'<div class="key"><div class="head"><h3 class="member" id="{anchor}"><a href="#{anchor}">'
            f'<span class="within">{path}</span>{shown}</a></h3><p class="facts"><span class="type">{tag}</span></p>'
            f"</div>{call}{_words(doc)}</div>\n")


def _signature(node, name):
    """The call, on one line when it fits, else with a line for each argument; without self."""
    arguments = [argument for argument in node.args.args if argument.arg != "self"]
    defaults = [None] * (len(arguments) - len(node.args.defaults)) + node.args.defaults
    parts = [_argument(argument, default) for argument, default in zip(arguments, defaults)]
    if node.args.kwonlyargs:
        parts += ["*"] + [_argument(*pair) for pair in zip(node.args.kwonlyargs, node.args.kw_defaults)]
    if node.args.kwarg:
        parts.append("**" + _argument(node.args.kwarg, None))
    result = "" if node.name == "__init__" else f" -> {_type(node.returns)}"
    line = f"{name}({', '.join(parts)}){result}"
    return line if len(line) <= 92 else f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){result}"


def _argument(argument, default):
    text = f"{argument.arg}: {_type(argument.annotation)}" if argument.annotation else argument.arg
    return text if default is None else f"{text} = {ast.unparse(default)}"


def _type(node):
    text = ast.unparse(node)
    text = re.sub(r"NDArray\[(?:numpy\.)?(\w+)\]", lambda found: "ndarray" if found.group(1) == "Any" else
                  f"ndarray[{found.group(1)}]", text)
    return text.replace("_Path", "str | PathLike")


def _words(doc):
    """A docstring as HTML: paragraphs, and lists of "name: meaning"; the line with pybind11's signature is left out."""
    doc = inspect.cleandoc(doc or "")
    doc = re.sub(r"\A\w+\(.*\) -> .*\n*", "", doc)
    return "".join(_block(block) for block in re.split(r"\n\s*\n", doc.strip()) if block)


def _block(block):
    lines = re.sub(r"\n\s+", " ", block).splitlines()
    entries = [re.match(r"([a-z_][\w, ]*): (.*)", line) for line in lines]
    if not all(entries):
        return f"<p>{key_facts.prose(' '.join(lines))}</p>\n"
    rows = "".join(f"<dt><code>{html.escape(entry.group(1))}</code></dt><dd>{key_facts.prose(entry.group(2))}</dd>\n"
                   for entry in entries)
    return f"<dl>{rows}</dl>\n"
