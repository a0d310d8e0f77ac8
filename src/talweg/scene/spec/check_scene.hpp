/// What is wrong with a scene beyond what a schema can say, and can be told without making its bodies.
#pragma once
#include <vector>

#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/spec/validate.hpp"

namespace talweg {

std::vector<Problem> check_scene(const Scene& scene);

}  // namespace talweg
