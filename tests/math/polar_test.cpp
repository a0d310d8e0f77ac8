#include "talweg/math/polar.hpp"
#include <gtest/gtest.h>
#include "random_matrices.hpp"

namespace talweg::polar_test {
namespace {

template <int N>
void expect_nearest_rotation(const Matrix<double, N, N>& f) {
    const Matrix<double, N, N> r = polar_rotation(f), s = r.transposed() * f;
    EXPECT_LE(distance_from_identity(r.transposed() * r), 1e-14);
    EXPECT_NEAR(determinant(r), 1.0, 1e-14);
    EXPECT_LE(frobenius(s - s.transposed()), 1e-14 * frobenius(f));
    const Vector<double, N> stretches = symmetric_eigen(0.5 * (s + s.transposed())).values;
    EXPECT_GE(stretches[0] + stretches[1], -1e-14 * frobenius(f));  // the mark of the nearest among all stationary ones
}

TEST(PolarRotation, IsARotationThatLeavesASymmetricFactor) {
    RandomMatrices random(1);
    for (int i = 0; i < 3000; ++i) {
        expect_nearest_rotation(random.matrix<2, 2>());
        expect_nearest_rotation(random.matrix<3, 3>());
        expect_nearest_rotation(outer(random.matrix<3, 1>(), random.matrix<3, 1>()));
    }
    for (int exponent = -150; exponent <= 150; exponent += 50) {
        expect_nearest_rotation(std::pow(10.0, exponent) * random.matrix<2, 2>());
        expect_nearest_rotation(std::pow(10.0, exponent) * random.matrix<3, 3>());
    }
    expect_nearest_rotation(Mat2::zero());
    expect_nearest_rotation(Mat3::zero());
    expect_nearest_rotation(Mat2{1, 0, 0, -1});
    expect_nearest_rotation(-1.0 * Mat3::identity());
}

TEST(PolarRotation, RecoversTheRotationOfAStretchedBody) {
    RandomMatrices random(2);
    for (int i = 0; i < 500; ++i) {
        const Mat3 q = random.rotation<3>(), v = random.rotation<3>();
        const Vec3 stretch = {random.uniform(0.2, 3.0), random.uniform(0.2, 3.0), random.uniform(0.2, 3.0)};
        EXPECT_LE(frobenius(polar_rotation(q * v * diagonal(stretch) * v.transposed()) - q), 5e-14);
        const Mat2 q2 = random.rotation<2>(), v2 = random.rotation<2>();
        EXPECT_LE(frobenius(polar_rotation(q2 * v2 * diagonal(Vec2{stretch[0], stretch[1]}) * v2.transposed()) - q2),
                  5e-14);
    }
}

TEST(PolarRotation, NoOtherRotationIsNearer) {
    RandomMatrices random(3);
    for (int i = 0; i < 500; ++i) {
        const Mat3 f = random.matrix<3, 3>();
        EXPECT_LE(frobenius(f - polar_rotation(f)), frobenius(f - random.rotation<3>()));
        const Mat2 g = random.matrix<2, 2>();
        EXPECT_LE(frobenius(g - polar_rotation(g)), frobenius(g - random.rotation<2>()));
    }
}

}  // namespace
}  // namespace talweg::polar_test
