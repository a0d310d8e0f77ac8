#include "talweg/geometry/shapes/annulus.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::annulus_test {
namespace {

TEST(Annulus, HasThePolygonsAreaInClosedForm) {
    const Mesh mesh = make_annulus(1.0, 3.0, {4, 11});
    EXPECT_EQ(mesh.points.size(), 55u);
    EXPECT_EQ(mesh.triangles.size(), 88u);
    EXPECT_EQ(testing::euler_characteristic(mesh), 0);
    EXPECT_NEAR(surface_area(mesh), 0.5 * 11 * (9.0 - 1.0) * std::sin(2.0 * std::numbers::pi / 11), 1e-13);
    for (const auto& [a, b, c] : mesh.triangles)
        EXPECT_GT(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[2], 0.0);
    for (const int p : mesh.point_groups.at("inner")) EXPECT_NEAR(norm(mesh.points[p]), 1.0, 1e-15);
    for (const int p : mesh.point_groups.at("outer")) EXPECT_NEAR(norm(mesh.points[p]), 3.0, 1e-15);
}

TEST(Annulus, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_annulus(2, 1, {2, 8}); }), "smaller than outer_radius"));
    EXPECT_TRUE(testing::contains(testing::error_of([] {
                                      make_annulus(1, 2, {2, 2});
                                  }),
                                  "cells[1] must be at least 3"));
}

}  // namespace
}  // namespace talweg::annulus_test
