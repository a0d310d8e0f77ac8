#include "talweg/geometry/outer_surface.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"

namespace talweg::outer_surface_test {
namespace {

TEST(OuterSurface, OfOneTetrahedronPointsOutward) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.triangles = outer_surface({{0, 1, 2, 3}});
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_DOUBLE_EQ(enclosed_volume(mesh), 1.0 / 6.0);
    // Each face on its own: its normal points away from the corner it lacks.
    const Vec3 center{0.25, 0.25, 0.25};
    for (const auto& [a, b, c] : mesh.triangles)
        EXPECT_GT(dot(area_vector(mesh.points[a], mesh.points[b], mesh.points[c]), mesh.points[a] - center), 0.0);
}

TEST(OuterSurface, LeavesOutTheSharedFace) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    mesh.tets = {{0, 1, 2, 3}, {4, 2, 1, 3}};
    mesh.triangles = outer_surface(mesh.tets);
    EXPECT_EQ(mesh.triangles.size(), 6u);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 2);
    EXPECT_NEAR(enclosed_volume(mesh), tet_volume(mesh), 1e-15);
}

TEST(OuterSurface, OfNothing) { EXPECT_TRUE(outer_surface({}).empty()); }

}  // namespace
}  // namespace talweg::outer_surface_test
