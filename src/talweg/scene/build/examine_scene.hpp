/// Everything the doctor has to say about a scene: the mesh of each body by itself, then the start as a whole, and what
/// else a run would note.
#pragma once
#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg {

/// Features are points of the model.
std::vector<Issue> examine_scene(const Scene& scene, const World& world);

}  // namespace talweg
