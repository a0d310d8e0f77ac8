/// Squared distance of a point and the line through two others:
///
///     |r|²,   r = p − (1 − s) a − s b,   s = (p − a)·e / e·e,   e = b − a
///
/// Two points at the same place make no line; then the distance is that to the first.
#pragma once
#include "talweg/geometry/distance/point_point.hpp"

namespace talweg {

template <class Real>
TALWEG_FN Real point_line_squared(const Vector<Real, 3>& p, const Vector<Real, 3>& a, const Vector<Real, 3>& b) {
    const Vector<Real, 3> e = b - a, u = p - a;
    const Real length_squared = norm_squared(e);
    if (!(length_squared > Real(0.0))) return norm_squared(u);
    return norm_squared(u - (dot(u, e) / length_squared) * e);
}

/// Points: p, a, b.
TALWEG_FN inline Differentiated<3> point_line_distance(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 e = b - a, u = p - a;
    const double length = norm(e);
    if (!(length > 0.0)) return among<3>(point_point_distance(p, a), {0, 1});
    const Vec3 f = e / length;
    const double s = dot(u, f) / length;
    Vec3 r = u - s * e;
    r -= dot(r, f) * f;  // what rounding left along the line; it is large beside a small distance
    const Sliding<3> sliding[] = {{f, {0.0, -1.0 / length, 1.0 / length}}};
    return squared_distance<3, 1>({1.0, s - 1.0, -s}, r, sliding);
}

}  // namespace talweg
