"""The type stubs say what the module has, name by name and parameter by parameter; and everything has a docstring."""
import ast
import inspect
import re
import unittest

import talweg as tw
from workplace import ROOT

STUBS = ast.parse((ROOT / "python/talweg/__init__.pyi").read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUBS.body if isinstance(node, ast.FunctionDef)}


def is_property(function):
    return any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list)


def is_setter(function):
    return any(isinstance(d, ast.Attribute) and d.attr == "setter" for d in function.decorator_list)


def parameters(function):
    """Names of the parameters of a stub, in order."""
    names = function.args
    every = [*names.args, *names.kwonlyargs, *([names.kwarg] if names.kwarg else [])]
    return [a.arg for a in every if a.arg != "self"]


def actual_parameters(function):
    """The same of the module: of compiled functions, from the signature in their docstring."""
    if inspect.isfunction(function):
        return [name for name in inspect.signature(function).parameters if name != "self"]
    signature = re.match(r"\w+\((.*)\) -> ", function.__doc__).group(1)
    names = re.findall(r"(?:^|, )\*{0,2}(\w+)(?=[:,]|$)", signature)
    return ["keys" if name == "kwargs" else name for name in names if name != "self"]


class Stubs(unittest.TestCase):
    def test_the_same_names(self):
        self.assertEqual(set(CLASSES), {name for name in tw.__all__ if inspect.isclass(getattr(tw, name))})
        self.assertEqual(set(tw.__all__) - set(CLASSES) - set(FUNCTIONS), {"__version__"})
        for name, stub in FUNCTIONS.items():
            self.assertEqual(parameters(stub), actual_parameters(getattr(tw, name)))

    def test_the_same_members(self):
        for name, stub in CLASSES.items():
            functions = [node for node in stub.body
                         if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")]
            actual = {member for member in vars(getattr(tw, name)) if not member.startswith("_")}
            self.assertEqual({f.name for f in functions}, actual, name)
            for function in functions:
                member = inspect.getattr_static(getattr(tw, name), function.name)
                with self.subTest(f"{name}.{function.name}"):
                    if is_setter(function):
                        self.assertIsNotNone(member.fset)
                    elif is_property(function):
                        self.assertIsInstance(member, property)
                        setters = [f for f in functions if f.name == function.name and is_setter(f)]
                        self.assertEqual(member.fset is not None, bool(setters))
                    else:
                        actual_function = getattr(getattr(tw, name), function.name)
                        self.assertEqual(parameters(function), actual_parameters(actual_function))

    def test_everything_has_a_docstring(self):
        for name in CLASSES:
            self.assertTrue(getattr(tw, name).__doc__)
            for member, value in vars(getattr(tw, name)).items():
                if not member.startswith("_"):
                    text = re.sub(r"^\w+\(.*\) -> .*\n*", "", getattr(value, "__doc__", None) or "")
                    self.assertTrue(text.strip(), f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
