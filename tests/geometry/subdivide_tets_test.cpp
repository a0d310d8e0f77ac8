#include "talweg/geometry/subdivide_tets.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "talweg/geometry/complete_mesh.hpp"

namespace talweg::subdivide_tets_test {
namespace {

Mesh subdivided(const Mesh& mesh, int n) {
    const Subdivision subdivision = subdivide_tets(mesh.tets, n);
    Mesh fine;
    fine.points = interpolate(subdivision, mesh.points);
    fine.tets = subdivision.tets;
    orient_tets(fine);
    complete_solid(fine);
    return fine;
}

TEST(SubdivideTets, CutsIntoEqualVolumes) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {2, 0, 0}, {0.5, 3, 0}, {0.1, 0.2, 1}};
    mesh.tets = {{2, 0, 3, 1}};
    for (int n = 1; n <= 5; ++n) {
        const Mesh fine = subdivided(mesh, n);
        EXPECT_EQ(fine.tets.size(), std::size_t(n * n * n));
        EXPECT_EQ(fine.points.size(), std::size_t((n + 1) * (n + 2) * (n + 3) / 6));
        EXPECT_NEAR(tet_volume(fine), 1.0, 1e-13);
        EXPECT_NEAR(testing::smallest_tet_volume(fine), 1.0 / (n * n * n), 1e-13);
    }
}

TEST(SubdivideTets, NeighboursFit) {
    const Mesh mesh = testing::sample_solid();
    for (int n = 2; n <= 4; ++n) {
        const Mesh fine = subdivided(mesh, n);
        // Faces that did not match their neighbour's would stay in the surface.
        EXPECT_EQ(fine.triangles.size(), mesh.triangles.size() * std::size_t(n * n));
        EXPECT_TRUE(testing::is_closed_and_oriented(fine));
        EXPECT_EQ(testing::euler_characteristic(fine), 2);
        EXPECT_NEAR(tet_volume(fine), 8.0, 1e-12);
    }
}

}  // namespace
}  // namespace talweg::subdivide_tets_test
