/// Medit mesh files (INRIA): text (.mesh) and binary (.meshb, versions 1 to 4), with vertices, edges, triangles,
/// quadrilaterals and tetrahedra. Nonzero references become groups "point_<n>", "curve_<n>", "surface_<n>",
/// "volume_<n>".
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_medit(const Source& source);

}  // namespace talweg::read
