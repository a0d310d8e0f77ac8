"""What a run directory holds, for measuring."""
import csv
import json

import numpy


class Recorded:
    """A run by its directory."""

    def __init__(self, directory):
        self.directory = directory
        self.topology = json.loads((directory / "topology.json").read_text(encoding="utf-8"))

    def body(self, name=None):
        """Frames × points × 3 of a body, the first one unless named."""
        body = self._named(name)
        first, count = body["first_point"], body["point_count"]
        return numpy.load(self.directory / "positions.npy")[:, first : first + count]

    def triangles(self, name=None):
        return self._corners("triangles", 3, name)

    def tets(self, name=None):
        return self._corners("tets", 4, name)

    def middle(self, name=None):
        """Frames × 3, the mean of a body's points."""
        return self.body(name).mean(axis=1)

    def _named(self, name):
        bodies = self.topology["bodies"]
        return bodies[0] if name is None else next(b for b in bodies if b["name"] == name)

    def _corners(self, kind, count, name):
        """Elements × corners, by points of the body."""
        return numpy.array(self._named(name)[kind]).reshape(-1, count)

    def steps(self, column):
        return self.table("steps.csv", column)

    def newton(self, column):
        return self.table("newton.csv", column)

    def table(self, file, column):
        with open(self.directory / file, encoding="utf-8") as rows:
            return numpy.array([float(row[column]) for row in csv.DictReader(rows)])

    def elements(self, field):
        return numpy.load(self.directory / "elements" / f"{field}.npy")
