"""Where talweg moved the points that follow Blender's files, against where Blender has them.

    python3 imports_agree.py DIRECTORY
"""
import sys

import numpy as np

from expected import Run, compare, finish

run = Run(f"{sys.argv[1]}/run")
blender = np.load(f"{sys.argv[1]}/blender.npy")
bodies = {body["name"]: body["first_point"] + np.arange(body["point_count"]) for body in run.bodies}
for frame in range(len(blender)):
    compare(f"sheet, frame {frame}", run.x[frame][bodies["sheet"]], blender[frame], 1e-7)
    # Blender writes six digits into obj files.
    compare(f"blade, frame {frame}", run.x[frame][bodies["blade"]], blender[frame] + [0, 5, 0], 6e-7)
finish("from Blender")
