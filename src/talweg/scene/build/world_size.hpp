/// How large the world of a scene is: what gaps, and the parts of planes that are shown, go by.
#pragma once
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/model/model.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// Kept free around the points of a body, m.
double contact_radius(const BodySpec& body);

/// Includes a body where it starts; of an emitter, also where its particles will fly in the first second.
void include_reach(const BodySpec& body, const Positions& start, Box& extent);

/// The diagonal of what bodies take up, m. A single particle has none: then ten times what it is thick, or the way to
/// what it may fall on; else a metre.
double world_size(const Box& extent, const Scene& scene);

}  // namespace talweg
