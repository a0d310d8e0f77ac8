/// A solid box of tetrahedra.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Box of the given size centred at the origin, each of its cells cut into
///   5 tets: one in the middle and four at corners, mirrored from cell to cell;
///   6 tets: around the diagonal of the cell, all cells alike (Kuhn);
///   12 tets: around a point in the middle of the cell, two to each face, whose diagonals alternate.
/// With 5 or 12, even numbers of cells make a box that equals its mirror images.
/// Corner (i, j, k) has number (i·(cells[1]+1) + j)·(cells[2]+1) + k; middle points follow. Groups left, right (x),
/// bottom, top (y), back, front (z), corners.
Mesh make_box(const Vec3& size, std::array<int, 3> cells, int tets_per_cell);

}  // namespace talweg
