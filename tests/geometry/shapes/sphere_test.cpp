#include "talweg/geometry/shapes/sphere.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::sphere_test {
namespace {

TEST(Sphere, IsAClosedBallOfSoundTets) {
    for (int n = 1; n <= 6; ++n) {
        const Mesh mesh = make_sphere(1.5, n);
        EXPECT_EQ(mesh.tets.size(), std::size_t(20 * n * n * n));
        EXPECT_EQ(mesh.triangles.size(), std::size_t(20 * n * n));
        EXPECT_EQ(mesh.points.size(), std::size_t((10 * n * n * n + 15 * n * n + 11 * n) / 3 + 1));
        EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
        EXPECT_EQ(testing::euler_characteristic(mesh), 2);
        EXPECT_GT(testing::smallest_tet_volume(mesh), 0.4 * tet_volume(mesh) / double(mesh.tets.size()));
        EXPECT_EQ(mesh.point_groups.at("surface").size(), std::size_t(10 * n * n + 2));
        for (const int p : mesh.point_groups.at("surface")) EXPECT_NEAR(norm(mesh.points[p]), 1.5, 1e-14);
    }
}

TEST(Sphere, VolumeConvergesWithSecondOrder) {
    const double exact = 4.0 / 3.0 * std::numbers::pi;
    const auto error = [&](int n) { return exact - tet_volume(make_sphere(1.0, n)); };
    EXPECT_NEAR(error(4) / error(8), 4.0, 0.3);
    EXPECT_NEAR(error(8) / error(16), 4.0, 0.1);
    EXPECT_LT(error(16), 0.01 * exact);
}

TEST(Sphere, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_sphere(0, 3); }), "sphere: radius"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_sphere(1, 0); }), "sphere: divisions"));
}

}  // namespace
}  // namespace talweg::sphere_test
