/// Squared distance of a point and the plane through three others:
///
///     |r|²,   r = n (n·u) / n·n,   n = (b − a) × (c − a),   u = p − a
///
/// Three points on a line make no plane; then the distance is that to the line through the two farthest apart.
#pragma once
#include "talweg/geometry/distance/point_line.hpp"
#include "talweg/geometry/distance/tangent_plane.hpp"

namespace talweg {

/// The two corners of a triangle that are farthest apart.
struct LongestSide {
    int start, end;
};
template <class Real>
TALWEG_FN LongestSide longest_side(const Vector<Real, 3> (&corner)[3]) {
    const Real ab = norm_squared(corner[1] - corner[0]), bc = norm_squared(corner[2] - corner[1]),
               ca = norm_squared(corner[0] - corner[2]);
    if (ab >= bc && ab >= ca) return {0, 1};
    return bc >= ca ? LongestSide{1, 2} : LongestSide{2, 0};
}

template <class Real>
TALWEG_FN Real point_plane_squared(const Vector<Real, 3>& p, const Vector<Real, 3>& a, const Vector<Real, 3>& b,
                                   const Vector<Real, 3>& c) {
    const Vector<Real, 3> e1 = b - a, e2 = c - a, n = cross(e1, e2);
    const Real area_squared = norm_squared(n);
    if (!(area_squared > norm_squared(e1) * norm_squared(e2) * parallel_sine_squared)) {
        const Vector<Real, 3> corner[] = {a, b, c};
        const LongestSide side = longest_side(corner);
        return point_line_squared(p, corner[side.start], corner[side.end]);
    }
    const Real height = dot(n, p - a);
    return height * height / area_squared;
}

/// Points: p, a, b, c.
TALWEG_FN inline Differentiated<4> point_plane_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 e1 = b - a, e2 = c - a, u = p - a, n = cross(e1, e2);
    if (!spans_plane(n, e1, e2)) {
        const Vec3 corner[] = {a, b, c};
        const LongestSide side = longest_side(corner);
        return among<4>(point_line_distance(p, corner[side.start], corner[side.end]),
                        {0, 1 + side.start, 1 + side.end});
    }
    const double area_squared = norm_squared(n);
    const double s = dot(cross(u, e2), n) / area_squared, t = dot(cross(e1, u), n) / area_squared;
    const bool clear = area_squared > doubtful_sine_squared * norm_squared(e1) * norm_squared(e2);
    const Vec3 r = clear ? (dot(n, u) / area_squared) * n : perpendicular_part(u - s * e1 - t * e2, e1, e2);
    // r = u − s e₁ − t e₂, so that a change of s by −1 moves it along e₁.
    const TangentPlane plane = tangent_plane(e1, e2, n);
    const double s1 = -plane.f1_from_e1, s2 = -plane.f2_from_e1, t2 = -plane.f2_from_e2;
    const Sliding<4> sliding[] = {{plane.f1, {0.0, s1, -s1, 0.0}}, {plane.f2, {0.0, s2 + t2, -s2, -t2}}};
    return squared_distance<4, 2>({1.0, s + t - 1.0, -s, -t}, r, sliding);
}

}  // namespace talweg
