/// Singular values with rotations on both sides, as elasticity wants them.
///
///     F = U diag(sigma) Vᵀ,   det U = det V = +1,   sigma₀ ≥ … ≥ |sigma_last|
///
/// A reflection in F shows as a negative last singular value, so an inverted element is one whose last stretch is
/// negative (Irving, Teran, Fedkiw, "Invertible Finite Elements for Robust Simulation of Large Deformation", 2004).
///
/// 2×2 in closed form: F is the sum of a scaled rotation and a scaled reflection. 3×3: V from the closed-form
/// eigenvectors of FᵀF, then one-sided Jacobi rotations of the columns of F V, which restore what squaring lost in
/// ill-conditioned F and are not needed otherwise. 3×2, of sheets: V turns FᵀF diagonal, U has the normal last, and no
/// singular value is negative. Accurate to rounding relative to |F| for any F, zero and rank-deficient ones included.
#pragma once
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

/// Of an S×N matrix, S ≥ N.
template <int N, class Real = double, int S = N>
struct Svd {
    Matrix<Real, S, S> u;
    Vector<Real, N> sigma;
    Matrix<Real, N, N> v;
};

/// Cosine and sine of half the angle of (x, y), which lies in (−π, π]; of half of zero for the zero vector.
template <class Real>
TALWEG_FN Vector<Real, 2> half_angle(const Real& x, const Real& y, const Real& length) {
    const auto some = length > Real(0.0);
    const Real c = select(some, x / length, Real(1.0)), s = select(some, y / length, Real(0.0));
    const Real high = sqrt(0.5 + 0.5 * fabs(c)), low = s / (2.0 * high);
    const auto ahead = c >= Real(0.0);
    return {select(ahead, high, fabs(low)), select(ahead, low, copysign(high, s))};
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

/// F of a size that can be squared twice, and what it was divided by; one of size 1 that is divided by 0 for no F.
template <class Real, int N>
struct Squared {
    Matrix<Real, 3, N> f;
    Matrix<Real, N, N> square;  // FᵀF
    Real size_squared, scale;

    TALWEG_FN explicit Squared(const Matrix<Real, 3, N>& matrix)
        : f(matrix), square(f.transposed() * f), size_squared(trace(square)), scale(1.0) {
        const auto extreme = !(size_squared > Real(1e-130) && size_squared < Real(1e130));
        if (!any(extreme)) return;
        Real largest = Real(0.0);
        for (int i = 0; i < 3 * N; ++i) largest = larger(largest, fabs(f[i]));
        const auto nothing = !(largest > Real(0.0));
        scale = select(extreme, largest, Real(1.0));
        f = select(extreme, f / scale, f);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < N; ++j) f(i, j) = select(nothing, Real(i == j ? 1.0 : 0.0), f(i, j));
        square = f.transposed() * f;
        size_squared = trace(square);
    }
};

/// Left vectors u₀, u₁ and singular values of two columns b₀, b₁ of F V, the longer one first: that one; what is left
/// of the other, or any direction if nothing is; last, their cross product.
template <class Real, int N, int S>
TALWEG_FN void set_left(const Vector<Real, 3>& b0, const Vector<Real, 3>& b1, Svd<N, Real, S>& d) {
    using Vec = Vector<Real, 3>;
    d.sigma[0] = sqrt(norm_squared(b0));
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
    d.u.set_columns(u0, u1, cross(u0, u1));
}

/// Of one matrix, or of a pack of them: what is rarely needed is done when one of them needs it, and changes only that.
template <class Real>
TALWEG_FN Svd<2, Real, 3> svd(const Matrix<Real, 3, 2>& matrix) {
    const Squared<Real, 2> q(matrix);
    const Real half = 0.5 * (q.square(0, 0) - q.square(1, 1)), mixed = q.square(1, 0);
    const Vector<Real, 2> turn = half_angle(half, mixed, sqrt(half * half + mixed * mixed));
    Svd<2, Real, 3> d;
    d.v = {turn[0], turn[1], -turn[1], turn[0]};
    set_left(q.f * d.v.column(0), q.f * d.v.column(1), d);
    d.sigma *= q.scale;
    return d;
}

template <class Real>
TALWEG_FN Svd<3, Real> svd(const Matrix<Real, 3, 3>& matrix) {
    using Vec = Vector<Real, 3>;
    using Mat = Matrix<Real, 3, 3>;
    const Squared<Real, 3> q(matrix);
    const Mat& f = q.f;
    Mat v = closed_form_eigen(q.square).vectors, b = f * v;
    const Real negligible = 1e-30 * q.size_squared;
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

    Svd<3, Real> d;
    set_left(b0, b1, d);
    d.sigma[2] = dot(d.u.column(2), f * v2);
    d.v.set_columns(v0, v1, v2);
    d.sigma *= q.scale;
    return d;
}

}  // namespace talweg
