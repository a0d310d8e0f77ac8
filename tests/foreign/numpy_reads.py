"""NumPy: the archive of a run, its arrays, shapes and types.

    python3 numpy_reads.py DIRECTORY
"""
import sys

import numpy as np

from expected import Run, compare, finish

run = Run(sys.argv[1])
with np.load(f"{sys.argv[1]}/clip.npz") as archive:
    arrays = {name: archive[name] for name in archive}

compare("positions", arrays["positions"], run.x, 0)
compare("times", arrays["times"], run.frame_time * np.arange(len(run.x)), 1e-15)
compare("frames", arrays["frames"], np.arange(len(run.x)), 0)
compare("velocities", arrays["velocities"][1:-1], (run.x[2:] - run.x[:-2]) / (2 * run.frame_time), 1e-12)
assert list(arrays["body_names"]) == [body["name"] for body in run.bodies], arrays["body_names"]
compare("points of bodies", arrays["body_point_count"], [body["point_count"] for body in run.bodies], 0)
for kind, corners in ("edges", 2), ("triangles", 3), ("tets", 4):
    expected = [np.array(body[kind]).reshape(-1, corners) + body["first_point"] for body in run.bodies]
    compare(kind, arrays[kind], np.concatenate(expected), 0)
for name in "von_mises_stress", "principal_stretches":
    compare(name, arrays[f"elements_{name}"], np.load(f"{sys.argv[1]}/elements/{name}.npy"), 0)
finish(f"NumPy {np.__version__}")
