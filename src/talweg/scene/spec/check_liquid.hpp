/// What a reader of a scene must be told of a body that is a liquid.
#pragma once
#include "talweg/scene/spec/check_scene.hpp"

namespace talweg {

std::vector<Problem> check_liquid(const BodySpec& body, const Scene& scene);

}  // namespace talweg
