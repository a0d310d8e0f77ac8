/// x ↦ linear x + offset
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

struct AffineMap {
    Mat3 linear = Mat3::identity();
    Vec3 offset = Vec3::zero();

    Vec3 operator()(const Vec3& x) const { return linear * x + offset; }
    AffineMap operator*(const AffineMap& inner) const { return {linear * inner.linear, (*this)(inner.offset)}; }
};

/// Throws nothing: where the linear part is singular, the result is not finite.
inline AffineMap inverse(const AffineMap& map) {
    const Mat3& m = map.linear;
    const Vec3 a = m.column(0), b = m.column(1), c = m.column(2);
    const double volume = dot(a, cross(b, c));
    const Vec3 rows[3] = {cross(b, c) / volume, cross(c, a) / volume, cross(a, b) / volume};
    AffineMap back;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) back.linear(i, j) = rows[i][j];
    back.offset = -1.0 * (back.linear * map.offset);
    return back;
}

}  // namespace talweg
