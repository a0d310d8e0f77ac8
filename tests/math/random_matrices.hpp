/// Seeded random matrices and the measures the math tests compare them by.
#pragma once
#include <cmath>
#include <random>
#include "talweg/math/matrix.hpp"

namespace talweg {

class RandomMatrices {
public:
    explicit RandomMatrices(unsigned seed) : engine_(seed) {}

    double uniform(double low, double high) { return low + (high - low) * (double(engine_()) / 4294967296.0); }

    template <int R, int C>
    Matrix<double, R, C> matrix() {
        Matrix<double, R, C> m;
        for (int i = 0; i < R * C; ++i) m[i] = uniform(-1.0, 1.0);
        return m;
    }
    template <int N>
    Matrix<double, N, N> symmetric() {
        const Matrix<double, N, N> m = matrix<N, N>();
        return m + m.transposed();
    }
    /// A product of plane rotations over all pairs of axes.
    template <int N>
    Matrix<double, N, N> rotation() {
        Matrix<double, N, N> q = Matrix<double, N, N>::identity();
        for (int i = 0; i < N; ++i)
            for (int j = i + 1; j < N; ++j) {
                const double angle = uniform(-M_PI, M_PI), c = std::cos(angle), s = std::sin(angle);
                for (int r = 0; r < N; ++r) {
                    const double x = q(r, i), y = q(r, j);
                    q(r, i) = c * x - s * y;
                    q(r, j) = s * x + c * y;
                }
            }
        return q;
    }

private:
    std::mt19937 engine_;  // its sequence is fixed by the standard, unlike the library's distributions
};

template <int R, int C>
double frobenius(const Matrix<double, R, C>& m) {
    double largest = 0.0, sum = 0.0;
    for (double v : m.data) largest = std::fmax(largest, std::fabs(v));
    if (largest == 0.0) return 0.0;
    for (double v : m.data) sum += (v / largest) * (v / largest);
    return largest * std::sqrt(sum);
}

template <int N>
Matrix<double, N, N> diagonal(const Vector<double, N>& values) {
    Matrix<double, N, N> m = Matrix<double, N, N>::zero();
    for (int i = 0; i < N; ++i) m(i, i) = values[i];
    return m;
}

template <int N>
double distance_from_identity(const Matrix<double, N, N>& m) {
    return frobenius(m - Matrix<double, N, N>::identity());
}

}  // namespace talweg
