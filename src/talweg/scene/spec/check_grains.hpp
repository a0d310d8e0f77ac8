/// What a reader of a scene must be told of bodies of grains, of flocks and of crowds.
#pragma once
#include "talweg/scene/spec/check_scene.hpp"

namespace talweg {

std::vector<Problem> check_grains_and_flocks(const BodySpec& body, const Scene& scene);

}  // namespace talweg
