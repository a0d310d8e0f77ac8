/// A planar square grid with the lecture's numbering: the body of its mass–spring case.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Rectangle size[0] × size[1] in the xy plane, centred at the origin, with cells[0] × cells[1] cells.
/// Point (i, j) has number i·(cells[1]+1) + j. Edges "structural" (horizontal, then vertical) and "shear" (both
/// diagonals of each cell). Groups left, right, bottom, top, corners. Triangles face +z.
Mesh make_grid(const Vec2& size, std::array<int, 2> cells);

}  // namespace talweg
