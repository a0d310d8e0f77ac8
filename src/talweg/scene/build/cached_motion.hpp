/// Points that go where a file has them: a hold of its own for each, with a keyframe per frame of the file.
#pragma once
#include <span>
#include <vector>

#include "talweg/model/model_builder.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// For each of `points`, in ascending order, of a body that starts at `start`. The cache has a place for every point
/// of the body, or one for each of `points`; its frames are placed like the body. Throws Error that names the scene's
/// line.
std::vector<Hold> cached_holds(const CachedMotionSpec& motion, const Where& where, const PlaceSpec& place,
                               std::span<const int> points, Axes axes, const Positions& start);

}  // namespace talweg
