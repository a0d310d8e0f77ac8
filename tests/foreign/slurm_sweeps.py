"""A sweep as an array job of a real Slurm: the table is that of the same sweep on this machine, bit by bit, also when
the array is killed midway and submitted again: PROGRAM."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from slurm_cluster import Cluster

RUNS = 64
FRAMES = 200
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())

NET = {
    "time": {"step": 0.002, "frames": FRAMES},
    "planar": True,
    "bodies": [{"name": "net", "shape": {"type": "grid", "size": [1, 1], "cells": [8, 8]}, "density": 10,
                "start": {"stretch": [1.3, 1, 1]}, "energies": [{"type": "spring", "stiffness": 1e3}],
                "hold": [{"select": {"indices": [8]}}]}],
    "expect": [{"measure": "position", "frame": FRAMES, "body": "net", "point": 80, "axis": "y", "value": 0,
                "compare": "at_most"}],
}
STUDY = {
    "scene": "net.json",
    "sample": {"count": RUNS},
    "vary": [{"key": "bodies[0].density", "from": 5, "to": 20},
             {"key": "bodies[0].energies[0].stiffness", "from": 100, "to": 1e4, "scale": "log", "name": "k"}],
}


def talweg(folder, environment, *arguments):
    done = subprocess.run([PROGRAM, "sweep", "study.json", *arguments], cwd=folder, env=environment,
                          capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def same_tables(folder, one, other):
    for name in ("table.csv", "table.npz"):
        assert (folder / one / name).read_bytes() == (folder / other / name).read_bytes(), f"{other}/{name} differs"


def ended(sweep):
    """The column of how runs ended; nothing in it has a comma."""
    rows = [line.split(",") for line in (sweep / "table.csv").read_text().splitlines()]
    return [row[rows[0].index("ended")] for row in rows[1:]]


def submitted(folder, cluster, name):
    """Submits the sweep; the number of its array job."""
    told = talweg(folder, cluster.environment, "-o", name, "--slurm", "--slurm-option=--partition=runs")
    assert told.startswith("submitted as job "), told
    return told.split()[3].rstrip(";")


def main(folder):
    (folder / "net.json").write_text(json.dumps(NET))
    (folder / "study.json").write_text(json.dumps(STUDY))
    talweg(folder, None, "-o", "here", "-q")
    assert ended(folder / "here") == ["finished"] * RUNS
    (folder / "cluster").mkdir()
    with Cluster(folder / "cluster") as cluster:
        # A name that neither shells nor sbatch may take apart.
        submitted(folder, cluster, "whole array 100%a")
        cluster.wait_for_jobs(300)
        logs = [(folder / f"whole array 100%a/slurm-{run}.txt").read_text() for run in range(RUNS)]
        assert all(f"run_{run:04} (" in log and " finished" in log for run, log in enumerate(logs)), logs
        same_tables(folder, "here", "whole array 100%a")
        print(f"{RUNS} runs as an array give the table of this machine")

        array = submitted(folder, cluster, "killed")
        while len(list((folder / "killed").glob("run_*/run.json"))) < RUNS // 3:
            time.sleep(0.02)
        cluster.ask("scancel", "--signal=KILL", "--full", array)  # what runs dies at once
        cluster.ask("scancel", array)                              # what waits never begins
        cluster.wait_for_jobs(120)
        # The second job tells of what there is.
        states = ended(folder / "killed")
        left = sum(state != "finished" for state in states)
        assert 0 < left < RUNS, states
        submitted(folder, cluster, "killed")
        cluster.wait_for_jobs(300)
        same_tables(folder, "here", "killed")
        print(f"killed with {left} runs left and submitted again: the same table")


with tempfile.TemporaryDirectory(prefix="talweg_slurm_") as place:
    main(pathlib.Path(place))
