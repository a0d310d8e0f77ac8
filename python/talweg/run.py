"""Run directories: what a recorded run has left behind."""
import html
import json
import pathlib

import numpy


class Run:
    """A recorded run: `Scene.run` returns one, and Run("runs/flag") opens any run directory.

    In a notebook it shows its report page: the motion, the plots, the parameters.
    """

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        with open(self.directory / "run.json", encoding="utf-8") as file:
            self.summary = json.load(file)

    @property
    def ended(self):
        """How it ended: "finished", "interrupted", or "stopped: " and a reason."""
        return self.summary["ended"]

    @property
    def report(self):
        """Path of report.html, which any browser opens."""
        return self.directory / "report.html"

    @property
    def positions(self):
        """Positions of all points in all frames, m: (frames + 1, points, 3), read from the file as they are used."""
        return numpy.load(self.directory / "positions.npy", mmap_mode="r")

    @property
    def steps(self):
        """The table steps.csv as a dictionary of arrays, one entry per step; steps[0] is the start."""
        table = numpy.genfromtxt(self.directory / "steps.csv", delimiter=",", names=True, encoding="utf-8", ndmin=1)
        return {name: table[name] for name in table.dtype.names}

    def element_field(self, name):
        """A recorded field of the elements of solids: (frames + 1, elements) or (frames + 1, elements, components)."""
        return numpy.load(self.directory / "elements" / f"{name}.npy", mmap_mode="r")

    def __repr__(self):
        return f"<talweg.Run {str(self.directory)!r}: {self.ended}>"

    def _repr_html_(self):
        page = html.escape(self.report.read_text(encoding="utf-8"), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:640px;border:0" allowfullscreen></iframe>'
