#include "talweg/geometry/shapes/planar_filling.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"

namespace talweg::shapes::planar_filling_test {
namespace {

double circle(double x, double y) { return std::hypot(x - 0.013, y + 0.007) - 0.8; }

TEST(PlanarFilling, OfACircleConvergesToItsArea) {
    const double exact = std::numbers::pi * 0.64;
    const auto error = [&](double spacing) { return exact - surface_area(fill_plane(circle, 0.9, spacing)); };
    EXPECT_NEAR(error(0.1) / error(0.025), 16.0, 6.0);
    EXPECT_LT(error(0.025), 1e-3 * exact);
}

TEST(PlanarFilling, RimLiesOnTheBoundary) {
    const Mesh mesh = fill_plane(circle, 0.9, 0.1);
    EXPECT_EQ(testing::euler_characteristic(mesh), 1);
    for (const int p : mesh.point_groups.at("rim"))
        EXPECT_NEAR(circle(mesh.points[p][0], mesh.points[p][1]), 0.0, 1e-14);
    EXPECT_NEAR(double(mesh.point_groups.at("rim").size()), 2.0 * std::numbers::pi * 0.8 / 0.1, 15.0);
}

TEST(PlanarFilling, KeepsHoles) {
    const auto ring = [](double x, double y) { return std::abs(std::hypot(x, y) - 0.6) - 0.2; };
    EXPECT_EQ(testing::euler_characteristic(fill_plane(ring, 0.9, 0.05)), 0);
}

}  // namespace
}  // namespace talweg::shapes::planar_filling_test
