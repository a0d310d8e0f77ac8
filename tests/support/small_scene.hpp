/// A small scene for tests of recording: a planar square of springs that starts stretched and falls.
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "talweg/scene/spec/read_scene.hpp"

namespace talweg {

inline constexpr const char* small_scene_text = R"({
    "title": "Small", "planar": true,
    "time": {"step": 0.01, "frames": 6, "steps_per_frame": 3},
    "solver": {"tolerance": 1e-4},
    "bodies": [{"name": "square", "shape": {"type": "grid", "size": [1, 1], "cells": [2, 2]}, "density": 100,
                "start": {"stretch": [1.2, 1, 1]},
                "energies": [{"type": "spring", "stiffness": 1e4}, {"type": "spring_damping", "damping": 1}]},
               {"name": "rope", "shape": {"type": "rope", "from": [2, 0, 0], "to": [3, 0, 0], "segments": 3},
                "density": 1, "energies": [{"type": "spring", "stiffness": 1e3}],
                "hold": [{"select": {"group": "start"}}]}]
})";

inline Scene small_scene(const std::vector<std::string>& settings = {}) {
    return parse_scene(small_scene_text, "small.json", ".", settings);
}

}  // namespace talweg
