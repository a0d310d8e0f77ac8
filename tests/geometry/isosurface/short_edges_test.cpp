#include "talweg/geometry/isosurface/short_edges.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "talweg/geometry/shapes/knot.hpp"

namespace talweg::short_edges_test {
namespace {

double shortest(const Mesh& mesh) {
    double least = 1e300;
    for (const auto& [a, b] : unique_edges(mesh.triangles))
        least = std::min(least, norm(mesh.points[b] - mesh.points[a]));
    return least;
}

// A tube has rings of short edges, all of which can go.
TEST(ShortEdges, AreCollapsedAndTheSurfaceStaysATube) {
    const Mesh tube = make_knot(1.0, 0.1, 120, 24);
    ASSERT_LT(shortest(tube), 0.027);
    const Mesh fewer = without_short_edges(tube, 0.03);
    EXPECT_LT(fewer.triangles.size(), tube.triangles.size());
    EXPECT_GT(shortest(fewer), 0.027);
    EXPECT_TRUE(testing::is_closed_and_oriented(fewer));
    EXPECT_EQ(testing::euler_characteristic(fewer), 0);
    EXPECT_NEAR(enclosed_volume(fewer), enclosed_volume(tube), 0.05 * enclosed_volume(tube));
}

TEST(ShortEdges, OfWhichThereAreNoneLeaveTheSurface) {
    const Mesh tube = make_knot(1.0, 0.1, 60, 8);
    const Mesh same = without_short_edges(tube, 1e-3);
    EXPECT_EQ(same.triangles.size(), tube.triangles.size());
    EXPECT_NEAR(enclosed_volume(same), enclosed_volume(tube), 1e-15);
}

// However long "short" is, a closed surface does not vanish or pinch.
TEST(ShortEdges, NeverChangeTheTopology) {
    const Mesh tube = make_knot(1.0, 0.1, 60, 8);
    const Mesh least = without_short_edges(tube, 10.0);
    EXPECT_TRUE(testing::is_closed_and_oriented(least));
    EXPECT_EQ(testing::euler_characteristic(least), 0);
}

}  // namespace
}  // namespace talweg::short_edges_test
