/// Squared distance of two points: |p − q|².
#pragma once
#include "talweg/geometry/distance/differentiated.hpp"

namespace talweg {

template <class Real>
TALWEG_FN Real point_point_squared(const Vector<Real, 3>& p, const Vector<Real, 3>& q) {
    return norm_squared(p - q);
}

/// Points: p, q.
TALWEG_FN inline Differentiated<2> point_point_distance(const Vec3& p, const Vec3& q) {
    const Vec3 r = p - q;
    Differentiated<2> d{norm_squared(r), Vector<double, 6>::zero(), Matrix<double, 6, 6>::zero()};
    for (int a = 0; a < 3; ++a) {
        d.gradient[a] = 2.0 * r[a];
        d.gradient[3 + a] = -2.0 * r[a];
        d.hessian(a, a) = d.hessian(3 + a, 3 + a) = 2.0;
        d.hessian(a, 3 + a) = d.hessian(3 + a, a) = -2.0;
    }
    return d;
}

}  // namespace talweg
