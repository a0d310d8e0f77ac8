/// Everything the doctor has to say about a scene: the mesh of each body by itself, then the start as a whole.
#pragma once
#include "talweg/geometry/doctor/ailment.hpp"
#include "talweg/scene/build_model.hpp"

namespace talweg {

/// Features are points of the model.
std::vector<Ailment> examine_scene(const Scene& scene, const World& world);

}  // namespace talweg
