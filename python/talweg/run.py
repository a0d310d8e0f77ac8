"""Run directories: what a recorded run has left behind."""
import html
import json
import pathlib

import numpy

from . import _talweg
from ._talweg import Error


class Run:
    """A recorded run: `Scene.run` returns one, and Run("runs/flag") opens any run directory.

    In a notebook it shows its report page: the motion, the plots, the parameters.
    """

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        if not (self.directory / "run.json").is_file():
            raise Error(f"{directory} is not the directory of a run (it has no run.json); Scene.run makes one")
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
        return self._field(self.directory / "elements", name, "of elements; scenes record them by record.elements")

    def point_field(self, name):
        """A recorded field of particles: pressure, density, age; (frames + 1, points), nan where a point has none."""
        fields = [known for known in ("pressure", "density", "age") if (self.directory / f"{known}.npy").exists()]
        return self._field(self.directory, name, "of points; liquids have pressure and density, emitters age", fields)

    def _field(self, folder, name, kind, known=None):
        known = sorted(path.stem for path in folder.glob("*.npy")) if known is None else known
        if name not in known:
            raise Error(f'the run has no field "{name}" {kind}. It has: {", ".join(known) or "none"}')
        return numpy.load(folder / f"{name}.npy", mmap_mode="r")

    @property
    def series(self):
        """The series of the run, a dictionary of arrays (steps + 1, columns), read from the files as they are used.

        summary["series"][name] has the names of the columns, and the unit. Runs without record.series have none.
        """
        return {name: self._series(name) for name in self.summary.get("series", {})}

    def momentum(self, body):
        """Momentum of a body in every step, kg m/s: (steps + 1, 3); of an obstacle zero."""
        return self._of_body("momentum", body)[:, :3]

    def angular_momentum(self, body):
        """Angular momentum of a body about the origin in every step, kg m²/s: (steps + 1, 3); of an obstacle zero."""
        return self._of_body("momentum", body)[:, 3:]

    def impulses(self, body):
        """What acted on a body in every step, N s: a dictionary of arrays (steps + 1, 3); at the start all are zero.

        loads, holds, integrator, where bodies are joined joints, and with contact also contact and friction. Under
        implicit Euler their sum is the change of the body's momentum.
        """
        return {kind: values[:, :3] for kind, values in self._impulses_on(body).items()}

    def angular_impulses(self, body):
        """The moments of these impulses about the origin, N m s: a dictionary of arrays (steps + 1, 3).

        integrator is what implicit Euler itself takes of the angular momentum.
        """
        return {kind: values[:, 3:] for kind, values in self._impulses_on(body).items()}

    def reaction(self, body):
        """Force of what holds or leads a body, mean over every step, N: (steps + 1, 3); at the start zero.

        Of holds, scripts and pins together; of an obstacle, what keeps it in its place against what touches it.
        """
        return self._reactions_on(body)[:, :3]

    def reaction_moment(self, body):
        """Moment of that force about the origin, mean over every step, N m: (steps + 1, 3)."""
        return self._reactions_on(body)[:, 3:]

    @property
    def joint_names(self):
        """Names of the joints, springs and ropes between bodies, as a list."""
        columns = self.summary.get("series", {}).get("joints", {}).get("columns", [])
        return [column[:-2] for column in columns[::6]]

    def joint_force(self, joint):
        """Force of a joint on its second body, or on its only one, mean over every step, N: (steps + 1, 3)."""
        return self._over_steps(self._of("joints", "joint", joint))[:, :3]

    def joint_moment(self, joint):
        """Moment of a joint about its place, mean over every step, N m: (steps + 1, 3)."""
        return self._over_steps(self._of("joints", "joint", joint))[:, 3:]

    def joint_motion(self, joint):
        """Where a hinge or slider is and how fast: (steps + 1, 2), degrees, turns counted, and rad/s, or m and m/s."""
        columns = self._columns_of("joint_motion", joint)
        return numpy.stack(list(columns.values()), axis=1)

    def joint_drive(self, joint):
        """What acts in a joint, as a dictionary of arrays (steps + 1): target, error, motor, beyond, aside…"""
        return self._columns_of("joint_drives", joint)

    def _columns_of(self, name, joint):
        values, columns = self._series(name), self.summary["series"][name]["columns"]
        found = {c[len(joint) + 1:]: values[:, k] for k, c in enumerate(columns) if c.rsplit(".", 1)[0] == joint}
        if not found:
            known = ", ".join(dict.fromkeys(column.rsplit(".", 1)[0] for column in columns))
            raise Error(f'there is no joint "{joint}" in {name}; there are: {known}')
        return found

    def _series(self, name):
        if name not in self.summary.get("series", {}):
            known = ", ".join(self.summary.get("series", {})) or "none (record.series)"
            raise Error(f'the run has no series "{name}"; it has {known}')
        return numpy.load(self.directory / "series" / f"{name}.npy", mmap_mode="r")

    def _of_body(self, name, body):
        return self._of(name, "body", body)

    def _of(self, series, kind, name):
        """The columns of a body or joint: along x, y, z, and about them."""
        values, columns = self._series(series), self.summary["series"][series]["columns"]
        if f"{name}.x" not in columns:
            known = ", ".join(column.rsplit(".", 1)[0] for column in columns[::6])
            raise Error(f'there is no {kind} "{name}"; there are: {known}')
        first = columns.index(f"{name}.x")
        return values[:, first:first + 6]

    def _impulses_on(self, body):
        kinds = ["loads", "holds", "integrator", "joints", "contact", "friction"]
        recorded = [kind for kind in kinds if f"impulse_{kind}" in self.summary.get("series", {})]
        return {kind: self._of_body(f"impulse_{kind}", body) for kind in recorded or kinds}  # none: the first is missed

    def _reactions_on(self, body):
        return self._over_steps(self._of_body("impulse_holds", body))

    def _over_steps(self, impulses):
        # A resumed run may go on with steps of another length; no step leads to the start.
        lengths = numpy.diff(self.steps["time"][:len(impulses)], prepend=-numpy.inf)
        return impulses / lengths[:, None]

    def picture(self, frame=None, *, size=(960, 540), colour=None, samples=24, dark=False):
        """A frame as `talweg render` draws it: an array (height, width, 3) of bytes, red, green and blue.

        frame: its number, from the end when negative; default the last. colour: a field such as "stress", or "body".
        """
        return _talweg.picture(self.directory, frame, tuple(size), colour, samples, dark)

    def __repr__(self):
        so_far = f"{self.summary.get('frames', 0)} frames, {self.summary.get('time', 0):.6g} s"
        return f"<talweg.Run {str(self.directory)!r}: {self.ended}, {so_far}>"

    def _repr_html_(self):
        page = html.escape(self.report.read_text(encoding="utf-8"), quote=True)
        style = "width:100%;height:640px;border:0"
        return f'<iframe sandbox="allow-scripts" srcdoc="{page}" style="{style}" allowfullscreen></iframe>'
