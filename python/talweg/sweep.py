"""Sweeps: one scene, run many times with other values of some of its keys."""
import json
import os
import pathlib
import sys

import numpy

from . import _talweg
from .run import Run

# What a process of a sweep executes: the folder of the package, the study, the sweep's directory, threads, retry, run.
_RUN = """import signal, sys
sys.path.insert(0, sys.argv[1])
from talweg import _talweg
def stop(number, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGTERM, stop)
study, directory, threads, retry, index = sys.argv[2:]
_talweg.make_run(study, directory, int(index), int(threads), retry == "True")
"""


class Sweep:
    """A sweep: `sweep` returns one, and Sweep("runs/stiffness") opens the directory of any.

    len(sweep) is the number of runs; sweep[3] is the Run of that number, if it was made.
    """

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        if not (self.directory / "sweep.json").is_file():
            raise _talweg.Error(f"{directory} is not the directory of a sweep (it has no sweep.json)")
        with open(self.directory / "sweep.json", encoding="utf-8") as file:
            self.values = json.load(file)["runs"]

    @property
    def table(self):
        """One row per run, as a dictionary of arrays: varied keys, how runs ended, measures, energies at the end."""
        with numpy.load(self.directory / "table.npz") as archive:
            return {name: archive[name] for name in archive.files}

    @property
    def failures(self):
        """What became of runs that did not finish: a dictionary from their numbers to words."""
        ended = self.table["ended"]
        return {run: str(words) for run, words in enumerate(ended) if words != "finished"}

    def __len__(self):
        return len(self.values)

    def __getitem__(self, run):
        if not -len(self) <= run < len(self):
            raise IndexError(f"the sweep has {len(self)} runs, none with number {run}")
        return Run(self.directory / f"run_{run % len(self):04}")

    def __repr__(self):
        return f"<talweg.Sweep {str(self.directory)!r}: {len(self)} runs of {', '.join(self.values[0])}>"


def sweep(scene, vary, directory, *, set=None, together=False, sample=None, jobs=0, threads=1, retry=False,
          overwrite=False):
    """Runs a scene many times with other values of its keys, in parallel processes, and returns the Sweep.

    scene: a Scene, or the path of a scene file.
    vary: what differs, a dictionary from paths to values ({"bodies[0].density": [500, 1000]}) or to the keys of a
        study ({"contact.friction": {"from": 0.1, "to": 0.9, "count": 5}}); see docs/sweeps.md.
    directory: of the sweep. The same call again goes on with what is left to do.
    set: values that all runs get. together: lists side by side instead of each with each.
    sample: how keys with from and to alone are sampled: {"count": 64, "method": "latin_hypercube", "seed": 1}.
    jobs: runs at a time, 0: as many as there are processors. threads: of each run.
    retry: makes runs anew that stopped or failed. overwrite: removes what is there first.

    Runs that fail leave the others alone; Sweep.failures tells of them. Raises Error when the study itself is wrong.
    """
    directory = pathlib.Path(directory)
    plan = directory / "sweep.json"
    # A study that was refused leaves its two files behind: the mended one takes their place.
    ours = {"scene.json", "study.json"}
    if directory.exists() and not plan.exists() and any(path.name not in ours for path in directory.iterdir()):
        raise _talweg.Error(f"{directory} holds files that are no sweep of talweg; choose another directory")
    directory.mkdir(parents=True, exist_ok=True)
    if isinstance(scene, _talweg.Scene):
        scene.write(directory / "scene.json")
        scene = directory / "scene.json"
    entries = [{"key": key, **(values if isinstance(values, dict) else {"values": _plain(values)})}
               for key, values in vary.items()]
    study = {"scene": str(pathlib.Path(os.fspath(scene)).absolute()), "vary": entries, "together": together,
             "set": {key: _plain(value) for key, value in (set or {}).items()}}
    if sample is not None:
        study["sample"] = sample
    file = directory / "study.json"
    file.write_text(json.dumps(study, indent=2, default=_plain) + "\n", encoding="utf-8")
    package = str(pathlib.Path(__file__).resolve().parents[1])
    command = [sys.executable, "-c", _RUN, package, str(file), str(directory), str(threads), str(retry)]
    _talweg.make_sweep(file, directory, command, jobs, retry, overwrite)
    return Sweep(directory)


def _plain(value):
    """NumPy's arrays and numbers as lists and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return [_plain(entry) for entry in value] if isinstance(value, (list, tuple, range)) else value
