/// Lines of equal edges: helices, rings and smooth curves through given points.
#pragma once
#include <span>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// About the y axis, from (radius, 0, 0) on; rises by `pitch` in each turn, as a right-handed screw when that is
/// positive. Edges "structural" and "bending", groups as make_rope.
Mesh make_helix(double radius, double pitch, double turns, int segments);

/// About the y axis, closed; point 0 is at (radius, 0, 0). Edges "structural" and "bending".
Mesh make_ring(double radius, int segments);

/// A smooth curve through points – Catmull and Rom's, by the square roots of the distances – cut into equal edges.
/// Groups start, end and ends where it is open.
Mesh make_curve(std::span<const Vec3> points, bool closed, int segments);

}  // namespace talweg
