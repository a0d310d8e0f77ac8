/// The pairs of triangles that share an edge.
#pragma once
#include <array>
#include <span>
#include <vector>

namespace talweg {

/// Per edge of two triangles: its ends, lower number first, then the apex of the triangle that comes first and that of
/// the other. In ascending order of edges. Which way triangles face makes no difference. Throws Error that names an
/// edge of more than two triangles.
std::vector<std::array<int, 4>> find_hinges(std::span<const std::array<int, 3>> triangles);

}  // namespace talweg
