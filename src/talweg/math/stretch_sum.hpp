/// The sum of the signed singular values of F, tr(RᵀF) with the nearest rotation R, for doubles and jets alike.
///
///     2×2:  s² = |F|² + 2 det F
///     3×3:  s is the largest root of (s² − |F|²)² − 8 s det F − 4 |cof F|² = 0
///
/// Both follow from the elementary symmetric polynomials of the singular values. The slope of the quartic at s is
/// 8 (σ₀+σ₁)(σ₀+σ₂)(σ₁+σ₂): the root is simple wherever the rotation is unique, and there each Newton step from the right
/// value doubles the order of the derivatives that are right.
#pragma once
#include "talweg/math/jet.hpp"
#include "talweg/math/svd.hpp"

namespace talweg {

template <class Real>
TALWEG_FN Real stretch_sum(const Matrix<Real, 2, 2>& f) {
    using std::sqrt;
    return sqrt(norm_squared(f) + determinant(f) * 2.0);
}

TALWEG_FN inline double stretch_sum(const Mat3& f) {
    const Vec3 sigma = svd(f).sigma;
    return sigma[0] + sigma[1] + sigma[2];
}

template <int N>
TALWEG_FN Jet<N> stretch_sum(const Matrix<Jet<N>, 3, 3>& f) {
    Mat3 values;
    for (int i = 0; i < 9; ++i) values[i] = f[i].value;
    const Jet<N> lengths = norm_squared(f), volume = determinant(f), areas = norm_squared(cofactor(f));
    Jet<N> s = stretch_sum(values);
    for (int step = 0; step < 2; ++step) {
        const Jet<N> gap = s * s - lengths;
        s -= (gap * gap - s * volume * 8.0 - areas * 4.0) / (s * gap * 4.0 - volume * 8.0);
    }
    return s;
}

}  // namespace talweg
