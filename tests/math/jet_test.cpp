#include "talweg/math/jet.hpp"
#include <gtest/gtest.h>
#include "random_matrices.hpp"

namespace talweg::jet_test {
namespace {

using J2 = Jet<2>;

/// Central differences with one step of Richardson extrapolation: error of order h⁴.
template <class Function>
double derivative(const Function& f, double x) {
    const double h = 1e-3;
    const auto central = [&](double step) { return (f(x + step) - f(x - step)) / (2.0 * step); };
    return (4.0 * central(0.5 * h) - central(h)) / 3.0;
}

/// Compares value, gradient and Hessian of f(a, b) by jets with differences of its values and of its jet gradients.
template <class Function>
void expect_derivatives(const Function& f, double a, double b) {
    const auto jet = [&](double p, double q) { return f(J2::unknown(p, 0), J2::unknown(q, 1)); };
    const J2 j = jet(a, b);
    const double scale = 1.0 + std::fabs(j.value);
    EXPECT_NEAR(j.value, f(a, b), 1e-14 * scale);
    EXPECT_NEAR(j.gradient[0], derivative([&](double p) { return f(p, b); }, a), 1e-9 * scale);
    EXPECT_NEAR(j.gradient[1], derivative([&](double q) { return f(a, q); }, b), 1e-9 * scale);
    const auto slope = [&](int i, double p, double q) { return jet(p, q).gradient[i]; };
    EXPECT_NEAR(j.hessian[0], derivative([&](double p) { return slope(0, p, b); }, a), 1e-8 * scale);
    EXPECT_NEAR(j.hessian[1], derivative([&](double p) { return slope(1, p, b); }, a), 1e-8 * scale);
    EXPECT_NEAR(j.hessian[1], derivative([&](double q) { return slope(0, a, q); }, b), 1e-8 * scale);
    EXPECT_NEAR(j.hessian[2], derivative([&](double q) { return slope(1, a, q); }, b), 1e-8 * scale);
}

TEST(Jet, OperatorsAndFunctionsAgreeWithFiniteDifferences) {
    RandomMatrices random(1);
    for (int i = 0; i < 50; ++i) {
        const double a = random.uniform(0.3, 2.0), b = random.uniform(0.3, 2.0);
        expect_derivatives([](auto x, auto y) { return x + y * y - x * y * 3.0; }, a, b);
        expect_derivatives([](auto x, auto y) { return -(x / y) / (1.0 + x * x); }, a, b);
        expect_derivatives([](auto x, auto y) { return sqrt(x * y + 0.1) * y; }, a, b);
        expect_derivatives([](auto x, auto y) { return log(x + 2.0 * y) * log(x); }, a, b);
        expect_derivatives([](auto x, auto y) { return log1p(x * y - 0.5) * x; }, a, b);
        expect_derivatives([](auto x, auto y) { return exp(x * y - 1.0); }, a, b);
        expect_derivatives([](auto x, auto y) { return sin(x * y) + cos(x - 2.0 * y); }, a, b);
        expect_derivatives(
            [](auto x, auto y) {
                auto z = x;
                z *= y;
                z -= y;
                z += x * 2.0;
                return z * z;
            },
            a, b);
    }
}

TEST(Jet, Atan2InEveryQuadrantAndOnTheAxes) {
    for (int k = 0; k < 32; ++k) {
        const double angle = -3.0 + 6.0 * k / 31.0;
        expect_derivatives([](auto x, auto y) { return atan2(y, x); }, 1.3 * std::cos(angle), 1.3 * std::sin(angle));
    }
    for (double x : {-1.0, 0.0, 1.0})
        for (double y : {-1.0, 1.0}) {
            const J2 j = atan2(J2::unknown(y, 1), J2::unknown(x, 0));
            EXPECT_DOUBLE_EQ(j.value, std::atan2(y, x));
            EXPECT_NEAR(j.gradient[0], -y / (x * x + y * y), 1e-15);
            EXPECT_NEAR(j.gradient[1], x / (x * x + y * y), 1e-15);
        }
}

TEST(Jet, ComparesByValue) {
    const J2 a = J2::unknown(1.0, 0), b = J2::unknown(2.0, 1);
    EXPECT_TRUE(a < b && b > a && a <= b && b >= a);
    EXPECT_FALSE(b < a || a > b || b <= a || a >= b);
}

TEST(Jet, DifferentiateFillsPointsInOrder) {
    RandomMatrices random(2);
    Points<double, 2> x;
    for (int i = 0; i < 2; ++i) x[i] = random.matrix<3, 1>();
    const Matrix<double, 6, 6> a = random.symmetric<6>();
    // A quadratic form has the gradient A q and the Hessian A.
    const Derivatives<2> d = differentiate<2>(x, [&](const Points<Jet<6>, 2>& p) {
        Vector<Jet<6>, 6> q;
        for (int k = 0; k < 6; ++k) q[k] = p[k / 3][k % 3];
        return dot(q, a * q) * 0.5;
    });
    Vector<double, 6> q;
    for (int k = 0; k < 6; ++k) q[k] = x[k / 3][k % 3];
    EXPECT_NEAR(d.energy, 0.5 * dot(q, a * q), 1e-15);
    EXPECT_LE(frobenius(d.gradient - a * q), 1e-14);
    EXPECT_LE(frobenius(d.hessian - a), 1e-14);
}

}  // namespace
}  // namespace talweg::jet_test
