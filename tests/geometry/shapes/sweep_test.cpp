#include "talweg/geometry/shapes/sweep.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::shapes::sweep_test {
namespace {

TEST(Sweep, OfARectangleAlongALineIsABox) {
    const Mesh section = make_rectangle({2, 3}, {3, 4}, Diagonals::alternating);
    const Mesh mesh = sweep(section, 5, false, [](int layer, const Vec3& p) { return Vec3{p[0], p[1], 0.4 * layer}; });
    EXPECT_EQ(mesh.points.size(), 6 * section.points.size());
    EXPECT_EQ(mesh.tets.size(), 15 * section.triangles.size());
    EXPECT_NEAR(tet_volume(mesh), 12.0, 1e-12);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 2);
}

}  // namespace
}  // namespace talweg::shapes::sweep_test
