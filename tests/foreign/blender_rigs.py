"""Inside Blender: a rigged and animated mesh, exported as glTF; and the point caches that talweg made of it, opened on
that same rigged mesh and measured vertex by vertex.

    blender --background --factory-startup --python blender_rigs.py -- write|read DIRECTORY
"""
import os
import sys
import traceback

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from expected import Run, compare, finish  # noqa: E402

PART, DIRECTORY = sys.argv[sys.argv.index("--") + 1:]
STATIONS, AROUND, LAST, FPS = 17, 8, 12, 24


def rigged_arm():
    """A rod from x = 0 to 2 with bones from 0 to 1 and from 1 to 2; the second turns up by 50° within half a second."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = FPS, 0, LAST
    vertices, faces = [], [list(range(AROUND))[::-1], [(STATIONS - 1) * AROUND + k for k in range(AROUND)]]
    for station in range(STATIONS):
        for k in range(AROUND):
            angle = 2 * np.pi * k / AROUND
            vertices.append((2 * station / (STATIONS - 1), 0.15 * np.cos(angle), 0.15 * np.sin(angle)))
            if station > 0:
                here, there = station * AROUND, (station - 1) * AROUND
                faces.append([there + k, there + (k + 1) % AROUND, here + (k + 1) % AROUND, here + k])
    mesh = bpy.data.meshes.new("arm")
    mesh.from_pydata(vertices, [], faces)
    arm = bpy.data.objects.new("arm", mesh)
    armature = bpy.data.objects.new("armature", bpy.data.armatures.new("bones"))
    for item in arm, armature:
        scene.collection.objects.link(item)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for name, start in ("upper", 0.0), ("fore", 1.0):
        bone = armature.data.edit_bones.new(name)
        bone.head, bone.tail = (start, 0, 0), (start + 1, 0, 0)
    armature.data.edit_bones["fore"].parent = armature.data.edit_bones["upper"]
    bpy.ops.object.mode_set(mode="OBJECT")
    for name in "upper", "fore":
        arm.vertex_groups.new(name=name)
    for index, (x, _, _) in enumerate(vertices):
        fore = min(1.0, max(0.0, (x - 0.6) / 0.8))
        arm.vertex_groups["fore"].add([index], fore, "REPLACE")
        arm.vertex_groups["upper"].add([index], 1 - fore, "REPLACE")
    arm.parent = armature
    arm.modifiers.new("rig", "ARMATURE").object = armature
    fore = armature.pose.bones["fore"]
    fore.rotation_mode = "XYZ"
    for frame in range(LAST + 1):
        fore.rotation_euler[2] = np.radians(50) * np.sin(0.5 * np.pi * frame / LAST)
        fore.keyframe_insert("rotation_euler", frame=frame)
    return arm


def positions(item, frame):
    """Vertices after all modifiers, in the axes of talweg: Blender has z up."""
    bpy.context.scene.frame_set(frame)
    shown = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    x = np.array([tuple(shown.matrix_world @ vertex.co) for vertex in shown.data.vertices])
    return np.stack([x[:, 0], x[:, 2], -x[:, 1]], axis=1)


def write():
    arm = rigged_arm()
    np.save(f"{DIRECTORY}/armature.npy", np.array([positions(arm, frame) for frame in range(LAST + 1)]))
    bpy.ops.export_scene.gltf(filepath=f"{DIRECTORY}/arm.glb", export_format="GLB", export_yup=True,
                              export_skins=True, export_animations=True, export_normals=False,
                              export_texcoords=False, export_materials="NONE")


def read():
    run, led = Run(f"{DIRECTORY}/run"), np.load(f"{DIRECTORY}/armature.npy")
    if len(run.x) != LAST + 1:
        sys.exit(f"{len(run.x)} frames instead of {LAST + 1}")
    for body in run.bodies:
        arm = rigged_arm()
        arm.modifiers.remove(arm.modifiers["rig"])  # the cache knows where the bones have led it
        cache = arm.modifiers.new("cache", "MESH_CACHE")
        cache.cache_format = "PC2"
        cache.filepath = os.path.abspath(f"{DIRECTORY}/run/pc2/{body['name']}.pc2")
        farthest = 0.0
        for frame in range(LAST + 1):
            shown = positions(arm, frame)
            compare(f"{body['name']}, frame {frame}", shown, run.x[frame][run.skin(body)])
            if body["name"] == "skin":  # led by its rig alone: where Blender's own armature has it
                compare(f"armature, frame {frame}", shown, led[frame], 2e-6)
            farthest = max(farthest, float(np.abs(shown - led[frame]).max()))
        print(f"{body['name']}: at most {farthest:.4f} m from where the armature alone has it")
        if body["name"] == "flesh" and not 0.003 < farthest < 0.3:
            sys.exit(f"flesh: {farthest} m from the bones is no swing")
    finish(f"Blender {bpy.app.version_string} with rigs")


try:
    write() if PART == "write" else read()
except Exception:  # Blender itself would print it and end with success
    traceback.print_exc()
    sys.exit(1)
