#include "talweg/geometry/shapes/torus.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::torus_test {
namespace {

TEST(Torus, IsARingOfSoundTets) {
    const Mesh mesh = make_torus(2.0, 0.5, 12, 2);
    EXPECT_EQ(mesh.points.size(), std::size_t(12 * 19));
    EXPECT_EQ(mesh.tets.size(), std::size_t(12 * 24 * 3));
    EXPECT_EQ(mesh.triangles.size(), std::size_t(12 * 12 * 2));
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 0);
    EXPECT_GT(testing::smallest_tet_volume(mesh), 0.0);
    for (const int p : mesh.point_groups.at("surface")) {
        const Vec3& x = mesh.points[p];
        EXPECT_NEAR(std::hypot(std::hypot(x[0], x[2]) - 2.0, x[1]), 0.5, 1e-14);
    }
}

TEST(Torus, VolumeConvergesToPappus) {
    const double exact = 2.0 * std::numbers::pi * 2.0 * std::numbers::pi * 0.25;
    const auto error = [&](int n) { return exact - tet_volume(make_torus(2.0, 0.5, 12 * n, n)); };
    EXPECT_NEAR(error(2) / error(4), 4.0, 0.2);
    EXPECT_LT(error(4), 0.02 * exact);
}

TEST(Torus, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_torus(1, 1, 8, 1); }), "tube_radius must be smaller"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_torus(1, 0.5, 2, 1); }), "torus: segments"));
}

}  // namespace
}  // namespace talweg::torus_test
