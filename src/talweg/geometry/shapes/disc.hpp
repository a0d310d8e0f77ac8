/// A round plate of rings around its middle.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Disc in the xy plane, centred at the origin, facing +z: point 0 in the middle, then ring k = 1 … rings with 6k
/// points each, at equal distances in both directions. 6·rings² triangles. Groups center, rim.
Mesh make_disc(double radius, int rings);

}  // namespace talweg
