#include "talweg/math/svd.hpp"
#include <gtest/gtest.h>
#include "random_matrices.hpp"

namespace talweg::svd_test {
namespace {

template <int N>
void expect_decomposition(const Matrix<double, N, N>& f) {
    const Svd<N> d = svd(f);
    EXPECT_LE(frobenius(f - d.u * diagonal(d.sigma) * d.v.transposed()), 5e-15 * frobenius(f));
    EXPECT_LE(distance_from_identity(d.u.transposed() * d.u), 5e-15);
    EXPECT_LE(distance_from_identity(d.v.transposed() * d.v), 5e-15);
    EXPECT_NEAR(determinant(d.u), 1.0, 5e-15);
    EXPECT_NEAR(determinant(d.v), 1.0, 5e-15);
    const double rounding = 1e-14 * frobenius(f);
    for (int i = 1; i < N; ++i) EXPECT_LE(std::fabs(d.sigma[i]), d.sigma[i - 1] + rounding);
    for (int i = 0; i + 1 < N; ++i) EXPECT_GE(d.sigma[i], 0.0);
}

/// Of a sheet: the normal stands last in U, and nothing is negative.
void expect_decomposition(const Matrix<double, 3, 2>& f) {
    const Svd<2, double, 3> d = svd(f);
    Matrix<double, 3, 2> stretched;
    for (int i = 0; i < 2; ++i) stretched.set_column(i, d.u.column(i) * d.sigma[i]);
    const double size = frobenius(f);
    EXPECT_LE(frobenius(f - stretched * d.v.transposed()), 5e-15 * size);
    EXPECT_LE(distance_from_identity(d.u.transposed() * d.u), 5e-15);
    EXPECT_LE(distance_from_identity(d.v.transposed() * d.v), 5e-15);
    EXPECT_NEAR(determinant(d.u), 1.0, 5e-15);
    EXPECT_NEAR(determinant(d.v), 1.0, 5e-15);
    EXPECT_GE(d.sigma[1], 0.0);
    EXPECT_LE(d.sigma[1], d.sigma[0] + 1e-14 * size);
}

template <int N>
Matrix<double, N, N> with_singular_values(const Vector<double, N>& sigma, RandomMatrices& random) {
    return random.rotation<N>() * diagonal(sigma) * random.rotation<N>().transposed();
}

template <int N>
void expect_singular_values(const Vector<double, N>& sigma, RandomMatrices& random) {
    const Matrix<double, N, N> f = with_singular_values(sigma, random);
    expect_decomposition(f);
    const Vector<double, N> found = svd(f).sigma;
    for (int i = 0; i < N; ++i) EXPECT_NEAR(found[i], sigma[i], 5e-15 * sigma[0]);
}

TEST(Svd, RandomMatrices) {
    RandomMatrices random(1);
    for (int i = 0; i < 5000; ++i) {
        expect_decomposition(random.matrix<2, 2>());
        expect_decomposition(random.matrix<3, 3>());
        expect_decomposition(Mat3::identity() + 1e-3 * random.matrix<3, 3>());  // an element near rest
    }
}

TEST(Svd, FindsTheSingularValuesItWasMadeFrom) {
    RandomMatrices random(2);
    const double ratios[] = {1.0, 1.0 - 1e-15, 1.0 - 1e-12, 1.0 - 1e-8, 0.5, 1e-4, 1e-8, 1e-12, 1e-16, 1e-100, 0.0};
    for (double middle : ratios) {
        expect_singular_values(Vec2{1.0, middle}, random);
        expect_singular_values(Vec2{1.0, -middle}, random);
        for (double last : ratios)
            for (int repeat = 0; repeat < 10; ++repeat) {
                expect_singular_values(Vec3{3.0, 3.0 * middle, 3.0 * middle * last}, random);
                expect_singular_values(Vec3{3.0, 3.0 * middle, -3.0 * middle * last}, random);
            }
    }
}

TEST(Svd, DegenerateFamilies) {
    expect_decomposition(Mat2::zero());
    expect_decomposition(Mat3::zero());
    expect_decomposition(Mat2::identity());
    expect_decomposition(Mat3::identity());
    expect_decomposition(-1.0 * Mat2::identity());
    expect_decomposition(-1.0 * Mat3::identity());  // a point reflection: sigma = (1, 1, −1)
    RandomMatrices random(3);
    for (int i = 0; i < 500; ++i) {
        expect_decomposition(random.rotation<2>());
        expect_decomposition(random.rotation<3>());
        expect_decomposition(outer(random.matrix<2, 1>(), random.matrix<2, 1>()));
        const Mat3 rank_one = outer(random.matrix<3, 1>(), random.matrix<3, 1>());
        expect_decomposition(rank_one);
        expect_decomposition(rank_one + outer(random.matrix<3, 1>(), random.matrix<3, 1>()));
        expect_decomposition(diagonal(random.matrix<3, 1>()));
        Mat3 single = Mat3::zero();
        single[i % 9] = random.uniform(-1.0, 1.0);
        expect_decomposition(single);
    }
}

TEST(Svd, AnyScale) {
    RandomMatrices random(4);
    for (int exponent = -150; exponent <= 150; exponent += 10)
        for (int i = 0; i < 20; ++i) {
            const double scale = std::pow(10.0, exponent);
            expect_decomposition(scale * random.matrix<2, 2>());
            expect_decomposition(scale * random.matrix<3, 3>());
            Mat3 graded = random.matrix<3, 3>();
            for (int k = 0; k < 3; ++k) graded(k, 1) *= scale;
            expect_decomposition(graded);
        }
}

TEST(Svd, OfSheets) {
    RandomMatrices random(6);
    for (int i = 0; i < 2000; ++i) {
        const Matrix<double, 3, 2> any = random.matrix<3, 2>();
        expect_decomposition(any);
        Matrix<double, 3, 2> flat = 1e-3 * any;  // a triangle near rest
        for (int k = 0; k < 2; ++k) flat(k, k) += 1.0;
        expect_decomposition(flat);
        expect_decomposition(outer(random.matrix<3, 1>(), random.matrix<2, 1>()));
        const double scale = std::pow(10.0, -150 + 10 * (i % 31));
        expect_decomposition(scale * any);
        Matrix<double, 3, 2> graded = any;
        graded.set_column(1, graded.column(1) * scale);
        expect_decomposition(graded);
    }
    expect_decomposition(Matrix<double, 3, 2>::zero());
    const double ratios[] = {1.0, 1.0 - 1e-15, 1.0 - 1e-12, 1.0 - 1e-8, 0.5, 1e-4, 1e-8, 1e-12, 1e-16, 1e-100, 0.0};
    for (const double ratio : ratios)
        for (int repeat = 0; repeat < 10; ++repeat) {
            const Mat3 turn = random.rotation<3>();
            Matrix<double, 3, 2> f;
            f.set_columns(turn.column(0) * 3.0, turn.column(1) * (3.0 * ratio));
            f = f * random.rotation<2>();
            expect_decomposition(f);
            EXPECT_NEAR(svd(f).sigma[0], 3.0, 2e-14);
            EXPECT_NEAR(svd(f).sigma[1], 3.0 * ratio, 2e-14);
        }
}

TEST(Svd, NegativeOnlyForReflections) {
    RandomMatrices random(5);
    for (int i = 0; i < 1000; ++i) {
        const Mat3 f = random.matrix<3, 3>();
        EXPECT_EQ(svd(f).sigma[2] > 0.0, determinant(f) > 0.0);
        const Mat2 g = random.matrix<2, 2>();
        EXPECT_EQ(svd(g).sigma[1] > 0.0, determinant(g) > 0.0);
    }
}

}  // namespace
}  // namespace talweg::svd_test
