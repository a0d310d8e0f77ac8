/// A rectangular plate of triangles: planar solids, and cloth without springs.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// How the cells are cut: all along the rising or the falling diagonal, alternating like a chessboard, or into four
/// triangles around a point in the middle of each cell.
enum class Diagonals { rising, falling, alternating, crossed };

/// Rectangle size[0] × size[1] in the xy plane, centred at the origin, facing +z. Point (i, j) has number
/// i·(cells[1]+1) + j; middle points follow. Groups left, right, bottom, top, corners.
Mesh make_rectangle(const Vec2& size, std::array<int, 2> cells, Diagonals diagonals);

}  // namespace talweg
