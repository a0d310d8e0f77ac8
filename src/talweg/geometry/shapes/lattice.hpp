/// A box woven from springs: the jelly of the mass–spring lectures.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Box of the given size centred at the origin. Point (i, j, k) has number (i·(cells[1]+1) + j)·(cells[2]+1) + k.
/// Edges "structural" (along x, y, z), "shear" (both diagonals of every cell face, inner faces too), "diagonal" (the
/// four space diagonals of every cell). Triangles are the outer surface. Groups left, right (x), bottom, top (y), back,
/// front (z), corners.
Mesh make_lattice(const Vec3& size, std::array<int, 3> cells);

}  // namespace talweg
