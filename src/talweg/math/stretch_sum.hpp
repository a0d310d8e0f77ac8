/// The sum of the signed singular values of F, tr(RᵀF) with the nearest rotation R, for doubles, jets and long doubles
/// alike.
///
///     2×2:  s² = |F|² + 2 det F
///     3×3:  s is the largest root of (s² − |F|²)² − 8 s det F − 4 |cof F|² = 0
///
/// Both follow from the elementary symmetric polynomials of the singular values. The slope of the quartic at s is 8
/// (σ₀+σ₁)(σ₀+σ₂)(σ₁+σ₂): the root is simple wherever the rotation is unique, and there each Newton step from the right
/// value doubles the number of digits, and the order of the derivatives, that are right.
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

template <class Real>
TALWEG_FN Real stretch_sum(const Matrix<Real, 3, 3>& f) {
    Mat3 values;
    for (int i = 0; i < 9; ++i) values[i] = value_of(f[i]);
    const Real lengths = norm_squared(f), volume = determinant(f), areas = norm_squared(cofactor(f));
    Real s = stretch_sum(values);
    for (int step = 0; step < 2; ++step) {
        const Real gap = s * s - lengths;
        s -= (gap * gap - s * volume * 8.0 - areas * 4.0) / (s * gap * 4.0 - volume * 8.0);
    }
    return s;
}

/// |F − R|², the squared distance from the nearest rotation: Σ (σ_i − 1)², which near a rotation is more accurate than
/// the difference |F|² − 2 Σ σ_i + d.
template <int D>
TALWEG_FN double distance_from_rotation_squared(const Matrix<double, D, D>& f) {
    const Vector<double, D> sigma = svd(f).sigma;
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += (sigma[i] - 1.0) * (sigma[i] - 1.0);
    return sum;
}
template <class Real, int D>
TALWEG_FN Real distance_from_rotation_squared(const Matrix<Real, D, D>& f) {
    return norm_squared(f) - stretch_sum(f) * 2.0 + Real(D);
}

}  // namespace talweg
