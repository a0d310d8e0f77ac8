/// The rotation nearest to F: the factor R of F = R S, S symmetric with at most one negative eigenvalue.
///
/// It maximises tr(RᵀF) over all rotations, so it is a rotation also where F reflects (Higham, "Computing the polar
/// decomposition – with applications", 1986, for the rest). Not unique where the two smallest singular values cancel.
#pragma once
#include "talweg/math/svd.hpp"

namespace talweg {

/// Closed form: the rotation part of F = q·Rotation + r·Reflection; the identity where that part vanishes.
TALWEG_FN inline Mat2 polar_rotation(const Mat2& f) {
    const double c = f(0, 0) + f(1, 1), s = f(1, 0) - f(0, 1), length = ::hypot(c, s);
    if (!(length > 0.0)) return Mat2::identity();
    return {c / length, s / length, -s / length, c / length};
}

TALWEG_FN inline Mat3 polar_rotation(const Mat3& f) {
    const Svd<3> d = svd(f);
    return d.u * d.v.transposed();
}

}  // namespace talweg
