/// A solid round cylinder.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Cylinder about the y axis, centred at the origin, of `rings` rings across (see make_disc) and `layers` layers of
/// tets along. Groups bottom, top, side.
Mesh make_cylinder(double radius, double height, int rings, int layers);

}  // namespace talweg
