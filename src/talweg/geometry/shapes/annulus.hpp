/// A round plate with a round hole.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Ring in the xy plane between two radii, centred at the origin, facing +z, with cells[0] cells across and cells[1]
/// around (at least 3). Point (i, j) has number i·cells[1] + j, i outward. The cells' diagonals alternate. Groups
/// inner, outer.
Mesh make_annulus(double inner_radius, double outer_radius, std::array<int, 2> cells);

}  // namespace talweg
