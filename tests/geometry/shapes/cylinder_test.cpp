#include "talweg/geometry/shapes/cylinder.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::cylinder_test {
namespace {

TEST(Cylinder, HasThePrismsVolumeInClosedForm) {
    for (int rings = 1; rings <= 4; ++rings) {
        const Mesh mesh = make_cylinder(0.5, 3.0, rings, 5);
        const int sides = 6 * rings;
        const double area = 0.5 * sides * 0.25 * std::sin(2.0 * std::numbers::pi / sides);
        EXPECT_EQ(mesh.tets.size(), std::size_t(3 * 5 * 6 * rings * rings));
        EXPECT_NEAR(tet_volume(mesh), 3.0 * area, 1e-13);
        EXPECT_GT(testing::smallest_tet_volume(mesh), 0.0);
        EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
        EXPECT_EQ(testing::euler_characteristic(mesh), 2);
        EXPECT_NEAR(enclosed_volume(mesh), 3.0 * area, 1e-13);
        EXPECT_EQ(mesh.triangles.size(), std::size_t(2 * 6 * rings * rings + 2 * 5 * sides));
    }
}

TEST(Cylinder, NamesItsSides) {
    const Mesh mesh = make_cylinder(2, 4, 3, 2);
    for (const int p : mesh.point_groups.at("bottom")) EXPECT_EQ(mesh.points[p][1], -2.0);
    for (const int p : mesh.point_groups.at("top")) EXPECT_EQ(mesh.points[p][1], 2.0);
    for (const int p : mesh.point_groups.at("side"))
        EXPECT_NEAR(std::hypot(mesh.points[p][0], mesh.points[p][2]), 2.0, 1e-14);
    EXPECT_EQ(mesh.point_groups.at("side").size(), 54u);
}

TEST(Cylinder, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_cylinder(1, 1, 1, 0); }), "cylinder: layers"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_cylinder(1, 0, 1, 1); }), "cylinder: height"));
}

}  // namespace
}  // namespace talweg::cylinder_test
