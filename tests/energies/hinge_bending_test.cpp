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

/// How a sheet is cut: where its points are, and the triangles of each cell.
enum class Cut { equilateral, one_diagonal, crossed };

/// Bending energy of a cylinder, over that of a plate, when the sheet is turned so much before it is bent. Hinges of
/// the border are left out on one side, so that what is summed tiles the plane.
double stiffness_of(Cut cut, double turn) {
    const double rigidity = 2.0, edge = 0.01, curvature = 1.3;
    constexpr int n = 24;
    std::vector<Vec3> flat, bent;
    std::vector<std::array<int, 3>> triangles;
    const auto add = [&](double u, double v) {
        const double x = std::cos(turn) * u - std::sin(turn) * v, z = std::sin(turn) * u + std::cos(turn) * v;
        flat.push_back({x, 0, z});
        bent.push_back({std::sin(curvature * x) / curvature, (1 - std::cos(curvature * x)) / curvature, z});
    };
    const bool slanted = cut == Cut::equilateral;
    const double rise = slanted ? std::sqrt(0.75) : 1.0;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) add(edge * (i + (slanted ? 0.5 * j : 0.0)), edge * rise * j);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i, b = a + 1, c = a + n + 2, d = a + n + 1;
            if (cut == Cut::crossed) {
                const int centre = static_cast<int>(flat.size());
                add(edge * (i + 0.5), edge * (j + 0.5));
                for (const auto& side : {std::array{a, b}, {b, c}, {c, d}, {d, a}})
                    triangles.push_back({side[0], side[1], centre});
            } else {
                triangles.push_back({a, b, d});
                triangles.push_back({b, c, d});
            }
        }
    double energy = 0.0;
    int hinges = 0;
    for (const auto& h : find_hinges(triangles)) {
        RestElement<4> rest = {};
        Points<double, 4> x;
        for (int k = 0; k < 4; ++k) rest.x[k] = flat[h[k]], x[k] = bent[h[k]];
        energy += HingeBending::energy(x, HingeBending::make(rest, &rigidity));
        ++hinges;
    }
    // Of the edges that a sheet without a border would have, those of the border are missing: 4 n of them count half.
    const double area = edge * edge * rise * n * n, all = hinges + 2.0 * n;
    return energy / (area * hinges / all) / (0.5 * rigidity * curvature * curvature);
}

TEST(HingeBending, ACylinderOfEquilateralTrianglesCostsWhatAPlateDoes) {
    for (double turn = 0.0; turn < std::numbers::pi; turn += 0.1)
        EXPECT_NEAR(stiffness_of(Cut::equilateral, turn), 1.0, 0.03) << turn;
}

TEST(HingeBending, OtherCutsHaveTheirBias) {
    const auto bounds = [](Cut cut) {
        std::array<double, 2> found = {HUGE_VAL, 0.0};
        for (double turn = 0.0; turn < std::numbers::pi; turn += std::numbers::pi / 24) {
            const double stiffness = stiffness_of(cut, turn);
            found = {std::min(found[0], stiffness), std::max(found[1], stiffness)};
        }
        return found;
    };
    const auto [grid_least, grid_most] = bounds(Cut::one_diagonal);
    EXPECT_NEAR(grid_least, 0.75, 0.01);  // 1 − 2 s + 4 s², s = sin φ cos φ
    EXPECT_NEAR(grid_most, 3.0, 0.03);
    const auto [crossed_least, crossed_most] = bounds(Cut::crossed);
    EXPECT_NEAR(crossed_least, 1.0, 0.06);
    EXPECT_NEAR(crossed_most, 1.5, 0.08);
}

}  // namespace
}  // namespace talweg::hinge_bending_test
