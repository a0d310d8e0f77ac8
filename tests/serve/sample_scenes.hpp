/// Scenes for tests of the live viewer.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/read_scene.hpp"

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

}  // namespace talweg
