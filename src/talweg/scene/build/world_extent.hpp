/// How large a world is: the box around its points at the start, where that says something.
#pragma once
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/model/positions.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// Half of the thickness that contact keeps free around the body, m.
double contact_radius(const BodySpec& body);
/// A world is as large as its particles will fly in the first second; at their source alone it would have no size.
void include_flight(const EmitterSpec& emitter, const Positions& sources, Box& extent);
/// A world that is a single point is as large as what contact keeps free around it. Throws Error where that is nothing
/// and contact has no distance of its own.
void include_thickness(const Scene& scene, Box& extent);

}  // namespace talweg
