/// Scenes for the tests of this folder: the smallest one, and one that uses every key there is.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "talweg/math/error.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::testing {

inline const std::string small_scene = R"({
  "time": { "step": 0.01 },
  "bodies": [ {
    "name": "square",
    "shape": { "type": "grid", "size": [1, 1], "cells": [4, 4] },
    "density": 1000
  } ]
}
)";

inline const std::string full_scene = R"(// Every key once.
{
  "$schema": "scene.schema.json",
  "title": "Everything",
  "description": "A scene that leaves no key out.",
  "planar": false, "record": {"elements":["volume_ratio"],"contact":true,"series":false,"export":["vtu"]},
  "gravity": [0, 0, -1.62],
  "air": { "density": 1.1, "wind": [2, "sin(t - x)*2", { "keyframes": [[0, 0], [1, 3]] }] },
  "time": { "step": 0.005, "frames": 20, "steps_per_frame": 2 },
  "integrator": { "type": "velocity_verlet", "error_tolerance": 1e-6 },
  "solver": { "tolerance": 1e-3, "max_iterations": 50, "linear": "ldlt" },
  "bodies": [
    {
      "name": "grid",
      "shape": { "type": "grid", "size": [1, 2], "cells": [4, 8] },
      "place": { "scale": 2, "rotate": { "axis": [0, 0, 1], "angle": 90 }, "translate": [1, 2, 3] },
      "start": { "stretch": [1.1, 1, 1], "velocity": [1, 0, 0], "angular_velocity": [0, 0, 2], "translate": [0, 1, 0] },
      "density": 1000,
      "mass": "even",
      "energies": [
        { "type": "spring", "on": "structural", "stiffness": 1e5 },
        { "type": "hooke_spring", "on": ["shear", "structural"], "stiffness": 200 },
        { "type": "zero_length_spring", "stiffness": 3 },
        { "type": "spring_damping", "damping": 0.5 },
        { "type": "drag", "rate": 0.1 }
      ],
      "groups": {
        "tip": { "box": { "min": [-10, 1, -10], "max": [10, 10, 10] } },
        "ball": { "sphere": { "center": [1, 2, 3], "radius": 4 } },
        "half": { "plane": { "point": [0, 0, 0], "normal": [0, 1, 0] } },
        "mixed": { "any": [ { "indices": [0, 3] }, { "every": [{ "group": "ball" }, { "not": { "group": "tip" } }] }] }
      },
      "hold": [
        { "select": { "group": "left" } },
        {
          "select": { "indices": [1] },
          "axes": "xy",
          "motion": {
            "keyframes": [
              { "time": 0 },
              { "time": 1, "translate": [1, 0, 0], "rotate": { "axis": [0, 1, 0], "angle": 180 } }
            ],
            "interpolation": "smooth",
            "center": [0, 1, 0]
          }
        },
        {
          "select": { "all": true },
          "axes": "z",
          "motion": { "velocity": [0, 0, 1], "angular_velocity": [0, 0, 3], "center": [1, 1, 1], "from": 1, "until": 2 }
        }
      ]
    },
    { "name": "cloth", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 3], "cut": "crossed" }, "density": 0.2,
      "rest": { "file": "rest/../flat.obj" }, "bending_rest": "flat", "creases": [ { "angle": 30, "rigidity": 0.1,
        "select": { "path": { "points": [[0, 0, 0], [0, 0, 1]], "distance": 0.1 } } } ],
      "contact": { "touches": "others", "thickness": 0.001 } },
    { "name": "box", "shape": { "type": "lattice", "size": [1, 2, 3], "cells": [1, 2, 3] }, "density": 100 },
    { "name": "rope", "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 10 }, "density": 0.1 },
    { "name": "bunny", "shape": { "type": "mesh", "file": "meshes/../bunny.obj" }, "density": 2 },
    {
      "name": "loaded",
      "shape": { "type": "grid", "size": [1, 1], "cells": [2, 2] },
      "density": 1,
      "damping": { "mass": 0.1, "stiffness": 0.01, "bending": 0.02 },
      "hold": [
        {
          "select": { "indices": [0] },
          "motion": { "displacement": ["sin(t)/2", 0, 0], "angle": "90*t", "axis": [0, 0, 2], "center": [0, 0, 0] }
        }, { "select": { "indices": [1] }, "motion": { "cache": "c/../a.pc2", "frames_per_second": 24, "start": 1.5 } }
      ],
      "loads": [
        { "type": "force", "select": { "group": "right" }, "force": [1, "2*t", 0] },
        { "type": "traction", "select": { "group": "top" }, "traction": [0, "min(t, 1)*5", 0] },
        { "type": "body_force", "select": { "all": true }, "force_density": [0, 0, 0.5] },
        {
          "type": "pressure",
          "select": { "all": true },
          "pressure": { "keyframes": [[0, 0], [1, 50]], "interpolation": "smooth" }
        }
      ]
    },
    { "name": "block", "shape": {"type": "box", "size": [1, 2, 3], "cells": [1, 2, 3],"tets_per_cell":12,"taper":[2,1]},
      "start": { "rotate": { "axis": [0, 0, 1], "angle": 10 }, "scramble": 0.01, "seed": 7 },
      "density": 5, "energies": [
        { "type": "neo_hookean", "poissons_ratio": { "file": "nu.npy" },
          "youngs_modulus": { "value": 1e5, "where": [ { "select": { "group": "top" }, "value": 2e5 } ] } } ] },
    { "name": "beam", "material": "rubber", "start": { "run": { "directory": "r/../old", "frame": 3, "body": "log" } },
      "shape": { "type": "beam", "size": [4, 1, 1], "cells_through": 2, "tets_per_cell": 6 } },
    { "name": "foil", "material": "steel", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] },
      "sheet": { "thickness": 1e-4, "bending_length": 0.5, "bending": "hinges" } },
    { "name": "leather", "material": "rubber_sheet", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] },
      "sheet": { "bending_rigidity": 1e-4 } },
    { "name": "tube", "density": 5,
      "shape": { "type": "knot", "radius": 1, "tube_radius": 0.1, "segments": 24, "sides": 6 } },
    {"name": "can", "shape": {"type":"cylinder","radius":1,"height":2,"rings":2,"layers":3}, "density":5,"affine":true},
    { "name": "ball", "shape": { "type": "sphere", "radius": 1, "divisions": 2 }, "density": 5, "rigid": true,
      "wall": 0.01, "inertia": { "mass": 2, "center": [0, 0.1, 0], "tensor": [1, 1, 1.5, 0.1, 0, 0] } },
    {"name":"ring","shape":{"type":"torus","radius":2,"tube_radius":0.5,"segments":9,"rings":1},"density":5},
    { "name": "plate", "shape": {"type": "rectangle", "size": [1, 1], "cells": [2, 2], "diagonals":"crossed","taper":2},
      "density": 5 },
    { "name": "disc", "shape": { "type": "disc", "radius": 1, "rings": 3 }, "density": 5 },
    { "name": "washer", "shape": { "type": "annulus", "inner_radius": 1, "outer_radius": 2, "cells": [2, 12] },
      "density": 5 },
    { "name": "piece", "shape": { "type": "puzzle", "size": 1, "cells": 12 }, "density": 5 },
    { "name": "sleeve", "shape": { "type": "tube", "radius": 1, "top_radius": 0.5, "height": 2, "cells": [8, 4] },
      "density": 5 },
    { "name": "shell", "density": 5, "rest": { "texture": 2 },
      "shape": { "type": "skin", "surface": { "type": "sphere", "radius": 1, "divisions": 2 } } },
    { "name": "dome", "shape": { "type": "hemisphere", "radius": 1, "rings": 3 }, "density": 5 },
    { "name": "knot", "density": 5, "shape": { "type": "solid", "spacing": 0.2, "mesher": "lattice",
      "surface": { "type": "knot", "radius": 1, "tube_radius": 0.2, "segments": 24, "sides": 6 } } },
    { "name": "cat", "density": 5, "shape": { "type": "blobs", "blend": 0.2, "spacing": 0.3, "parts": [
      { "at": [[0, 0, 0], [1, 0, 0]], "radius": 0.5 }, { "at": [[1.2, 0.6, 0]], "radius": 0.4, "group": "head" } ] } },
    { "name": "map", "density": 5,
      "shape": { "type": "flattened", "surface": { "type": "hemisphere", "radius": 1, "rings": 3 } } },
    { "name": "hammer", "density": 5, "rigid": true, "shape": { "type": "compound", "parts": [
      { "shape": { "type": "mesh", "file": "hare.ply" }, "density": 7, "place": { "scale": 2, "translate": [0, 1, 0],
        "rotate": { "axis": [0, 1, 0], "angle": 90 } } },
      { "shape": { "type": "cylinder", "radius": 0.1, "height": 1, "rings": 2, "layers": 1 }, "mass": 3 }] } },
    { "name": "hare", "density": 5,
      "shape": { "type": "solid", "surface": { "type": "mesh", "file": "meshes/../hare.ply" } } },
    { "name": "coil", "shape": { "type": "helix", "radius": 1, "pitch": 0.1, "turns": 3, "segments": 30 }, "density": 1,
      "section_axis": [0, 0, 1], "rod": { "diameter": 0.01, "youngs_modulus": 1e9, "poissons_ratio": 0.3, "twist": 0.1,
        "shear_modulus": 1e8, "curvature": 1, "curvature_across": 2, "drawn": 0.5 },
      "hold": [ { "select": { "indices": [0, 1] }, "twist": "90*t" } ] },
    { "name": "strap", "shape": { "type": "ring", "radius": 1, "segments": 30 }, "density": 1,
      "rod": { "width": 0.02, "height": 0.01, "youngs_modulus": 1e9, "poissons_ratio": 0.3 } },
    { "name": "wire", "shape": { "type": "curve", "points": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "closed": true,
      "segments": 12 }, "density": 1 },
    { "name": "fur", "density": 1, "shape": { "type": "strands", "count": 10, "length": 0.1, "segments": 4,
      "lean": [0, 0.1, 0], "seed": 3, "surface": { "type": "sphere", "radius": 1, "divisions": 2 } } },
    { "name": "dust", "density": 1, "shape": { "type": "particles",
      "region": "ball", "size": [1, 1, 1], "spacing": 0.2, "order": "jittered", "seed": 4 } },
    { "name": "stars", "density": 1, "shape": { "type": "particles", "points": [[0, 0, 0]] } },
    { "name": "ash", "density": 1, "shape": { "type": "particles", "file": "a/../ash.ply" } },
    { "name": "scales", "density": 1, "shape": { "type": "particles", "spacing": 0.1, "cover": true, "links": 0.15,
      "surface": { "type": "sphere", "radius": 1, "divisions": 4 } } }
  ],
  "obstacles": [
    { "name": "floor", "shape": { "type": "plane", "point": [0, -9, 0], "normal": [0, 1, 0] } },
    { "name": "boulder", "shape": { "type": "ball", "center": [50, 0, 0], "radius": 0.5 }, "place": { "scale": 2 } },
    { "name": "bar", "shape": { "type": "capsule", "from": [60, 0, 0], "to": [61, 0, 0], "radius": 0.1 } },
    {
      "name": "step",
      "shape": { "type": "block", "center": [70, 0, 0], "size": [1, 2, 3] },
      "motion": { "velocity": [0, 1, 0] }
    },
    { "name": "rock", "shape": { "type": "mesh", "file": "rock.obj" } }
  ],
  "contact": {
    "distance": 0.001, "relative_distance": 0.002,
    "stiffness": 1e5,
    "barrier": "lecture",
    "friction": 0.2,
    "friction_pairs": [{ "between": ["cloth", "floor"], "coefficient": 0.5 }],
    "slip_speed": 0.01,
    "friction_updates": 2
  },
  "expect": [
    { "frame": 1, "measure": "position", "body": "grid", "point": 3, "axis": "x", "value": -0.5, "tolerance": 1e-6 },
    { "frame": 2, "measure": "center", "body": "rope", "axis": "y", "value": 0.5, "compare": "at_least" },
    { "frame": 3, "measure": "distance", "body": "box", "point": 0, "from": [0, 0, 0], "value": 1, "compare":"at_most"},
    { "frame": 3, "measure": "share", "body": "beam", "axis": "y", "from": [0, 0.5, 0], "value": 0.5 },
    { "frame": 4, "measure": "energy", "name": "total", "value": 12 },
    { "frame": 20, "measure": "newton_iterations", "value": 0 }
  ],
  "picture": { "frame": 7, "azimuth": -40, "elevation": 30, "zoom": 1.5, "colour": "speed", "trail": true,
    "fit": "frame", "colours": { "tube": "#E8a33d" } },
  "connections": [
    { "type": "ball", "name": "neck", "between": ["can", "ball"], "touch": true, "at": [0, 1, 0], "break_force": 9 },
    { "type": "hinge", "name": "knee", "between": ["can"], "touch": false, "at": [0, 0, 0], "axis": [0, 0, 1],
      "stiffness": 2, "angle": 10, "damping": 0.1, "torque": "2*t", "limits": [-20, 30],
      "motor": { "speed": 1, "max_torque": 2 } },
    { "type": "hinge", "between": ["ball"], "at": [0, 0, 0], "axis": [0, 0, 1],
      "mimic": { "joint": "knee", "ratio": -2, "offset": 5 }, "motor": { "angle": "10*t", "max_torque": 2 } },
    { "type": "slider", "name": "rail", "between": ["can", "ball"], "touch": true, "at": [0, 0, 0], "axis": [1, 0, 0],
      "stiffness": 2, "position": 0.1, "damping": 0.1, "force": 3, "limits": [-0.2, 0.3],
      "motor": { "speed": 1, "max_force": 2 } },
    { "type": "slider", "between": ["can"], "at": [0, 0, 0], "axis": [1, 0, 0],
      "mimic": { "joint": "rail", "ratio": 2, "offset": 0.1 }, "motor": { "position": "t", "max_force": 2 } },
    { "type": "universal", "name": "cross", "between": ["can", "ball"], "touch": false, "at": [0, 0, 0],
      "axis": [1, 0, 0], "second_axis": [0, 1, 0] },
    { "type": "planar", "name": "table", "between": ["can", "ball"], "touch": false, "at": [0, 0, 0],
      "axis": [0, 1, 0] },
    { "type": "fixed", "name": "glue", "between": ["can", "ball"], "touch": false, "break_force": 9 },
    { "type": "attach", "name": "pins", "between": ["cloth", "ball"], "touch": true, "select": { "indices": [0] } },
    { "type": "spring", "name": "line", "between": ["cloth", "ball"], "touch": true, "from": [0, 0, 0], "to": [1, 0, 0],
      "stiffness": 5, "damping": 0.1, "length": 0.5, "rope": true },
    { "type": "seam", "name": "hem", "between": ["cloth", "cloth"], "touch": true, "first": { "group": "left" },
      "second": { "group": "right" }, "stiffness": 10, "begin": 0.1, "close": 0.9 }
  ]
}
)";

