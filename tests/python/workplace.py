"""What the tests of the Python module share: a directory of their own, and the command line's program."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import talweg as tw

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = os.environ["TALWEG_PROGRAM"]


def fenced(page, language):
    """The blocks of a language in a page of the documentation."""
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def program(*arguments, cwd=None):
    """Runs talweg with these arguments; what it said and how it ended."""
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, check=False)


def rope(segments=10, **keys):
    """A rope that is held at its first point and falls."""
    scene = tw.Scene(**{"time": {"step": 0.01, "frames": 20}, **keys})
    scene.body(name="rope", shape={"type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": segments}, density=1,
               energies=[{"type": "spring", "stiffness": 500}], hold=[{"select": {"group": "start"}}])
    return scene


def jelly(cells=2, **keys):
    """A soft box of tetrahedra, held at its left face."""
    scene = tw.Scene(**{"time": {"step": 0.01, "frames": 10}, **keys})
    scene.body(name="jelly", shape={"type": "box", "size": [1, 1, 1], "cells": [cells] * 3}, material="jelly",
               hold=[{"select": {"group": "left"}}])
    return scene


class InADirectory(unittest.TestCase):
    """A test with a directory that is gone afterwards."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="talweg_test_")
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)

    def message(self, action, *arguments, **keys):
        """The message of the talweg.Error that the action raises."""
        with self.assertRaises(tw.Error) as caught:
            action(*arguments, **keys)
        return str(caught.exception)

    def same(self, one, other):
        """Two runs that must not differ in a single bit."""
        for name in ["positions.npy", "newton.csv", "topology.json", "scene.json"]:
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes(), name)
