/// What a reader of a scene must be told of its connections: their names, axes, limits, motors and what follows what.
#pragma once
#include "talweg/scene/spec/check_scene.hpp"

namespace talweg {

std::vector<Problem> check_connections(const Scene& scene);

}  // namespace talweg
