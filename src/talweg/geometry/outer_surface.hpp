/// The skin of a tetrahedral mesh.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// The four faces of a tetrahedron as positions of its corners, outward when det[b−a, c−a, d−a] > 0.
inline constexpr std::array<std::array<int, 3>, 4> tet_faces{{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

/// The faces that belong to one tetrahedron only, in the order of the tetrahedra, outward.
std::vector<std::array<int, 3>> outer_surface(const std::vector<std::array<int, 4>>& tets);

}  // namespace talweg
