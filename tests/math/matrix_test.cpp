#include "talweg/math/matrix.hpp"
#include <gtest/gtest.h>
#include "random_matrices.hpp"

namespace talweg::matrix_test {
namespace {

TEST(Matrix, IsColumnMajorAndTriviallyCopyable) {
    static_assert(std::is_trivially_copyable_v<Matrix<double, 12, 12>>);
    static_assert(sizeof(Mat3) == 9 * sizeof(double));
    const Matrix<double, 2, 3> m = {1, 2, 3, 4, 5, 6};
    EXPECT_EQ(m(0, 0), 1);
    EXPECT_EQ(m(1, 0), 2);
    EXPECT_EQ(m(0, 1), 3);
    EXPECT_EQ(m(1, 2), 6);
    EXPECT_TRUE(m.column(1) == (Vec2{3, 4}));
    EXPECT_TRUE(m.transposed() == (Matrix<double, 3, 2>{1, 3, 5, 2, 4, 6}));
}

TEST(Matrix, Arithmetic) {
    const Vec3 a = {1, 2, 3}, b = {-4, 0.5, 2};
    EXPECT_TRUE(a + b == (Vec3{-3, 2.5, 5}));
    EXPECT_TRUE(a - b == (Vec3{5, 1.5, 1}));
    EXPECT_TRUE(-a == (Vec3{-1, -2, -3}));
    EXPECT_TRUE(2.0 * a == a * 2.0);
    EXPECT_TRUE(a / 2.0 == (Vec3{0.5, 1, 1.5}));
    EXPECT_EQ(dot(a, b), 3.0);
    EXPECT_EQ(norm_squared(a), 14.0);
    EXPECT_EQ(norm(Vec3{2, 3, 6}), 7.0);
    EXPECT_TRUE(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}) == (Vec3{0, 0, 1}));
    EXPECT_FALSE(a == b);
}

TEST(Matrix, ProductsAgreeWithTheirDefinition) {
    RandomMatrices random(1);
    const Matrix<double, 2, 3> a = random.matrix<2, 3>();
    const Matrix<double, 3, 4> b = random.matrix<3, 4>();
    const Matrix<double, 2, 4> ab = a * b;
    for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 4; ++c) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) sum += a(r, k) * b(k, c);
            EXPECT_NEAR(ab(r, c), sum, 1e-15);
        }
    EXPECT_LE(frobenius(ab.transposed() - b.transposed() * a.transposed()), 1e-15);
    const Vec3 u = random.matrix<3, 1>(), v = random.matrix<3, 1>();
    EXPECT_LE(frobenius(outer(u, v) * v - norm_squared(v) * u), 1e-15);
}

template <int N>
void expect_inverse_identities(unsigned seed) {
    RandomMatrices random(seed);
    for (int i = 0; i < 200; ++i) {
        const Matrix<double, N, N> a = random.matrix<N, N>() + 2.0 * Matrix<double, N, N>::identity();
        const Matrix<double, N, N> b = random.matrix<N, N>();
        EXPECT_LE(distance_from_identity(a * inverse(a)), 1e-13);
        EXPECT_NEAR(determinant(a * b), determinant(a) * determinant(b), 1e-13);
        EXPECT_NEAR(determinant(a), determinant(a.transposed()), 1e-14);
        EXPECT_LE(frobenius(a * cofactor(a).transposed() - determinant(a) * Matrix<double, N, N>::identity()), 1e-13);
        EXPECT_NEAR(trace(a * b), trace(b * a), 1e-13);
        // The cofactor is the gradient of the determinant; along one entry the determinant is linear.
        for (int k = 0; k < N * N; ++k) {
            Matrix<double, N, N> moved = a;
            moved[k] += 0.5;
            EXPECT_NEAR(determinant(moved) - determinant(a), 0.5 * cofactor(a)[k], 1e-13);
        }
    }
}

TEST(Matrix, DeterminantCofactorInverse) {
    expect_inverse_identities<2>(2);
    expect_inverse_identities<3>(3);
}

}  // namespace
}  // namespace talweg::matrix_test
