/// The wall of a cylinder or cone.
#pragma once
#include <array>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Around the y axis, from −height/2 to height/2, open at both ends; a top radius of 0 ends in one point. Rings of
/// triangles, every second one turned by half an edge, facing outwards. Groups bottom and top.
Mesh make_tube(double radius, double top_radius, double height, const std::array<int, 2>& cells);

}  // namespace talweg
