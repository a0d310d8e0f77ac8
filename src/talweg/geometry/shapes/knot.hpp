/// A tube along a trefoil knot: a closed surface that no box or ball resembles.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Closed surface around the curve ((2 + cos 3t) cos 2t, sin 3t, (2 + cos 3t) sin 2t)·radius/3, of `segments` segments
/// along (at least 12) and `sides` around (at least 3), outward. The tube must not touch itself: tube_radius < 0.25
/// radius.
Mesh make_knot(double radius, double tube_radius, int segments, int sides);

}  // namespace talweg
