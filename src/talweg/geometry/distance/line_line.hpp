/// Squared distance of two lines, each through two points:
///
///     |r|²,   r = (a₀ + s e_a) − (b₀ + t e_b),   s = ((b₀ − a₀) × e_b)·n / n·n,   t = ((b₀ − a₀) × e_a)·n / n·n,
///     n = e_a × e_b
///
/// Parallel lines are everywhere nearest: then the distance is that of the shorter segment's first point to the other
/// line. Derivatives grow like 1 / sin² of the angle, as those of the distance itself do; they stay finite.
#pragma once
#include "talweg/geometry/distance/point_line.hpp"
#include "talweg/geometry/distance/tangent_plane.hpp"

namespace talweg {

template <class Real>
TALWEG_FN Real line_line_squared(const Vector<Real, 3>& a0, const Vector<Real, 3>& a1, const Vector<Real, 3>& b0,
                                 const Vector<Real, 3>& b1) {
    const Vector<Real, 3> ea = a1 - a0, eb = b1 - b0, w = b0 - a0, n = cross(ea, eb);
    const Real aa = norm_squared(ea), bb = norm_squared(eb), nn = norm_squared(n);
    if (!(nn > aa * bb * parallel_sine_squared))
        return aa >= bb ? point_line_squared(b0, a0, a1) : point_line_squared(a0, b0, b1);
    const Real s = dot(cross(w, eb), n) / nn, t = dot(cross(w, ea), n) / nn;
    return norm_squared(s * ea - t * eb - w);
}

/// Points: a₀, a₁, b₀, b₁.
TALWEG_FN inline Differentiated<4> line_line_distance(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const Vec3 ea = a1 - a0, eb = b1 - b0, w = b0 - a0, n = cross(ea, eb);
    const double aa = norm_squared(ea), bb = norm_squared(eb), nn = norm_squared(n);
    if (!spans_plane(n, ea, eb))
        return aa >= bb ? among<4>(point_line_distance(b0, a0, a1), {2, 0, 1})
                        : among<4>(point_line_distance(a0, b0, b1), {0, 2, 3});
    const double s = dot(cross(w, eb), n) / nn, t = dot(cross(w, ea), n) / nn;
    // The normal gives the better direction of a small distance; between almost parallel lines it is itself
    // uncertain.
    const bool clear = nn > doubtful_sine_squared * aa * bb;
    const Vec3 r = clear ? (-dot(n, w) / nn) * n : perpendicular_part(s * ea - t * eb - w, ea, eb);
    const TangentPlane plane = tangent_plane(ea, -eb, -n);
    const double s1 = plane.f1_from_e1, s2 = plane.f2_from_e1, t2 = plane.f2_from_e2;
    const Sliding<4> sliding[] = {{plane.f1, {-s1, s1, 0.0, 0.0}}, {plane.f2, {-s2, s2, t2, -t2}}};
    return squared_distance<4, 2>({1.0 - s, s, t - 1.0, -t}, r, sliding);
}

}  // namespace talweg
