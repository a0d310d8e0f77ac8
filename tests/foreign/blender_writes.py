"""Inside Blender: an animated mesh, as Blender itself writes it: obj with PC2 cache, and obj sequence; and where its
vertices are in every frame, in the axes of talweg.

    blender --background --factory-startup --python blender_writes.py -- DIRECTORY
"""
import sys
import traceback

import addon_utils
import bpy
import numpy as np

DIRECTORY = sys.argv[sys.argv.index("--") + 1]
FIRST, LAST = 1, 13


def animated_sheet():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=5, y_subdivisions=3, size=2, location=(0.5, 0, 1))
    sheet = bpy.context.object
    sheet.shape_key_add(name="Basis")
    bent = sheet.shape_key_add(name="bent")
    for point in bent.data:
        point.co.z += 0.4 * point.co.x ** 2 + 0.1 * point.co.y
    for frame, value in (FIRST, 0.0), (7, 1.0), (LAST, -0.5):
        bent.value = value
        bent.keyframe_insert("value", frame=frame)
    sheet.select_set(True)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = FIRST, LAST
    return sheet


def positions(sheet, frame):
    bpy.context.scene.frame_set(frame)
    shown = sheet.evaluated_get(bpy.context.evaluated_depsgraph_get())
    x = np.array([tuple(shown.matrix_world @ vertex.co) for vertex in shown.data.vertices])
    return np.stack([x[:, 0], x[:, 2], -x[:, 1]], axis=1)


try:
    sheet = animated_sheet()
    np.save(f"{DIRECTORY}/blender.npy", np.array([positions(sheet, frame) for frame in range(FIRST, LAST + 1)]))
    bpy.context.scene.frame_set(FIRST)
    bpy.ops.wm.obj_export(filepath=f"{DIRECTORY}/sheet.obj", export_materials=False)
    bpy.ops.wm.obj_export(filepath=f"{DIRECTORY}/sheet_.obj", export_materials=False, export_animation=True,
                          start_frame=FIRST, end_frame=LAST)
    addon_utils.enable("io_export_pc2")
    bpy.ops.export_shape.pc2(filepath=f"{DIRECTORY}/sheet.pc2", rot_x90=True, world_space=True, apply_modifiers=True,
                             range_start=FIRST, range_end=LAST, sampling="1")
except Exception:  # Blender itself would print it and end with success
    traceback.print_exc()
    sys.exit(1)
