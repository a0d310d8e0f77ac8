/// The nearest places of two features, and the sub-features they lie in.
///
/// The squared distance is a convex quadratic of the places' parameters. If its free minimum lies inside the allowed
/// range, that is the answer; if not, the answer lies on a side of the range that the free minimum is beyond, so only
/// those sides are looked at. When the free minimum is mostly rounding (triangles without area, parallel edges), all
/// sides are.
#pragma once
#include "talweg/geometry/distance/regions.hpp"
#include "talweg/geometry/distance/tangent_plane.hpp"
#include "talweg/math/extremes.hpp"

namespace talweg {

/// Nearest place a + s (b − a) of a segment, 0 ≤ s ≤ 1, and the vector from it.
struct NearestPointEdge {
    PointEdgeRegion region;
    double s;
    Vec3 apart;  // p − place
};

TALWEG_FN inline NearestPointEdge nearest_point_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
    // Each end is judged from its own side: seen from the other, its place has lost the digits that decide.
    const Vec3 e = b - a, from_a = p - a, from_b = p - b;
    const double along = dot(from_a, e), before = -dot(from_b, e), length_squared = norm_squared(e);
    if (!(along > 0.0)) return {PointEdgeRegion::start, 0.0, from_a};
    if (!(before > 0.0)) return {PointEdgeRegion::end, 1.0, from_b};
    const double s = smaller(along / length_squared, 1.0);
    Vec3 apart = along < before ? from_a - s * e : from_b + (before / length_squared) * e;
    apart -= (dot(apart, e) / length_squared) * e;  // what rounding left along the edge, large beside a small distance
    return {PointEdgeRegion::inside, s, apart};
}

/// How far inside its range a free minimum must be for the side to be left out: more than its rounding.
inline constexpr double border = 1e-10;

/// Is this place on a side nearer than the best so far? Of an end and an inside that differ by rounding alone, the
/// inside is meant: an end has the inside's distance only when it is nearly one.
TALWEG_FN inline bool nearer(const NearestPointEdge& found, double squared, double smallest) {
    return squared < smallest || (found.region == PointEdgeRegion::inside && squared <= smallest * (1.0 + 1e-14));
}

/// Nearest place w₀ a + w₁ b + w₂ c of a triangle, and the vector from it.
struct NearestPointTriangle {
    PointTriangleRegion region;
    double weight[3];
    Vec3 apart;  // p − place
};

TALWEG_FN inline NearestPointTriangle nearest_point_triangle(const Vec3& p, const Vec3& a, const Vec3& b,
                                                             const Vec3& c) {
    const Vec3 corner[3] = {a, b, c};
    const Vec3 to[3] = {a - p, b - p, c - p};
    const Vec3 e1 = b - a, e2 = c - a, n = cross(e1, e2);
    const double whole = norm_squared(n), both = norm_squared(e1) * norm_squared(e2);
    const bool doubtful = !(whole > doubtful_sine_squared * both);
    // Area of the triangle of p and the side opposite a corner, times the whole area: negative beyond that side.
    const double opposite[3] = {dot(cross(to[1], to[2]), n), dot(cross(to[2], to[0]), n), dot(cross(to[0], to[1]), n)};
    NearestPointTriangle best{};
    double smallest = -1.0;
    if (whole > parallel_sine_squared * both && opposite[0] > 0.0 && opposite[1] > 0.0 && opposite[2] > 0.0) {
        best.region = PointTriangleRegion::face;
        for (int k = 0; k < 3; ++k) best.weight[k] = opposite[k] / whole;
        best.apart = (-dot(n, to[0]) / whole) * n;
        if (!doubtful) return best;
        best.apart = perpendicular_part(best.weight[1] * -e1 - best.weight[2] * e2 - to[0], e1, e2);
        smallest = norm_squared(best.apart);
    }
    for (int k = 0; k < 3; ++k) {  // the side from corner k to the next
        const int next = (k + 1) % 3, beyond = (k + 2) % 3;
        if (!doubtful && opposite[beyond] > border * whole) continue;
        const NearestPointEdge on_side = nearest_point_edge(p, corner[k], corner[next]);
        const double squared = norm_squared(on_side.apart);
        if (smallest >= 0.0 && !nearer(on_side, squared, smallest)) continue;
        smallest = squared;
        best.apart = on_side.apart;
        best.weight[k] = 1.0 - on_side.s;
        best.weight[next] = on_side.s;
        best.weight[beyond] = 0.0;
        best.region = side_region(on_side.region, k);
    }
    return best;
}

/// Nearest places a₀ + s (a₁ − a₀) and b₀ + t (b₁ − b₀) of two segments, and the vector between them.
struct NearestEdgeEdge {
    EdgeEdgeRegion region;
    double s, t;
    Vec3 apart;  // place on a − place on b
};

TALWEG_FN inline NearestEdgeEdge nearest_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const Vec3 ea = a1 - a0, eb = b1 - b0, w = b0 - a0, n = cross(ea, eb);
    const double nn = norm_squared(n), both = norm_squared(ea) * norm_squared(eb);
    const double s = dot(cross(w, eb), n), t = dot(cross(w, ea), n);  // times nn
    const bool doubtful = !(nn > doubtful_sine_squared * both);
    const bool inside = nn > parallel_sine_squared * both && s > 0.0 && s < nn && t > 0.0 && t < nn;
    NearestEdgeEdge best{};
    double smallest = -1.0;
    if (inside) {
        best = {EdgeEdgeRegion::lines, s / nn, t / nn, (-dot(n, w) / nn) * n};
        if (!doubtful) return best;
        best.apart = perpendicular_part(best.s * ea - best.t * eb - w, ea, eb);
        smallest = norm_squared(best.apart);
    }
    const auto look = [&](int side, double a_place, double b_place, const NearestPointEdge& found) {
        const double squared = norm_squared(found.apart);
        if (smallest >= 0.0 && !nearer(found, squared, smallest)) return;
        smallest = squared;
        const bool point_of_a = side < 2;
        best = {end_region(side, found.region), point_of_a ? a_place : found.s, point_of_a ? found.s : b_place,
                point_of_a ? found.apart : -found.apart};
    };
    if (doubtful || !(s > border * nn)) look(0, 0.0, 0.0, nearest_point_edge(a0, b0, b1));
    if (doubtful || !(s < (1.0 - border) * nn)) look(1, 1.0, 0.0, nearest_point_edge(a1, b0, b1));
    if (doubtful || !(t > border * nn)) look(2, 0.0, 0.0, nearest_point_edge(b0, a0, a1));
    if (doubtful || !(t < (1.0 - border) * nn)) look(3, 0.0, 1.0, nearest_point_edge(b1, a0, a1));
    return best;
}

}  // namespace talweg
