/// A planar section carried along a path: a solid of prisms, each cut into three tetrahedra.
#pragma once
#include <functional>

#include "talweg/geometry/mesh.hpp"

namespace talweg::shapes {

/// Layer l = 0 … layers holds the section's points at place(l, point), numbered layer by layer; on a closed path the
/// last layer is the first again. Diagonals go from the lower-numbered point of a section edge to the higher, so that
/// neighbouring prisms fit. Tets are oriented by their volume; no groups.
Mesh sweep(const Mesh& section, int layers, bool closed, const std::function<Vec3(int, const Vec3&)>& place);

}  // namespace talweg::shapes
