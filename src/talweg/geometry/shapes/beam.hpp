/// A slender box whose cells are as near to cubes as possible.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Box of size length × height × width along x, y, z, centred at the origin, with `cells_through` cells across the
/// thinner of height and width and cells of the same edge length elsewhere. Numbering, tets and groups as make_box.
Mesh make_beam(const Vec3& size, int cells_through, int tets_per_cell);

}  // namespace talweg
