/// Eigenvalues and eigenvectors of a small symmetric matrix by cyclic Jacobi rotations.
///
///     A = V diag(values) Vᵀ,   values ascending,   VᵀV = I,   det V = +1
///
/// Golub and Van Loan, "Matrix Computations", §8.5. Chosen over the trigonometric formula for 3×3 because it keeps full
/// accuracy for repeated and nearly repeated eigenvalues; for 2×2 the first rotation is already the closed form.
#pragma once
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

/// Only the lower triangle of `m` is read.
template <int N>
TALWEG_FN SymmetricEigen<N> symmetric_eigen(const Matrix<double, N, N>& m) {
    Matrix<double, N, N> a = m;  // only its lower triangle is kept up to date
    SymmetricEigen<N> e;
    e.vectors = Matrix<double, N, N>::identity();

    double scale = 0.0;
    for (int q = 0; q < N; ++q)
        for (int p = q; p < N; ++p) scale = ::fmax(scale, ::fabs(a(p, q)));
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
    // Insertion sort; each exchange of columns negates one of them, so that the vectors remain a rotation.
    for (int i = 1; i < N; ++i)
        for (int j = i; j > 0 && e.values[j] < e.values[j - 1]; --j) {
            const double value = e.values[j];
            e.values[j] = e.values[j - 1];
            e.values[j - 1] = value;
            const Vector<double, N> column = e.vectors.column(j);
            e.vectors.set_column(j, -e.vectors.column(j - 1));
            e.vectors.set_column(j - 1, column);
        }
    return e;
}

}  // namespace talweg
