/// The pairs of triangles that share an edge, and triangles with their neighbours.
#pragma once
#include <array>
#include <span>
#include <vector>

namespace talweg {

/// Per edge of two triangles: its ends, lower number first, then the apex of the triangle that comes first and that of
/// the other. In ascending order of edges. Which way triangles face makes no difference. Throws Error that names an
/// edge of more than two triangles.
std::vector<std::array<int, 4>> find_hinges(std::span<const std::array<int, 3>> triangles);

/// Per triangle: its points; for each of them the apex of the triangle across from it; then, of each of these three
/// neighbours, the apices across its other two edges: first across from the triangle's point two further on, then one
/// further on. At a border the point itself stands for what would be across. Throws as find_hinges does.
std::vector<std::array<int, 12>> find_patches(std::span<const std::array<int, 3>> triangles);

}  // namespace talweg
