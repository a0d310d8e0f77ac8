/// Scenes for tests of the live viewer.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/spec/read_scene.hpp"

namespace talweg {

/// A rope that hangs at rest from its first point, so that what moves it is what the test does.
inline Scene resting_rope(const std::vector<std::string>& settings = {}) {
    return parse_scene(R"({
        "title": "Rope", "gravity": [0, 0, 0], "time": {"step": 0.01},
        "bodies": [{"name": "rope", "shape": {"type": "rope", "from": [0, 0, 0], "to": [0, -1, 0], "segments": 4},
                    "density": 2, "hold": [{"select": {"group": "start"}}],
                    "energies": [{"type": "spring", "stiffness": 200}, {"type": "drag", "rate": 2}]}]
    })",
                       "rope.json", ".", settings);
}

/// A block that lies on a slope of 26.565 degrees, which friction of 0.5 just holds. The slope is level, and gravity is
/// turned instead.
inline Scene block_on_slope(const std::vector<std::string>& settings = {}) {
    return parse_scene(R"({
        "title": "Slope", "gravity": [4.3872, -8.7743, 0], "time": {"step": 0.02}, "solver": {"tolerance": 1e-8},
        "contact": {"distance": 0.001, "friction": 0.6, "slip_speed": 1e-5, "friction_updates": 0},
        "bodies": [{"name": "block", "shape": {"type": "box", "size": [0.4, 0.2, 0.2], "cells": [2, 1, 1]},
                    "place": {"translate": [0, 0.1008, 0]}, "density": 1000,
                    "energies": [{"type": "neo_hookean", "youngs_modulus": 1e7, "poissons_ratio": 0.3}]}],
        "obstacles": [{"name": "slope", "shape": {"type": "plane"}}]
    })",
                       "slope.json", ".", settings);
}

}  // namespace talweg
