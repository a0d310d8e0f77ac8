#include "talweg/geometry/boundary_edges.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::boundary_edges_test {
namespace {

TEST(BoundaryEdges, OfASquareGoRoundIt) {
    const Mesh mesh = make_rectangle({2, 1}, {4, 2}, Diagonals::alternating);
    const auto edges = boundary_edges(mesh.triangles);
    ASSERT_EQ(edges.size(), 12u);
    double area = 0.0;  // by Green, from the edges in their own direction
    for (const TriangleEdge& e : edges) {
        EXPECT_EQ(mesh.triangles[e.triangle][e.corner], e.points[0]);
        EXPECT_EQ(mesh.triangles[e.triangle][(e.corner + 1) % 3], e.points[1]);
        area += 0.5 * cross(mesh.points[e.points[0]], mesh.points[e.points[1]])[2];
    }
    EXPECT_NEAR(area, 2.0, 1e-14);
}

TEST(BoundaryEdges, AClosedSurfaceHasNone) {
    EXPECT_TRUE(boundary_edges({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}).empty());
    EXPECT_TRUE(boundary_edges({}).empty());
}

}  // namespace
}  // namespace talweg::boundary_edges_test
