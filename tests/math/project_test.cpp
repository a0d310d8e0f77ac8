#include "talweg/math/project.hpp"
#include <gtest/gtest.h>
#include "random_matrices.hpp"

namespace talweg::project_test {
namespace {

template <int N>
double smallest_eigenvalue(const Matrix<double, N, N>& m) {
    return symmetric_eigen(m).values[0];
}

/// V diag(values) Vᵀ, symmetric to the last bit.
template <int N>
Matrix<double, N, N> with_eigenvalues(const Vector<double, N>& values, const Matrix<double, N, N>& v) {
    const Matrix<double, N, N> m = v * diagonal(values) * v.transposed();
    return 0.5 * (m + m.transposed());
}

template <int N>
void expect_clamped(unsigned seed, int count) {
    RandomMatrices random(seed);
    for (int i = 0; i < count; ++i) {
        const Vector<double, N> values = random.matrix<N, 1>();
        Vector<double, N> clamped = values;
        for (int k = 0; k < N; ++k) clamped[k] = std::fmax(values[k], 0.0);
        const Matrix<double, N, N> v = random.rotation<N>();
        Matrix<double, N, N> m = with_eigenvalues(values, v);
        project_positive(m);
        EXPECT_LE(frobenius(m - with_eigenvalues(clamped, v)), N * 1e-14);
        EXPECT_TRUE(m == m.transposed());
        EXPECT_GE(smallest_eigenvalue(m), -N * 1e-16);
        EXPECT_TRUE(is_positive_semi_definite(m));
    }
}

TEST(ProjectPositive, ClampsNegativeEigenvalues) {
    expect_clamped<1>(1, 10);
    expect_clamped<2>(2, 500);
    expect_clamped<3>(3, 500);
    expect_clamped<6>(4, 200);
    expect_clamped<9>(5, 100);
    expect_clamped<12>(6, 100);
}

TEST(ProjectPositive, LeavesPositiveSemiDefiniteMatricesUntouched) {
    RandomMatrices random(7);
    for (int rank = 0; rank <= 12; ++rank)
        for (int i = 0; i < 20; ++i) {
            Matrix<double, 12, 12> m = Matrix<double, 12, 12>::zero();
            for (int k = 0; k < rank; ++k) {
                const Vector<double, 12> v = std::pow(10.0, random.uniform(-3.0, 3.0)) * random.matrix<12, 1>();
                m += outer(v, v);
            }
            const Matrix<double, 12, 12> before = m;
            EXPECT_TRUE(is_positive_semi_definite(m));
            project_positive(m);
            EXPECT_TRUE(m == before);
        }
}

TEST(ProjectPositive, SeesSmallNegativeEigenvalues) {
    RandomMatrices random(8);
    for (double negative : {-1.0, -1e-6, -1e-11})
        for (int i = 0; i < 50; ++i) {
            const Vector<double, 6> values = {0.0, 0.0, negative, 1.0, 0.5, 0.2};
            Matrix<double, 6, 6> m = with_eigenvalues(values, random.rotation<6>());
            EXPECT_FALSE(is_positive_semi_definite(m));
            project_positive(m);
            EXPECT_GE(smallest_eigenvalue(m), -1e-15);
        }
}

TEST(ProjectPositive, SpecialMatrices) {
    Mat3 m = Mat3::zero();
    project_positive(m);
    EXPECT_TRUE(m == Mat3::zero());
    m = -1.0 * Mat3::identity();
    project_positive(m);
    EXPECT_TRUE(m == Mat3::zero());
    Mat2 saddle = {0, 1, 1, 0};  // zero diagonal, yet indefinite
    project_positive(saddle);
    EXPECT_LE(frobenius(saddle - Mat2{0.5, 0.5, 0.5, 0.5}), 1e-15);
}

TEST(ProjectPositive, IsTheNearestMatrixAndIdempotent) {
    RandomMatrices random(9);
    for (int i = 0; i < 200; ++i) {
        const Mat3 before = random.symmetric<3>();
        Mat3 m = before;
        project_positive(m);
        Mat3 again = m;
        project_positive(again);
        EXPECT_LE(frobenius(again - m), 1e-15);
        const Vec3 a = random.matrix<3, 1>();
        for (double size : {1e-3, 1e-1, 1.0})  // no step towards another semi-definite matrix comes closer
            EXPECT_LE(frobenius(m - before), frobenius(m + size * outer(a, a) - before) + 1e-14);
    }
}

TEST(ProjectPositive, AnyScale) {
    RandomMatrices random(10);
    for (int exponent = -150; exponent <= 150; exponent += 10) {
        const double scale = std::pow(10.0, exponent);
        const Matrix<double, 6, 6> plain = random.symmetric<6>();
        Matrix<double, 6, 6> a = plain, b = scale * plain;
        project_positive(a);
        project_positive(b);
        EXPECT_LE(frobenius(b - scale * a), 1e-14 * frobenius(b));
    }
}

}  // namespace
}  // namespace talweg::project_test
