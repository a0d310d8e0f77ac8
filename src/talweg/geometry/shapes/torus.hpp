/// A solid ring.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Torus around the y axis, centred at the origin: a disc of radius `tube_radius` and `rings` rings (see make_disc),
/// carried around a circle of radius `radius` in `segments` steps (at least 3). Group surface.
Mesh make_torus(double radius, double tube_radius, int segments, int rings);

}  // namespace talweg
