#include "talweg/math/symmetric_eigen.hpp"
#include <gtest/gtest.h>
#include "random_matrices.hpp"

namespace talweg::symmetric_eigen_test {
namespace {

template <int N>
void expect_decomposition(const Matrix<double, N, N>& a) {
    const SymmetricEigen<N> e = symmetric_eigen(a);
    const double accuracy = (N <= 3 ? 2e-15 : 1.5e-15) * N;
    EXPECT_LE(frobenius(a - e.vectors * diagonal(e.values) * e.vectors.transposed()), accuracy * frobenius(a));
    EXPECT_LE(distance_from_identity(e.vectors.transposed() * e.vectors), accuracy);
    for (int i = 1; i < N; ++i) EXPECT_LE(e.values[i - 1], e.values[i]);
    if constexpr (N == 2 || N == 3) {
        EXPECT_NEAR(determinant(e.vectors), 1.0, 1e-14);
    }
}

template <int N>
void expect_random_decompositions(unsigned seed, int count) {
    RandomMatrices random(seed);
    for (int i = 0; i < count; ++i) expect_decomposition(random.symmetric<N>());
}

TEST(SymmetricEigen, RandomMatrices) {
    expect_random_decompositions<1>(1, 5);
    expect_random_decompositions<2>(2, 2000);
    expect_random_decompositions<3>(3, 2000);
    expect_random_decompositions<6>(4, 200);
    expect_random_decompositions<9>(5, 200);
    expect_random_decompositions<12>(6, 200);
}

TEST(SymmetricEigen, FindsTheEigenvaluesItWasMadeFrom) {
    RandomMatrices random(7);
    const double gaps[] = {0.0, 1e-16, 1e-14, 1e-12, 1e-8, 1e-4, 1.0};
    for (double gap1 : gaps)
        for (double gap2 : gaps)
            for (double first : {-1.0, 0.0, 1.0, 1e-8}) {
                const Vec3 values = {first, first + gap1, first + gap1 + gap2};
                const Mat3 q = random.rotation<3>();
                const Mat3 a = q * diagonal(values) * q.transposed();
                expect_decomposition(a);
                const Vec3 found = symmetric_eigen(a).values;
                for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], values[i], 3e-15 * (1.0 + std::fabs(values[2])));
            }
}

TEST(SymmetricEigen, DegenerateFamilies) {
    expect_decomposition(Mat2::zero());
    expect_decomposition(Mat3::zero());
    expect_decomposition(Mat3::identity());
    expect_decomposition(-1.0 * Mat3::identity());
    RandomMatrices random(8);
    for (int i = 0; i < 200; ++i) {
        const Vec3 a = random.matrix<3, 1>();
        expect_decomposition(outer(a, a));                               // rank one
        expect_decomposition(outer(a, a) - 2.0 * Mat3::identity());      // double eigenvalue
        expect_decomposition(diagonal(Vec3{a[0], 1e-200 * a[1], 0.0}));  // already diagonal, widely graded
    }
    expect_decomposition(Mat3{0, 1, 0, 1, 0, 0, 0, 0, 0});
    expect_decomposition(Mat3{1, 1, 1, 1, 1, 1, 1, 1, 1});
}

TEST(SymmetricEigen, AnyScale) {
    RandomMatrices random(9);
    for (int exponent = -150; exponent <= 150; exponent += 10)
        for (int i = 0; i < 20; ++i) {
            expect_decomposition(std::pow(10.0, exponent) * random.symmetric<2>());
            expect_decomposition(std::pow(10.0, exponent) * random.symmetric<3>());
            expect_decomposition(std::pow(10.0, exponent) * random.symmetric<12>());
        }
}

TEST(SymmetricEigen, KnownAnswers) {
    const SymmetricEigen<2> e = symmetric_eigen(Mat2{2, 1, 1, 2});
    EXPECT_NEAR(e.values[0], 1.0, 1e-15);
    EXPECT_NEAR(e.values[1], 3.0, 1e-15);
    EXPECT_NEAR(std::fabs(e.vectors(0, 1)), std::sqrt(0.5), 1e-15);
    const Vec3 v = symmetric_eigen(Mat3{2, -1, 0, -1, 2, -1, 0, -1, 2}).values;  // a chain of three springs
    EXPECT_NEAR(v[0], 2.0 - std::sqrt(2.0), 1e-15);
    EXPECT_NEAR(v[1], 2.0, 1e-15);
    EXPECT_NEAR(v[2], 2.0 + std::sqrt(2.0), 2e-15);
}

TEST(SymmetricEigen, ReadsTheLowerTriangleOnlyAndReturnsOnNaN) {
    RandomMatrices random(10);
    Mat3 a = random.symmetric<3>();
    const SymmetricEigen<3> whole = symmetric_eigen(a);
    a(0, 1) = a(0, 2) = a(1, 2) = NAN;
    EXPECT_TRUE(symmetric_eigen(a).vectors == whole.vectors);
    a(1, 0) = NAN;
    symmetric_eigen(a);
}

}  // namespace
}  // namespace talweg::symmetric_eigen_test
