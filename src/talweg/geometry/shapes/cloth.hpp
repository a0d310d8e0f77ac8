/// A woven sheet as the Berkeley lecture draws it: structural springs along the threads, shear springs across each
/// cell, bending springs over every second node.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// How cells are cut into triangles: diagonals alternating like a chessboard, so that no direction is preferred; all
/// the same way; both, crossing at a point of their own; or no cells, but columns of points along z, every second one
/// shifted by half an edge: equilateral triangles where columns stand √3/2 edges apart.
enum class ClothCut { chessboard, regular, crossed, equilateral };

/// Rectangle size[0] × size[1] in the xz plane, centred at the origin, with cells[0] × cells[1] cells.
/// Point (i, j) has number i·(cells[1]+1) + j, i along x, j along z; centres of crossed cells come after them in the
/// same order; shifted columns of the equilateral cut have one point more. Edges "structural", "shear" (both diagonals,
/// or their halves), "bending" (every second node along x, then along z); of the equilateral cut all edges of triangles
/// are structural, and bending ones span every two triangles. Groups left, right (x), back, front (z), corners.
/// Triangles face +y.
Mesh make_cloth(const Vec2& size, std::array<int, 2> cells, ClothCut cut = ClothCut::chessboard);

}  // namespace talweg
