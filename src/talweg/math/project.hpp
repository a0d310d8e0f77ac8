/// The nearest positive semi-definite matrix in the Frobenius norm: negative eigenvalues become zero.
///
///     A = V diag(λ) Vᵀ   →   V diag(max(λ, 0)) Vᵀ
///
/// Higham, "Computing a nearest symmetric positive semidefinite matrix", 1988. Most element Hessians need no change,
/// and a factorisation finds that out at a fraction of the cost of a decomposition.
#pragma once
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

/// Negative eigenvalues down to −margin·(largest diagonal entry) count as zero: rounding leaves that much in a Hessian
/// whose translations are exact null vectors.
inline constexpr double semi_definite_margin = 1e-13;

/// Whether m + margin·max(diagonal)·I, m symmetric, has a factorisation L D Lᵀ with D > 0. Reads the lower triangle.
template <int N>
TALWEG_FN bool is_positive_semi_definite(const Matrix<double, N, N>& m) {
    double largest = 0.0;
    for (int i = 0; i < N; ++i) largest = larger(largest, m(i, i));
    if (largest == 0.0) return m == Matrix<double, N, N>::zero();

    Matrix<double, N, N> ld;  // L D below the diagonal
    double inverse_d[N];
    for (int j = 0; j < N; ++j) {
        double row[N] = {};  // of L
        double d = m(j, j) + semi_definite_margin * largest;
        for (int k = 0; k < j; ++k) {
            row[k] = ld(j, k) * inverse_d[k];
            d -= row[k] * ld(j, k);
        }
        if (!(d > 0.0)) return false;
        inverse_d[j] = 1.0 / d;
        for (int i = j + 1; i < N; ++i) {
            double v = m(i, j);
            for (int k = 0; k < j; ++k) v -= ld(i, k) * row[k];
            ld(i, j) = v;
        }
    }
    return true;
}

/// In place; m is symmetric and remains exactly so. A matrix that is already positive semi-definite is left untouched.
template <int N>
TALWEG_FN void project_positive(Matrix<double, N, N>& m) {
    if (is_positive_semi_definite(m)) return;
    const SymmetricEigen<N> e = symmetric_eigen(m);
    int first = 0;
    while (first < N && !(e.values[first] > 0.0)) ++first;
    for (int j = 0; j < N; ++j)
        for (int i = j; i < N; ++i) {
            double sum = 0.0;
            for (int k = first; k < N; ++k) sum += e.values[k] * e.vectors(i, k) * e.vectors(j, k);
            m(i, j) = m(j, i) = sum;
        }
}

}  // namespace talweg
