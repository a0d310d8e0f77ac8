#include "talweg/geometry/shapes/hemisphere.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::hemisphere_test {
namespace {

TEST(Hemisphere, IsADiscOnTheSphereFacingOut) {
    const Mesh mesh = make_hemisphere(2.0, 5);
    EXPECT_EQ(testing::euler_characteristic(mesh), 1);
    EXPECT_EQ(mesh.dimension, 2);
    for (const Vec3& p : mesh.points) EXPECT_NEAR(norm(p), 2.0, 1e-14);
    for (const int p : mesh.point_groups.at("rim")) EXPECT_EQ(mesh.points[p][1], 0.0);
    EXPECT_NEAR(mesh.points[mesh.point_groups.at("pole")[0]][1], 2.0, 1e-15);
    for (const auto& [a, b, c] : mesh.triangles)
        EXPECT_GT(dot(area_vector(mesh.points[a], mesh.points[b], mesh.points[c]), mesh.points[a]), 0.0);
}

TEST(Hemisphere, AreaConvergesWithSecondOrder) {
    const double exact = 2.0 * std::numbers::pi;
    const auto error = [&](int rings) { return exact - surface_area(make_hemisphere(1.0, rings)); };
    EXPECT_NEAR(error(8) / error(16), 4.0, 0.1);
    EXPECT_LT(error(16), 0.005 * exact);
}

TEST(Hemisphere, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_hemisphere(1, 0); }), "hemisphere: rings"));
}

}  // namespace
}  // namespace talweg::hemisphere_test
