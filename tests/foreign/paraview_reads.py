"""Inside ParaView's pvpython: the collections of a run, their times, cells, fields and points.

    pvpython paraview_reads.py DIRECTORY
"""
import os
import sys

import numpy as np
from paraview import simple
from vtk.util.numpy_support import vtk_to_numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from expected import Run, compare, finish  # noqa: E402

DIRECTORY = sys.argv[1]
run = Run(DIRECTORY)
elements = {name: np.load(f"{DIRECTORY}/elements/{name}.npy") for name in ("von_mises_stress", "principal_stretches")}


def blocks(data):
    """The grids of a reader's output."""
    if data.IsA("vtkMultiBlockDataSet"):
        return [grid for i in range(data.GetNumberOfBlocks()) for grid in blocks(data.GetBlock(i))]
    return [data]


def at(reader, frame):
    times = list(reader.TimestepValues)
    compare("times", times, run.frame_time * np.arange(len(run.x)), 1e-15)
    reader.UpdatePipeline(times[frame])
    return simple.servermanager.Fetch(reader)


def check(name, points, cells, cell_type, fields):
    reader = simple.PVDReader(FileName=f"{DIRECTORY}/vtu/{name}.pvd")
    for frame in run.frames():
        grid = blocks(at(reader, frame))[0]
        x = vtk_to_numpy(grid.GetPoints().GetData())
        compare(f"{name}, frame {frame}", x, run.x[frame][points], 0)  # double throughout
        data = grid.GetPointData()
        compare(f"{name}: displacement", vtk_to_numpy(data.GetArray("displacement")),
                (run.x[frame] - run.x[0])[points])
        before, after = max(frame - 1, 0), min(frame + 1, len(run.x) - 1)
        velocity = (run.x[after] - run.x[before]) / ((after - before) * run.frame_time)
        compare(f"{name}: velocity", vtk_to_numpy(data.GetArray("velocity")), velocity[points])
        if grid.GetNumberOfCells() != cells or grid.GetCellType(0) != cell_type:
            sys.exit(f"{name}: {grid.GetNumberOfCells()} cells of type {grid.GetCellType(0)}")
        for field, first in fields.items():
            values = vtk_to_numpy(grid.GetCellData().GetArray(field))
            compare(f"{name}: {field}", values, elements[field][frame][first:first + cells])


TRIANGLE, LINE, TET = 5, 3, 10
first_element = 0
for body in run.bodies:
    name = body["name"].replace(" ", "_")
    if body["tets"]:
        fields = {field: first_element for field in elements}
        check(name, run.volume(body), len(body["tets"]), TET, fields)
        first_element += len(body["tets"])
        if len(run.volume(body)) < body["point_count"]:
            check(f"{name}_surface", run.skin(body), len(body["triangles"]), TRIANGLE, {})
    elif body["triangles"]:
        check(name, run.skin(body), len(body["triangles"]), TRIANGLE, {})
    else:
        check(name, run.skin(body), len(body["edges"]), LINE, {})

everything = blocks(at(simple.PVDReader(FileName=f"{DIRECTORY}/vtu/all.pvd"), 1))
compare("number of blocks", len(everything), len(run.bodies) + 1)  # one body rides in a lattice
finish(f"ParaView {simple.GetParaViewVersion()}")