/// Keys that do not go with all the others.
inline const std::vector<std::string> special_scenes = {
    R"({ "time": { "step": 0.01 }, "integrator": { "type": "position_based", "iterations": 5, "substeps": 2,
         "stiffness": 0.5, "stretch_limit": 1.1, "relaxation": 3, "artificial_pressure": 0.02 },
         "bodies": [{ "name": "rope", "density": 1, "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0],
                      "segments": 10 } }] })",
    R"({ "time": { "step": 0.01 }, "integrator": { "type": "xpbd", "compliance": 1e-6 },
         "bodies": [{ "name": "rope", "density": 1, "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0],
                      "segments": 10 } }] })",
    R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "duck", "density": 1, "shape_matching": { "stiffness": 100 },
                      "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] } }] })",
    R"({ "time": { "step": 0.01 }, "gravitation": { "constant": 1, "softening": 0.1 },
         "bodies": [{ "name": "stars", "density": 1, "start": { "orbit": { "mass": 5, "axis": [0, 0, 1] } },
                      "shape": { "type": "particles", "points": [[0, 0, 0], [1, 0, 0]] } }] })",
    R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "bar", "density": 1000,
         "shape": { "type": "beam", "size": [1, 0.2, 0.2], "cells_through": 1 },
         "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }],
         "constraints": [
           { "type": "average", "name": "mean", "select": { "group": "left" }, "axes": "xy", "move": [0, "t", 0] },
           { "type": "plane", "name": "wall", "select": { "group": "right" }, "normal": [1, 0, 0], "move": 0.1 },
           { "type": "line", "name": "rail", "select": { "group": "right" }, "direction": [0, 1, 0] },
           { "type": "periodic", "name": "ring", "first": { "group": "left" }, "second": { "group": "right" },
             "move": [0, 0, 0] },
           { "type": "sum", "name": "balance", "points": [0, 1], "weights": [1, -1], "direction": [1, 0, 0],
             "move": 0 }],
         "rig": { "handles": [{ "name": "tip", "at": [[0, 0, 0]], "motion": { "velocity": [1, 0, 0] } }],
                  "file": "rig.glb", "animation": "walk", "weights": "weights.npy", "secondary": "none", "leak": 0.5 },
         "reduce": { "basis": "quadratic", "modes": 8, "clusters": 50 } }] })",
    R"({ "time": { "step": 0.01 },
         "bodies": [{ "name": "water", "density": 1000,
                      "liquid": { "viscosity": 0.1, "compression": 0.02, "no_slip": true, "spacing": 0.5,
                                  "volume": "least_squares" },
                      "shape": { "type": "particles", "points": [[0, 0, 0], [1, 0, 0]] } },
                    { "name": "oil", "density": 900, "liquid": { "bulk_modulus": 1e4, "spacing": 0.5 },
                      "shape": { "type": "particles", "points": [[0, 1, 0], [1, 1, 0]] } }] })",
    R"({ "time": { "step": 0.01 }, "contact": {},
         "bodies": [{ "name": "sand", "density": 0.1, "contact": { "thickness": 0.1 },
                      "grains": { "rolling": 0.1, "spin": [0, 0, 3] },
                      "shape": { "type": "particles", "points": [[0, 0, 0], [1, 0, 0]] } }] })",
    R"({ "time": { "step": 0.01 }, "planar": true, "gravity": [0, 0, 0], "contact": {},
         "bodies": [{ "name": "birds", "density": 0.1,
                      "flock": { "reach": 2, "attraction": 1, "alignment": 2, "repulsion": 3, "separation": 0.5,
                                 "speed_limit": 4, "least_speed": 1, "wall_repulsion": 5, "wall_distance": 0.7 },
                      "shape": { "type": "particles", "points": [[0, 0, 0], [1, 0, 0]] } },
                    { "name": "people", "density": 80, "contact": { "thickness": 0.5 },
                      "crowd": { "speed": 1.2, "time": 0.4, "speed_limit": 1.9, "repulsion": 20, "range": 0.1,
                                 "wall_repulsion": 21, "wall_range": 0.11,
                                 "goals": [{ "from": [5, 1, 0], "to": [5, 2, 0],
                                             "low": [0, 0, -1], "high": [9, 9, 1] }],
                                 "doors": [{ "name": "door", "from": [5, 1, 0], "to": [5, 2, 0] }] },
                      "shape": { "type": "particles", "points": [[0, 5, 0], [1, 5, 0]] } }] })",
    R"scene({ "time": { "step": 0.01 },
         "bodies": [{ "name": "jet", "density": 0.1,
                      "emitter": { "rate": 10, "capacity": 30, "lifetime": 2, "begin": 0.5, "speed": 3,
                                   "direction": [0, 1, 1], "spread": 10, "seed": 4 },
                      "fields": [{ "type": "uniform", "acceleration": [1, "sin(x)", 0] },
                                 { "type": "point", "center": [1, 2, 3], "strength": -2, "softening": 0.1 },
                                 { "type": "vortex", "center": [1, 2, 3], "axis": [1, 0, 0], "strength": 2,
                                   "softening": 0.1 },
                                 { "type": "turbulence", "strength": 2, "size": 0.3, "time": 1, "seed": 5 },
                                 { "type": "wind", "velocity": ["t", 0, 0], "rate": 3 },
                                 { "type": "drag", "rate": 0.5 }],
                      "shape": { "type": "particles", "points": [[0, 0, 0], [1, 0, 0]] } }] })scene"};

/// What the reader says about a text that is no scene; "" if it takes it.
inline std::string complaint(const std::string& text, const std::vector<std::string>& settings = {}) {
    try {
        parse_scene(text, "scene.json", ".", settings);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

/// The text with the first occurrence of `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

}  // namespace talweg::testing
