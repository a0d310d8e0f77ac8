#include "talweg/geometry/complete_mesh.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"

namespace talweg::complete_mesh_test {
namespace {

TEST(CompleteMesh, OfOneTet) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.tets = {{1, 0, 2, 3}};
    orient_tets(mesh);
    complete_solid(mesh);
    EXPECT_EQ(mesh.dimension, 3);
    EXPECT_GT(testing::smallest_tet_volume(mesh), 0.0);
    EXPECT_NEAR(enclosed_volume(mesh), 1.0 / 6.0, 1e-16);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), 6u);
}

TEST(CompleteMesh, OfOneTriangle) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 1, 2}};
    complete_sheet(mesh);
    EXPECT_EQ(mesh.dimension, 2);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), 3u);
}

}  // namespace
}  // namespace talweg::complete_mesh_test
