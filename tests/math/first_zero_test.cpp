#include "talweg/math/first_zero.hpp"

#include <gtest/gtest.h>

#include "random_matrices.hpp"

namespace talweg::first_zero_test {
namespace {

/// k (a − t)(b − t)(c − t)
Cubic with_roots(double k, double a, double b, double c) {
    return {{k * a * b * c, -k * (a * b + b * c + a * c), k * (a + b + c), -k}};
}

TEST(FirstZero, FindsTheSmallestOfThreeRoots) {
    RandomMatrices random(1);
    for (int i = 0; i < 2000; ++i) {
        const double a = random.uniform(0.01, 1.0), b = a + random.uniform(0.01, 2.0), c = b + random.uniform(0.0, 2.0);
        const double scale = std::pow(10.0, random.uniform(-100.0, 100.0));
        EXPECT_NEAR(first_zero(with_roots(scale, a, b, c)), a, 1e-10 * a);
    }
}

TEST(FirstZero, OneRealRoot) {
    RandomMatrices random(2);
    for (int i = 0; i < 2000; ++i) {
        // (a − t)((t − r)² + q)
        const double a = random.uniform(0.01, 1.0), r = random.uniform(-2.0, 2.0), q = random.uniform(0.01, 2.0);
        const double m = r * r + q;
        const Cubic p = {{a * m, -m - 2.0 * a * r, a + 2.0 * r, -1.0}};
        EXPECT_NEAR(first_zero(p), a, 1e-12);
    }
}

TEST(FirstZero, LinearQuadraticAndConstant) {
    EXPECT_NEAR(first_zero({{1, -2, 0, 0}}), 0.5, 1e-15);
    EXPECT_NEAR(first_zero({{0.08, -0.6, 1, 0}}), 0.2, 1e-15);
    EXPECT_EQ(first_zero({{1, 0, 0, 0}}), 1.0);
    EXPECT_EQ(first_zero({{1, 5, 5, 5}}), 1.0);
    EXPECT_EQ(first_zero({{1, -0.5, 0, 0}}), 1.0);
    EXPECT_EQ(first_zero(with_roots(1.0, 1.5, 2.0, 2.5)), 1.0);
    EXPECT_NEAR(first_zero({{1, 0, 0, -1e30}}), 1e-10, 1e-24);
    EXPECT_NEAR(first_zero({{1, -1e200, 0, 0}}), 1e-200, 1e-213);
}

TEST(FirstZero, IsPositiveUpToTheResult) {
    RandomMatrices random(3);
    for (int i = 0; i < 500; ++i) {
        Cubic p = {{random.uniform(0.0, 1.0), 0, 0, 0}};
        for (int k = 1; k < 4; ++k) p.c[k] = random.uniform(-3.0, 3.0);
        const double t = first_zero(p);
        for (int k = 0; k <= 100; ++k) EXPECT_GE(p(t * k / 100.0), -1e-14);
        if (t < 1.0) {
            EXPECT_NEAR(p(t), 0.0, 1e-14);
        }
    }
}

}  // namespace
}  // namespace talweg::first_zero_test
