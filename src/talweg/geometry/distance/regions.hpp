/// Which sub-features of two features are nearest: what decides whose distance is differentiated.
#pragma once
#include "talweg/math/platform.hpp"

namespace talweg {

enum class PointEdgeRegion { start, end, inside };

/// edge0 runs from corner 0 to corner 1, edge1 from 1 to 2, edge2 from 2 to 0.
enum class PointTriangleRegion { corner0, corner1, corner2, edge0, edge1, edge2, face };

/// Two ends; an end of one edge and the inside of the other; or the insides of both.
enum class EdgeEdgeRegion { a0_b0, a0_b1, a1_b0, a1_b1, a0_b, a1_b, b0_a, b1_a, lines };

/// The region of a triangle's side that runs from `corner` to the next.
TALWEG_FN constexpr PointTriangleRegion side_region(PointEdgeRegion place, int corner) {
    switch (place) {
        case PointEdgeRegion::start:
            return PointTriangleRegion(int(PointTriangleRegion::corner0) + corner);
        case PointEdgeRegion::end:
            return PointTriangleRegion(int(PointTriangleRegion::corner0) + (corner + 1) % 3);
        default:
            return PointTriangleRegion(int(PointTriangleRegion::edge0) + corner);
    }
}

/// The region of an end (0: a₀, 1: a₁, 2: b₀, 3: b₁) whose nearest place on the other edge is given.
TALWEG_FN constexpr EdgeEdgeRegion end_region(int end, PointEdgeRegion place) {
    if (place == PointEdgeRegion::inside) return EdgeEdgeRegion(int(EdgeEdgeRegion::a0_b) + end);
    const int other = place == PointEdgeRegion::start ? 0 : 1;
    return EdgeEdgeRegion(end < 2 ? 2 * end + other : 2 * other + (end - 2));
}

}  // namespace talweg
