/// Energies of sheets hold the surface of a solid, and nothing of what is inside of it.
#pragma once
#include "talweg/scene/shape/body_shape.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// Throws Error that names the line where a body of tetrahedra has energies of sheets alone: its inner points would
/// fall out of it.
void require_held_inside(const BodySpec& body, const BodyShape& shape);

}  // namespace talweg
