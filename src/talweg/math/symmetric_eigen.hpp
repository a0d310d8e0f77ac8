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
#include "talweg/math/matrix.hpp"

namespace talweg {

template <int N>
struct SymmetricEigen {
    Vector<double, N> values;
    Matrix<double, N, N> vectors;  // column i belongs to values[i]
};

/// Cosine, sine and tangent of the rotation that turns [[app, apq], [apq, aqq]] diagonal; the smaller of the two
/// angles.
struct JacobiRotation {
    double c, s, t;

    TALWEG_FN static JacobiRotation diagonalizing(double app, double apq, double aqq) {
        const double tau = (aqq - app) / (2.0 * apq);
        const double t = (tau >= 0.0 ? 1.0 : -1.0) / (::fabs(tau) + ::sqrt(1.0 + tau * tau));
        const double c = 1.0 / ::sqrt(1.0 + t * t);
        return {c, t * c, t};
    }
    /// (x, y) becomes (c x − s y, s x + c y).
    TALWEG_FN void turn(double& x, double& y) const {
        const double old = x;
        x = c * old - s * y;
        y = s * old + c * y;
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
                const JacobiRotation r = JacobiRotation::diagonalizing(a(p, p), apq, a(q, q));
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
TALWEG_FN inline double separated_eigenvalue(double h) {
    double x = 1.73212376 + h * (0.330808334 + h * (-0.0817620091 + h * 0.0188871079));
    for (int i = 0; i < 2; ++i) x -= (x * (x * x - 3.0) - 2.0 * h) / (3.0 * (x * x - 1.0));
    return x;
}

/// Completes the unit vector w to a right-handed frame (u, v, w).
TALWEG_FN inline void complete_frame(const Vec3& w, Vec3& u, Vec3& v) {
    // Duff et al., "Building an Orthonormal Basis, Revisited", 2017.
    const double sign = w[2] >= 0.0 ? 1.0 : -1.0, a = -1.0 / (sign + w[2]), b = w[0] * w[1] * a;
    u = {1.0 + sign * w[0] * w[0] * a, sign * b, -sign * w[0]};
    v = {b, sign + w[1] * w[1] * a, -w[1]};
}

TALWEG_FN inline SymmetricEigen<3> symmetric_eigen(const Mat3& m) {
    const double mean = (m(0, 0) + m(1, 1) + m(2, 2)) / 3.0;
    double a00 = m(0, 0) - mean, a11 = m(1, 1) - mean, a22 = m(2, 2) - mean;
    double a10 = m(1, 0), a20 = m(2, 0), a21 = m(2, 1), scale = 1.0;
    double squares = a00 * a00 + a11 * a11 + a22 * a22 + 2.0 * (a10 * a10 + a20 * a20 + a21 * a21);
    if (!(squares > 1e-90 && squares < 1e90)) {  // rare: the cubes below would overflow or vanish
        scale = larger(larger(larger(::fabs(a00), ::fabs(a11)), ::fabs(a22)),
                       larger(larger(::fabs(a10), ::fabs(a20)), ::fabs(a21)));
        if (!(scale > 1e-17 * ::fabs(mean))) return {{mean, mean, mean}, Mat3::identity()};
        a00 /= scale, a11 /= scale, a22 /= scale, a10 /= scale, a20 /= scale, a21 /= scale;
        squares = a00 * a00 + a11 * a11 + a22 * a22 + 2.0 * (a10 * a10 + a20 * a20 + a21 * a21);
    }
    const double radius = ::sqrt(squares / 6.0);
    const double c00 = a11 * a22 - a21 * a21, c10 = a20 * a21 - a10 * a22, c20 = a10 * a21 - a11 * a20;
    const double half_det = 0.5 * (a00 * c00 + a10 * c10 + a20 * c20) / (radius * radius * radius);
    const double far = ::copysign(radius, half_det) * separated_eigenvalue(smaller(::fabs(half_det), 1.0));

    // The adjugate of A − far·I is a multiple of w wᵀ; its column with the largest diagonal entry is the safest.
    const double b00 = a00 - far, b11 = a11 - far, b22 = a22 - far;
    const double d0 = b11 * b22 - a21 * a21, d1 = b00 * b22 - a20 * a20, d2 = b00 * b11 - a10 * a10;
    const double e01 = a20 * a21 - a10 * b22, e02 = a10 * a21 - a20 * b11, e12 = a10 * a20 - a21 * b00;
    Vec3 w = d0 >= d1 && d0 >= d2 ? Vec3{d0, e01, e02} : d1 >= d2 ? Vec3{e01, d1, e12} : Vec3{e02, e12, d2};
    w *= 1.0 / norm(w);

    Vec3 u, v;
    complete_frame(w, u, v);
    const Vec3 au = {a00 * u[0] + a10 * u[1] + a20 * u[2], a10 * u[0] + a11 * u[1] + a21 * u[2],
                     a20 * u[0] + a21 * u[1] + a22 * u[2]};
    const Vec3 av = {a00 * v[0] + a10 * v[1] + a20 * v[2], a10 * v[0] + a11 * v[1] + a21 * v[2],
                     a20 * v[0] + a21 * v[1] + a22 * v[2]};
    double uu = dot(u, au), vv = dot(v, av);
    const double uv = dot(v, au);
    if (uv != 0.0) {
        const JacobiRotation r = JacobiRotation::diagonalizing(uu, uv, vv);
        uu -= r.t * uv;
        vv += r.t * uv;
        for (int i = 0; i < 3; ++i) r.turn(u[i], v[i]);
    }
    // In ascending order; (u, v, w), (w, u, v) and (v, −u, w) are all right-handed.
    const bool exchange = uu > vv;
    const Vec3 low = exchange ? v : u, high = exchange ? -u : v;
    const double lower = exchange ? vv : uu, higher = exchange ? uu : vv;
    SymmetricEigen<3> e;
    if (far > 0.0) {
        e.values = {mean + scale * lower, mean + scale * higher, mean + scale * larger(far, higher)};
        e.vectors.set_columns(low, high, w);
    } else {
        e.values = {mean + scale * smaller(far, lower), mean + scale * lower, mean + scale * higher};
        e.vectors.set_columns(w, low, high);
    }
    return e;
}

}  // namespace talweg
