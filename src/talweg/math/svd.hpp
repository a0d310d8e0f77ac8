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

template <int N, class Real = double>
struct Svd {
    Matrix<Real, N, N> u;
    Vector<Real, N> sigma;
    Matrix<Real, N, N> v;
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

/// Rotates two columns of B = F V against each other where they are not orthogonal; whether any were not.
template <class Real>
TALWEG_FN bool orthogonalize(Matrix<Real, 3, 3>& b, Matrix<Real, 3, 3>& v, int i, int j, const Real& negligible) {
    const Real ii = norm_squared(b.column(i)), ij = dot(b.column(i), b.column(j)), jj = norm_squared(b.column(j));
    const auto crooked = ij * ij > negligible * larger(ii, jj);
    if (!any(crooked)) return false;
    const auto r = JacobiRotation<Real>::diagonalizing(ii, ij, jj);
    for (int k = 0; k < 3; ++k) {
        r.turn_where(crooked, b(k, i), b(k, j));
        r.turn_where(crooked, v(k, i), v(k, j));
    }
    return true;
}

/// Of one matrix, or of a pack of them: what is rarely needed is done when one of them needs it, and changes only that.
template <class Real>
TALWEG_FN Svd<3, Real> svd(const Matrix<Real, 3, 3>& matrix) {
    using Vec = Vector<Real, 3>;
    using Mat = Matrix<Real, 3, 3>;
    Mat f = matrix, square = f.transposed() * f;
    Real scale = Real(1.0), size_squared = trace(square);
    const auto extreme = !(size_squared > Real(1e-130) && size_squared < Real(1e130));
    if (any(extreme)) {  // its square, times a rounding, would vanish or not be a number
        Real largest = Real(0.0);
        for (int i = 0; i < 9; ++i) largest = larger(largest, fabs(f[i]));
        const auto nothing = !(largest > Real(0.0));
        scale = select(extreme, largest, Real(1.0));
        f = select(nothing, Mat::identity(), select(extreme, f / scale, f));
        square = f.transposed() * f;
        size_squared = trace(square);
    }
    Mat v = closed_form_eigen(square).vectors, b = f * v;
    const Real negligible = 1e-30 * size_squared;
    bool turned = true;
    for (int sweep = 0; turned && sweep < 20; ++sweep) {
        turned = orthogonalize(b, v, 1, 2, negligible);
        turned = orthogonalize(b, v, 0, 2, negligible) || turned;
        turned = orthogonalize(b, v, 0, 1, negligible) || turned;
    }

    // The eigenvalues came ascending, so columns 2, 1, 0 are the long, the middle and the short one, up to rounding.
    const auto short_first = norm_squared(b.column(0)) > norm_squared(b.column(1));
    Vec b1 = select(short_first, b.column(0), b.column(1)), v1 = select(short_first, v.column(0), v.column(1));
    const Real squared0 = norm_squared(b.column(2)), squared1 = norm_squared(b1);
    const auto exchange = squared1 > squared0;
    const Vec b0 = select(exchange, b1, b.column(2)), v0 = select(exchange, v1, v.column(2));
    b1 = select(exchange, b.column(2), b1);
    v1 = select(exchange, v.column(2), v1);
    const Vec v2 = cross(v0, v1);

    // Left vectors: the long column; what is left of the middle one, or any direction if nothing is; their cross
    // product.
    Svd<3, Real> d;
    d.sigma[0] = sqrt(select(exchange, squared1, squared0));
    const Vec u0 = b0 / d.sigma[0];
    Vec u1 = b1 - dot(u0, b1) * u0;
    d.sigma[1] = sqrt(dot(u1, u1));
    u1 *= 1.0 / d.sigma[1];
    const auto brief = d.sigma[1] < 1e-2 * d.sigma[0];
    if (any(brief)) {  // rounding may have left some of u₀ in it
        Vec cleaned = u1 - dot(u0, u1) * u0, completed, unused;
        cleaned *= 1.0 / sqrt(dot(cleaned, cleaned));
        complete_frame(u0, completed, unused);
        u1 = select(d.sigma[1] > 1e-15 * d.sigma[0], select(brief, cleaned, u1), completed);
    }
    const Vec u2 = cross(u0, u1);
    d.sigma[2] = dot(u2, f * v2);
    d.u.set_columns(u0, u1, u2);
    d.v.set_columns(v0, v1, v2);
    d.sigma *= scale;
    return d;
}

}  // namespace talweg
