#include "talweg/geometry/unique_edges.hpp"

#include <gtest/gtest.h>

namespace talweg::unique_edges_test {
namespace {

using Edges = std::vector<std::array<int, 2>>;

TEST(UniqueEdges, OfNothing) { EXPECT_TRUE(unique_edges(std::vector<std::array<int, 3>>{}).empty()); }

TEST(UniqueEdges, OfTwoTrianglesShareOne) {
    const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {2, 1, 3}};
    EXPECT_EQ(unique_edges(triangles), (Edges{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}));
}

TEST(UniqueEdges, OfATetrahedronAreSix) {
    const std::vector<std::array<int, 4>> tets{{3, 1, 0, 2}};
    EXPECT_EQ(unique_edges(tets), (Edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
}

TEST(UniqueEdges, OfTwoTetrahedraShareThree) {
    const std::vector<std::array<int, 4>> tets{{0, 1, 2, 3}, {1, 2, 3, 4}};
    EXPECT_EQ(unique_edges(tets).size(), 9u);
}

}  // namespace
}  // namespace talweg::unique_edges_test
