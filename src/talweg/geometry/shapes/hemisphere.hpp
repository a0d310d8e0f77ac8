/// Half a sphere's surface, open at its rim: the body that is flattened.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// The upper half (y ≥ 0) of a sphere around the origin, facing outward, made of the rings of make_disc at equal angles
/// from the pole. Groups pole, rim.
Mesh make_hemisphere(double radius, int rings);

}  // namespace talweg
