#include "talweg/geometry/isosurface/tidy_surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mesh_checks.hpp"

namespace talweg::tidy_surface_test {
namespace {

const Box around{{-2, -2, -2}, {2, 2, 2}};

/// Balls about no lattice point in particular.
Mesh tidy_ball(double spacing) {
    const ImplicitSurface ball = with_slope(
        [](const Vec3& x) {
            return norm(x - Vec3{0.013, -0.021, 0.007}) - 1.0;
        },
        1.0);
    return tidy_surface(isosurface(ball, around, spacing), ball, spacing);
}

/// 4√3 area / sum of squared edges: 1 for a triangle of equal sides.
double worst_quality(const Mesh& mesh) {
    double worst = 1.0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 &x = mesh.points[a], &y = mesh.points[b], &z = mesh.points[c];
        const double edges = norm_squared(y - x) + norm_squared(z - y) + norm_squared(x - z);
        worst = std::min(worst, 4.0 * std::numbers::sqrt3 * norm(area_vector(x, y, z)) / edges);
    }
    return worst;
}

TEST(TidySurface, KeepsTheTopology) {
    for (const double spacing : {0.5, 0.23, 0.1}) {
        const Mesh mesh = tidy_ball(spacing);
        EXPECT_TRUE(testing::is_closed_and_oriented(mesh)) << spacing;
        EXPECT_EQ(testing::euler_characteristic(mesh), 2) << spacing;
    }
    const ImplicitSurface torus =
        with_slope([](const Vec3& x) { return std::hypot(std::hypot(x[0], x[2]) - 1.0, x[1]) - 0.4; }, 1.0);
    const Mesh ring = tidy_surface(isosurface(torus, around, 0.15), torus, 0.15);
    EXPECT_TRUE(testing::is_closed_and_oriented(ring));
    EXPECT_EQ(testing::euler_characteristic(ring), 0);
}

TEST(TidySurface, HasItsPointsOnTheSurface) {
    for (const Vec3& x : tidy_ball(0.2).points) EXPECT_NEAR(norm(x - Vec3{0.013, -0.021, 0.007}), 1.0, 1e-9);
}

TEST(TidySurface, HasNoNarrowTriangles) {
    for (const double spacing : {0.3, 0.1}) {
        const Mesh mesh = tidy_ball(spacing);
        EXPECT_GT(worst_quality(mesh), 0.5) << spacing;
        double shortest = 1e300;
        for (const auto& [a, b] : mesh.edge_groups.at("structural"))
            shortest = std::min(shortest, norm(mesh.points[b] - mesh.points[a]));
        EXPECT_GT(shortest, 0.3 * spacing) << spacing;
    }
}

// Triangles with corners on a ball miss its volume by h².
TEST(TidySurface, VolumeConvergesByTheSquareOfTheSpacing) {
    const double exact = 4.0 / 3.0 * std::numbers::pi;
    const auto error = [&](double spacing) { return exact - enclosed_volume(tidy_ball(spacing)); };
    EXPECT_NEAR(error(0.2) / error(0.1), 4.0, 0.4);
    EXPECT_NEAR(error(0.1) / error(0.05), 4.0, 0.4);
    EXPECT_LT(error(0.1), 0.005 * exact);
}

}  // namespace
}  // namespace talweg::tidy_surface_test
