/// TetGen's node and ele files (tetrahedra), and those of Triangle (planar triangles, at z = 0). Either file may be
/// named; the other must stand beside it. Boundary markers of points become groups "point_<n>", regions "volume_<n>".
/// Formats: H. Si, TetGen manual, §5.2; J. R. Shewchuk, Triangle.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

/// `source` is one of the two files.
Mesh read_tetgen(const Source& source);
Mesh read_tetgen_pair(const Source& nodes, const Source& elements);

}  // namespace talweg::read
