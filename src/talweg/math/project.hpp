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
/// Of a pack of matrices: which of them.
template <class Real, int N>
TALWEG_FN auto is_positive_semi_definite(const Matrix<Real, N, N>& m) {
    Real largest = Real(0.0);
    for (int i = 0; i < N; ++i) largest = larger(largest, m(i, i));
    auto positive = largest > Real(0.0);

    Matrix<Real, N, N> ld;  // L D below the diagonal
    Real inverse_d[N];
    for (int j = 0; j < N && any(positive); ++j) {
        Real row[N] = {};  // of L
        Real d = m(j, j) + semi_definite_margin * largest;
        for (int k = 0; k < j; ++k) {
            row[k] = ld(j, k) * inverse_d[k];
            d -= row[k] * ld(j, k);
        }
        positive = positive && d > Real(0.0);
        inverse_d[j] = 1.0 / d;
        for (int i = j + 1; i < N; ++i) {
            Real v = m(i, j);
            for (int k = 0; k < j; ++k) v -= ld(i, k) * row[k];
            ld(i, j) = v;
        }
    }
    auto zero = !positive;  // zero matrices have no D > 0, but nothing to change either
    for (int i = 0; i < N * N && any(zero); ++i) zero = zero && m[i] == Real(0.0);
    return positive || zero;
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

/// The same for a matrix that vanishes outside the span of the columns of `basis`, which are orthonormal: its
/// decomposition is one of the smaller matrix QᵀmQ.
template <int N, int R>
TALWEG_FN void project_within(Matrix<double, N, N>& m, const Matrix<double, N, R>& basis) {
    const Matrix<double, N, R> image = m * basis;
    Matrix<double, R, R> within;
    for (int j = 0; j < R; ++j)
        for (int i = j; i < R; ++i) within(i, j) = within(j, i) = dot(basis.column(i), image.column(j));
    if (is_positive_semi_definite(within)) return;
    project_positive(within);
    const Matrix<double, N, R> half = basis * within;
    for (int j = 0; j < N; ++j)
        for (int i = j; i < N; ++i) {
            double sum = 0.0;
            for (int k = 0; k < R; ++k) sum += half(i, k) * basis(j, k);
            m(i, j) = m(j, i) = sum;
        }
}

/// The same for a pack of matrices; only those that need it are touched.
template <class Packed, int N>
TALWEG_FN void project_positive(Matrix<Packed, N, N>& m) requires(Packed::lanes > 1) {
    const auto fine = is_positive_semi_definite(m);
    for (int lane = 0; lane < Packed::lanes && any(!fine); ++lane) {
        if (fine[lane]) continue;
        Matrix<double, N, N> one;
        for (int i = 0; i < N * N; ++i) one[i] = m[i][lane];
        project_positive(one);
        for (int i = 0; i < N * N; ++i) m[i].set(lane, one[i]);
    }
}

}  // namespace talweg
