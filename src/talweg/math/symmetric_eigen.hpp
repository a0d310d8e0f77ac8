/// Eigenvalues and eigenvectors of a small symmetric matrix.
///
///     A = V diag(values) Vᵀ,   values ascending,   VᵀV = I,   det V = +1
///
/// Any size by cyclic Jacobi rotations (Golub and Van Loan, "Matrix Computations", §8.5), of which 2×2 needs just one.
/// 3×3 in closed form, without loss of accuracy for repeated or nearly repeated eigenvalues: the eigenvalue that lies
/// furthest from the other two is found first, its eigenvector splits off, and one rotation settles the remaining plane
/// (Eberly, "A Robust Eigensolver for 3×3 Symmetric Matrices", 2014; here without trigonometric functions).
#pragma once
#include "talweg/math/extremes.hpp"
#include "talweg/math/select.hpp"

namespace talweg {

template <int N, class Real = double>
struct SymmetricEigen {
    Vector<Real, N> values;
    Matrix<Real, N, N> vectors;  // column i belongs to values[i]
};

/// Cosine, sine and tangent of the rotation that turns [[app, apq], [apq, aqq]] diagonal; the smaller of the two
/// angles.
template <class Real>
struct JacobiRotation {
    Real c, s, t;

    TALWEG_FN static JacobiRotation diagonalizing(const Real& app, const Real& apq, const Real& aqq) {
        const Real tau = (aqq - app) / (2.0 * apq);
        const Real t = select(tau >= Real(0.0), Real(1.0), Real(-1.0)) / (fabs(tau) + sqrt(1.0 + tau * tau));
        const Real c = 1.0 / sqrt(1.0 + t * t);
        return {c, t * c, t};
    }
    /// (x, y) becomes (c x − s y, s x + c y).
    TALWEG_FN void turn(Real& x, Real& y) const {
        const Real old = x;
        x = c * old - s * y;
        y = s * old + c * y;
    }
    /// The same where the mask says so; elsewhere nothing changes.
    template <class Mask>
    TALWEG_FN void turn_where(const Mask& mask, Real& x, Real& y) const {
        const Real old = x;
        x = select(mask, c * old - s * y, old);
        y = select(mask, s * old + c * y, y);
    }
};

/// Insertion sort; each exchange of columns negates one of them, so that the vectors remain a rotation.
template <int N>
TALWEG_FN void sort_ascending(SymmetricEigen<N>& e) {
    for (int i = 1; i < N; ++i)
        for (int j = i; j > 0 && e.values[j] < e.values[j - 1]; --j) {
            const double value = e.values[j];
            e.values[j] = e.values[j - 1];
            e.values[j - 1] = value;
            const Vector<double, N> column = e.vectors.column(j);
            e.vectors.set_column(j, -e.vectors.column(j - 1));
            e.vectors.set_column(j - 1, column);
        }
}

/// Like all decompositions here, reads the lower triangle of `m` only.
template <int N>
TALWEG_FN SymmetricEigen<N> jacobi_eigen(const Matrix<double, N, N>& m) {
    Matrix<double, N, N> a = m;  // only its lower triangle is kept up to date
    SymmetricEigen<N> e;
    e.vectors = Matrix<double, N, N>::identity();

    double scale = 0.0;
    for (int q = 0; q < N; ++q)
        for (int p = q; p < N; ++p) scale = larger(scale, ::fabs(a(p, q)));
    const double negligible = 1e-17 * scale;

    // Convergence is quadratic: 5 sweeps are usual for N = 3 and 8 for N = 12; the bound only stops on NaN.
    bool turned = true;
    for (int sweep = 0; turned && sweep < 40; ++sweep) {
        turned = false;
        for (int q = 1; q < N; ++q)
            for (int p = 0; p < q; ++p) {
                const double apq = a(q, p);
                if (!(::fabs(apq) > negligible)) continue;
                turned = true;
                const auto r = JacobiRotation<double>::diagonalizing(a(p, p), apq, a(q, q));
                a(p, p) -= r.t * apq;
                a(q, q) += r.t * apq;
                a(q, p) = 0.0;
                for (int k = 0; k < p; ++k) r.turn(a(p, k), a(q, k));
                for (int k = p + 1; k < q; ++k) r.turn(a(k, p), a(q, k));
                for (int k = q + 1; k < N; ++k) r.turn(a(k, p), a(k, q));
                for (int k = 0; k < N; ++k) r.turn(e.vectors(k, p), e.vectors(k, q));
            }
    }

    for (int i = 0; i < N; ++i) e.values[i] = a(i, i);
    sort_ascending(e);
    return e;
}

template <int N>
TALWEG_FN SymmetricEigen<N> symmetric_eigen(const Matrix<double, N, N>& m) {
    return jacobi_eigen(m);
}

/// Root in [√3, 2] of x³ − 3x = 2h for h in [0, 1]: the eigenvalue furthest from the others of a matrix without trace
/// whose squares of eigenvalues sum to 6 and whose determinant is 2h. The slope there is at least 6, so Newton from a
/// guess within 8e-5, a Chebyshev fit, needs two steps.
template <class Real>
TALWEG_FN Real separated_eigenvalue(const Real& h) {
    Real x = 1.73212376 + h * (0.330808334 + h * (-0.0817620091 + h * 0.0188871079));
    for (int i = 0; i < 2; ++i) x -= (x * (x * x - 3.0) - 2.0 * h) / (3.0 * (x * x - 1.0));
    return x;
}

/// Completes the unit vector w to a right-handed frame (u, v, w).
template <class Real>
TALWEG_FN void complete_frame(const Vector<Real, 3>& w, Vector<Real, 3>& u, Vector<Real, 3>& v) {
    // Duff et al., "Building an Orthonormal Basis, Revisited", 2017.
    const Real sign = select(w[2] >= Real(0.0), Real(1.0), Real(-1.0)), a = -1.0 / (sign + w[2]), b = w[0] * w[1] * a;
    u = {1.0 + sign * w[0] * w[0] * a, sign * b, -sign * w[0]};
    v = {b, sign + w[1] * w[1] * a, -w[1]};
}

/// The closed form for 3×3, without branches: of one matrix, or of a pack of them.
template <class Real>
TALWEG_FN SymmetricEigen<3, Real> closed_form_eigen(const Matrix<Real, 3, 3>& m) {
    using Vec = Vector<Real, 3>;
    const Real mean = (m(0, 0) + m(1, 1) + m(2, 2)) / 3.0;
    Real a00 = m(0, 0) - mean, a11 = m(1, 1) - mean, a22 = m(2, 2) - mean;
    Real a10 = m(1, 0), a20 = m(2, 0), a21 = m(2, 1);
    // To size one, so that no cube below overflows or vanishes. A multiple of the identity, which has any eigenvectors,
    // gets those of a matrix that is easily decomposed.
    Real scale =
        larger(larger(larger(fabs(a00), fabs(a11)), fabs(a22)), larger(larger(fabs(a10), fabs(a20)), fabs(a21)));
    const auto uniform = !(scale > 1e-17 * fabs(mean));
    const Real shrink = select(uniform, Real(0.0), 1.0 / scale);
    a00 = select(uniform, Real(-1.0), a00 * shrink), a11 = select(uniform, Real(0.0), a11 * shrink);
    a22 = select(uniform, Real(1.0), a22 * shrink);
    a10 = select(uniform, Real(0.0), a10 * shrink), a20 = select(uniform, Real(0.0), a20 * shrink);
    a21 = select(uniform, Real(0.0), a21 * shrink);
    scale = select(uniform, Real(0.0), scale);

    const Real squares = a00 * a00 + a11 * a11 + a22 * a22 + 2.0 * (a10 * a10 + a20 * a20 + a21 * a21);
    const Real radius = sqrt(squares / 6.0);
    const Real c00 = a11 * a22 - a21 * a21, c10 = a20 * a21 - a10 * a22, c20 = a10 * a21 - a11 * a20;
    const Real half_det = 0.5 * (a00 * c00 + a10 * c10 + a20 * c20) / (radius * radius * radius);
    const Real far = copysign(radius, half_det) * separated_eigenvalue(smaller(fabs(half_det), Real(1.0)));

    // The adjugate of A − far·I is a multiple of w wᵀ; its column with the largest diagonal entry is the safest.
    const Real b00 = a00 - far, b11 = a11 - far, b22 = a22 - far;
    const Real d0 = b11 * b22 - a21 * a21, d1 = b00 * b22 - a20 * a20, d2 = b00 * b11 - a10 * a10;
    const Real e01 = a20 * a21 - a10 * b22, e02 = a10 * a21 - a20 * b11, e12 = a10 * a20 - a21 * b00;
    Vec w = select(d0 >= d1 && d0 >= d2, Vec{d0, e01, e02}, select(d1 >= d2, Vec{e01, d1, e12}, Vec{e02, e12, d2}));
    w *= 1.0 / sqrt(dot(w, w));

    Vec u, v;
    complete_frame(w, u, v);
    const Vec au = {a00 * u[0] + a10 * u[1] + a20 * u[2], a10 * u[0] + a11 * u[1] + a21 * u[2],
                    a20 * u[0] + a21 * u[1] + a22 * u[2]};
    const Vec av = {a00 * v[0] + a10 * v[1] + a20 * v[2], a10 * v[0] + a11 * v[1] + a21 * v[2],
                    a20 * v[0] + a21 * v[1] + a22 * v[2]};
    Real uu = dot(u, au), vv = dot(v, av);
    const Real uv = dot(v, au);
    const auto coupled = uv != Real(0.0);
    if (any(coupled)) {
        const auto r = JacobiRotation<Real>::diagonalizing(uu, uv, vv);
        uu = select(coupled, uu - r.t * uv, uu);
        vv = select(coupled, vv + r.t * uv, vv);
        for (int i = 0; i < 3; ++i) r.turn_where(coupled, u[i], v[i]);
    }
    // In ascending order; (u, v, w), (w, u, v) and (v, −u, w) are all right-handed.
    const auto exchange = uu > vv;
    const Vec low = select(exchange, v, u), high = select(exchange, -u, v);
    const Real lower = select(exchange, vv, uu), higher = select(exchange, uu, vv);
    const auto above = far > Real(0.0);
    SymmetricEigen<3, Real> e;
    e.values = {mean + scale * select(above, lower, smaller(far, lower)), mean + scale * select(above, higher, lower),
                mean + scale * select(above, larger(far, higher), higher)};
    e.vectors.set_columns(select(above, low, w), select(above, high, low), select(above, w, high));
    return e;
}

TALWEG_FN inline SymmetricEigen<3> symmetric_eigen(const Mat3& m) { return closed_form_eigen(m); }

}  // namespace talweg
