#include "talweg/energies/hinge_bending.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "talweg/geometry/hinges.hpp"

namespace talweg::hinge_bending_test {
namespace {

/// Two triangles on a common edge of length 2 along z, opened by an angle.
Points<double, 4> folded(double angle) {
    return {{{0, 0, 0}, {0, 0, 2}, {-1, 0, 1}, {std::cos(angle), std::sin(angle), 1}}};
}

TEST(HingeBending, NumbersByHand) {
    const double rigidity = 3.0;
    const HingeBending::Element e = HingeBending::make({folded(0.0), 0.0, 2}, &rigidity);
    EXPECT_DOUBLE_EQ(e.rest_angle, 0.0);
    EXPECT_DOUBLE_EQ(e.weight, 0.5 * 3.0 * 4.0 / 2.0);  // |e| = 2, two triangles of area 1
    for (const double angle : {0.3, 1.5, 3.0, -2.0}) {
        EXPECT_NEAR(std::fabs(HingeBending::angle(folded(angle))), std::fabs(angle), 1e-15);
        EXPECT_NEAR(HingeBending::energy(folded(angle), e), 3.0 * angle * angle, 1e-13);
    }
    EXPECT_DOUBLE_EQ(HingeBending::angle(folded(1.0)), -HingeBending::angle(folded(-1.0)));
}

TEST(HingeBending, KeepsTheAngleItWasDrawnWith) {
    const double rigidity = 1.0;
    const HingeBending::Element e = HingeBending::make({folded(0.7), 0.0, 2}, &rigidity);
    EXPECT_EQ(HingeBending::energy(folded(0.7), e), 0.0);
    EXPECT_GT(HingeBending::energy(folded(0.0), e), 0.0);
}

/// A cylinder of equilateral triangles, whichever way they lie: ½ D κ² per area.
TEST(HingeBending, ACylinderOfEquilateralTrianglesCostsWhatAPlateDoes) {
    const double rigidity = 2.0, edge = 0.01, curvature = 1.3;
    for (const double turn : {0.0, 0.3, 0.5 * std::numbers::pi / 3.0, 1.0}) {
        constexpr int n = 24;
        std::vector<Vec3> flat, bent;
        std::vector<std::array<int, 3>> triangles;
        for (int j = 0; j <= n; ++j)
            for (int i = 0; i <= n; ++i) {
                const double u = edge * (i + 0.5 * j), v = edge * j * std::sqrt(0.75);
                const double x = std::cos(turn) * u - std::sin(turn) * v, z = std::sin(turn) * u + std::cos(turn) * v;
                flat.push_back({x, 0, z});
                bent.push_back({std::sin(curvature * x) / curvature, (1 - std::cos(curvature * x)) / curvature, z});
                if (i == n || j == n) continue;
                const int a = j * (n + 1) + i;
                triangles.push_back({a, a + 1, a + n + 1});
                triangles.push_back({a + 1, a + n + 2, a + n + 1});
            }
        double energy = 0.0, area = 0.0;
        for (const auto& h : find_hinges(triangles)) {
            RestElement<4> rest = {};
            Points<double, 4> x;
            for (int k = 0; k < 4; ++k) rest.x[k] = flat[h[k]], x[k] = bent[h[k]];
            energy += HingeBending::energy(x, HingeBending::make(rest, &rigidity));
            area += std::sqrt(0.75) * edge * edge / 3.0;  // a third of two triangles
        }
        EXPECT_NEAR(energy / area, 0.5 * rigidity * curvature * curvature, 0.01 * rigidity * curvature * curvature)
            << turn;
    }
}

}  // namespace
}  // namespace talweg::hinge_bending_test
