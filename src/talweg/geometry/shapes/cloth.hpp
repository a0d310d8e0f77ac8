/// A woven sheet as the Berkeley lecture draws it: structural springs along the threads, shear springs across each
/// cell, bending springs over every second node.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Rectangle size[0] × size[1] in the xz plane, centred at the origin, with cells[0] × cells[1] cells.
/// Point (i, j) has number i·(cells[1]+1) + j, i along x, j along z. Edges "structural", "shear" (both diagonals),
/// "bending" (every second node along x, then along z). Groups left, right (x), back, front (z), corners.
/// Triangles face +y, their diagonals alternating like a chessboard so that no direction is preferred.
Mesh make_cloth(const Vec2& size, std::array<int, 2> cells);

}  // namespace talweg
