/// Singular values with rotations on both sides, as elasticity wants them.
///
///     F = U diag(sigma) Vᵀ,   det U = det V = +1,   sigma₀ ≥ … ≥ |sigma_last|
///
/// A reflection in F shows as a negative last singular value, so an inverted element is one whose last stretch is
/// negative (Irving, Teran, Fedkiw, "Invertible Finite Elements for Robust Simulation of Large Deformation", 2004).
///
/// 2×2 in closed form: F is the sum of a scaled rotation and a scaled reflection. 3×3: V from the closed-form
/// eigenvectors of FᵀF, then one-sided Jacobi rotations of the columns of F V, which restore what squaring lost in
/// ill-conditioned F and are not needed otherwise. Accurate to rounding relative to |F| for any F, zero and
/// rank-deficient ones included.
#pragma once
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

template <int N>
struct Svd {
    Matrix<double, N, N> u;
    Vector<double, N> sigma;
    Matrix<double, N, N> v;
};

/// Cosine and sine of half the angle of (x, y), which lies in (−π, π]; of half of zero for the zero vector.
TALWEG_FN inline Vec2 half_angle(double x, double y, double length) {
    if (!(length > 0.0)) return {1.0, 0.0};
    const double c = x / length, s = y / length;
    if (c >= 0.0) {
        const double half_c = ::sqrt(0.5 + 0.5 * c);
        return {half_c, s / (2.0 * half_c)};
    }
    const double half_s = ::copysign(::sqrt(0.5 - 0.5 * c), s);
    return {s / (2.0 * half_s), half_s};
}

TALWEG_FN inline Svd<2> svd(const Mat2& f) {
    // F = q·Rotation(φ) + r·Reflection(θ): singular values q ± r, half-sum and half-difference of the angles.
    const double q0 = 0.5 * (f(0, 0) + f(1, 1)), q1 = 0.5 * (f(1, 0) - f(0, 1));
    const double r0 = 0.5 * (f(0, 0) - f(1, 1)), r1 = 0.5 * (f(1, 0) + f(0, 1));
    const double q = ::hypot(q0, q1), r = ::hypot(r0, r1);
    const Vec2 phi = half_angle(q0, q1, q), theta = half_angle(r0, r1, r);
    const double uc = theta[0] * phi[0] - theta[1] * phi[1], us = theta[1] * phi[0] + theta[0] * phi[1];
    const double vc = theta[0] * phi[0] + theta[1] * phi[1], vs = theta[1] * phi[0] - theta[0] * phi[1];
    return {{uc, us, -us, uc}, {q + r, q - r}, {vc, vs, -vs, vc}};
}

/// Rotates two columns of B = F V against each other until they are orthogonal; whether they were not.
TALWEG_FN inline bool orthogonalize(Mat3& b, Mat3& v, int i, int j, double negligible) {
    const double ii = norm_squared(b.column(i)), ij = dot(b.column(i), b.column(j)), jj = norm_squared(b.column(j));
    if (!(::fabs(ij) > negligible * ::sqrt(ii > jj ? ii : jj))) return false;
    const JacobiRotation r = JacobiRotation::diagonalizing(ii, ij, jj);
    for (int k = 0; k < 3; ++k) {
        r.turn(b(k, i), b(k, j));
        r.turn(v(k, i), v(k, j));
    }
    return true;
}

TALWEG_FN inline Svd<3> svd(const Mat3& matrix) {
    Mat3 f = matrix;
    double scale = 1.0, size_squared = trace(f.transposed() * f);
    if (!(size_squared > 1e-200 && size_squared < 1e200)) {  // rare: its fourth power would not be a number
        scale = 0.0;
        for (int i = 0; i < 9; ++i) scale = larger(scale, ::fabs(f[i]));
        if (!(scale > 0.0)) return {Mat3::identity(), Vec3::zero(), Mat3::identity()};
        f = f / scale;
        size_squared = trace(f.transposed() * f);
    }
    Svd<3> d;
    d.v = symmetric_eigen(f.transposed() * f).vectors;
    Mat3 b = f * d.v;
    const double negligible = 1e-15 * ::sqrt(size_squared);
    bool turned = true;
    for (int sweep = 0; turned && sweep < 20; ++sweep) {
        turned = orthogonalize(b, d.v, 1, 2, negligible);
        turned = orthogonalize(b, d.v, 0, 2, negligible) || turned;
        turned = orthogonalize(b, d.v, 0, 1, negligible) || turned;
    }

    // The eigenvalues came ascending, so columns 2, 1, 0 are the long, the middle and the short one, up to rounding.
    Vec3 b0 = b.column(2), b1 = b.column(1), v0 = d.v.column(2), v1 = d.v.column(1);
    double squared0 = norm_squared(b0), squared1 = norm_squared(b1), squared2 = norm_squared(b.column(0));
    if (squared2 > squared1) {
        b1 = b.column(0), v1 = d.v.column(0);
        squared1 = squared2;
    }
    if (squared1 > squared0) {
        const Vec3 old_b = b0, old_v = v0;
        b0 = b1, v0 = v1, b1 = old_b, v1 = old_v;
        squared0 = squared1;
    }
    const Vec3 v2 = cross(v0, v1);

    // Left vectors: the long column; what is left of the middle one, or any direction if nothing is; their cross
    // product.
    d.sigma[0] = ::sqrt(squared0);
    const Vec3 u0 = b0 / d.sigma[0];
    Vec3 u1 = b1 - dot(u0, b1) * u0;
    d.sigma[1] = norm(u1);
    if (d.sigma[1] > 1e-15 * d.sigma[0]) {
        u1 *= 1.0 / d.sigma[1];
        if (d.sigma[1] < 1e-2 * d.sigma[0]) {  // short: rounding may have left some of u₀ in it
            u1 -= dot(u0, u1) * u0;
            u1 *= 1.0 / norm(u1);
        }
    } else {
        Vec3 unused;
        complete_frame(u0, u1, unused);
    }
    const Vec3 u2 = cross(u0, u1);
    d.sigma[2] = dot(u2, f * v2);
    d.u.set_columns(u0, u1, u2);
    d.v.set_columns(v0, v1, v2);
    d.sigma *= scale;
    return d;
}

}  // namespace talweg
