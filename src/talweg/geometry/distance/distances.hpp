/// Squared distances of points, edges and triangles as they are, ends and borders included.
#pragma once
#include "talweg/geometry/distance/nearest.hpp"

namespace talweg {

TALWEG_FN inline double point_edge_squared(const Vec3& p, const Vec3& a, const Vec3& b) {
    return norm_squared(nearest_point_edge(p, a, b).apart);
}
TALWEG_FN inline double point_triangle_squared(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    return norm_squared(nearest_point_triangle(p, a, b, c).apart);
}
TALWEG_FN inline double edge_edge_squared(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    return norm_squared(nearest_edge_edge(a0, a1, b0, b1).apart);
}

TALWEG_FN inline PointEdgeRegion point_edge_region(const Vec3& p, const Vec3& a, const Vec3& b) {
    return nearest_point_edge(p, a, b).region;
}
TALWEG_FN inline PointTriangleRegion point_triangle_region(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    return nearest_point_triangle(p, a, b, c).region;
}
TALWEG_FN inline EdgeEdgeRegion edge_edge_region(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    return nearest_edge_edge(a0, a1, b0, b1).region;
}

}  // namespace talweg
