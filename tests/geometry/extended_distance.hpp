/// True nearest vectors in extended precision by trying every pair of sub-features: the reference for distances and
/// collision times. Shares no code with the library but the arithmetic of small vectors.
#pragma once
#include <algorithm>
#include <cmath>

#include "talweg/math/points.hpp"

namespace talweg::testing {

using Extended = Vector<long double, 3>;

inline Extended extended(const Vec3& v) { return {v[0], v[1], v[2]}; }

template <int N>
Points<long double, N> moved(const Points<double, N>& x, const Points<double, N>& dx, long double t) {
    Points<long double, N> y;
    for (int i = 0; i < N; ++i) y[i] = extended(x[i]) + extended(dx[i]) * t;
    return y;
}

inline Extended shortest(const Extended& a, const Extended& b) { return dot(b, b) < dot(a, a) ? b : a; }

inline Extended extended_point_edge(const Extended& p, const Extended& a, const Extended& b) {
    const Extended e = b - a;
    const long double ee = dot(e, e);
    const long double s = ee > 0.0L ? std::clamp(dot(p - a, e) / ee, 0.0L, 1.0L) : 0.0L;
    return p - a - e * s;
}

/// From the triangle to the point.
inline Extended extended_point_triangle(const Points<long double, 4>& x) {
    const Extended &p = x[0], &a = x[1], &b = x[2], &c = x[3];
    const Extended best =
        shortest(shortest(extended_point_edge(p, a, b), extended_point_edge(p, b, c)), extended_point_edge(p, c, a));
    const Extended n = cross(b - a, c - a);
    const long double nn = dot(n, n);
    if (!(nn > 0.0L)) return best;
    // The foot of the perpendicular counts if it is on the inner side of all three sides.
    const Extended height = n * (dot(p - a, n) / nn), foot = p - height;
    const bool inside = dot(cross(b - a, foot - a), n) >= 0.0L && dot(cross(c - b, foot - b), n) >= 0.0L &&
                        dot(cross(a - c, foot - c), n) >= 0.0L;
    return inside ? shortest(best, height) : best;
}

/// From the second edge to the first.
inline Extended extended_edge_edge(const Points<long double, 4>& x) {
    const Extended &a0 = x[0], &a1 = x[1], &b0 = x[2], &b1 = x[3];
    const Extended best = shortest(shortest(extended_point_edge(a0, b0, b1), extended_point_edge(a1, b0, b1)),
                                   shortest(-extended_point_edge(b0, a0, a1), -extended_point_edge(b1, a0, a1)));
    const Extended ea = a1 - a0, eb = b1 - b0, w = a0 - b0, n = cross(ea, eb);
    const long double nn = dot(n, n);
    if (!(nn > 0.0L)) return best;
    const long double s = dot(cross(eb, w), n) / nn, t = dot(cross(ea, w), n) / nn;
    const bool inside = s >= 0.0L && s <= 1.0L && t >= 0.0L && t <= 1.0L;
    return inside ? shortest(best, n * (dot(w, n) / nn)) : best;
}

}  // namespace talweg::testing
