"""Inside Blender: the glb, the point caches, the obj and the ply sequence of a run, measured vertex by vertex.

    blender --background --factory-startup --python blender_reads.py -- DIRECTORY
"""
import os
import sys
import traceback

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from expected import Run, compare, finish  # noqa: E402

DIRECTORY = sys.argv[sys.argv.index("--") + 1]
run = Run(DIRECTORY)


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def world_positions(item, y_up=True):
    """Vertices after all modifiers and shape keys, in the axes of talweg: Blender has z up."""
    shown = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = shown.to_mesh()
    x = np.array([tuple(shown.matrix_world @ vertex.co) for vertex in mesh.vertices])
    shown.to_mesh_clear()
    return np.stack([x[:, 0], x[:, 2], -x[:, 1]], axis=1) if y_up else x


def check_glb():
    empty_scene()
    scene = bpy.context.scene
    scene.render.fps = round(1 / run.frame_time)
    # Flat, because the importer of Blender 3.4 asks NumPy for a name that Debian's no longer has.
    bpy.ops.import_scene.gltf(filepath=f"{DIRECTORY}/clip.glb", import_shading="FLAT")
    for frame in run.frames():
        time = frame * run.frame_time * scene.render.fps / scene.render.fps_base
        scene.frame_set(int(time), subframe=time - int(time))
        for body in run.bodies:
            compare(f"glb: {body['name']}, frame {frame}", world_positions(bpy.data.objects[body["name"]]),
                    run.x[frame][run.skin(body)])


def check_pc2(folder, up):
    empty_scene()
    for body in run.bodies:
        name = body["name"].replace(" ", "_")
        axes = {"forward_axis": "NEGATIVE_Z", "up_axis": "Y"} if up == "y" else {"forward_axis": "Y", "up_axis": "Z"}
        bpy.ops.wm.obj_import(filepath=f"{folder}/{name}.obj", **axes)
        item = bpy.data.objects[name]
        cache = item.modifiers.new("cache", "MESH_CACHE")
        cache.cache_format = "PC2"
        cache.filepath = os.path.abspath(f"{folder}/{name}.pc2")
        for frame in run.frames():
            bpy.context.scene.frame_set(frame)
            compare(f"pc2: {name}, frame {frame}", world_positions(item), run.x[frame][run.skin(body)])


def check_obj():
    for frame in run.frames():
        empty_scene()
        bpy.ops.wm.obj_import(filepath=f"{DIRECTORY}/obj/frame_{frame:06}.obj")
        for body in run.bodies:
            item = bpy.data.objects[body["name"].replace(" ", "_")]
            compare(f"obj: {body['name']}, frame {frame}", world_positions(item), run.x[frame][run.skin(body)])
            if len(item.data.polygons) != len(body["triangles"]) and body["triangles"]:
                sys.exit(f"obj: {body['name']} has {len(item.data.polygons)} faces")


def check_ply():
    """One mesh of all bodies; the importer turns nothing."""
    for frame in run.frames():
        empty_scene()
        bpy.ops.import_mesh.ply(filepath=f"{DIRECTORY}/ply/frame_{frame:06}.ply")
        shown = np.concatenate([run.skin(body) for body in run.bodies])
        compare(f"ply, frame {frame}", world_positions(bpy.context.object, y_up=False), run.x[frame][shown])
        faces = sum(len(body["triangles"]) for body in run.bodies)
        if len(bpy.context.object.data.polygons) != faces:
            sys.exit(f"ply: {len(bpy.context.object.data.polygons)} faces instead of {faces}")


try:
    check_glb()
    check_pc2(f"{DIRECTORY}/pc2", "y")
    check_pc2(f"{DIRECTORY}/pc2_z", "z")
    check_obj()
    check_ply()
    finish(f"Blender {bpy.app.version_string}")
except Exception:  # Blender itself would print it and end with success
    traceback.print_exc()
    sys.exit(1)
