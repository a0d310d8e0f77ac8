#include "talweg/geometry/shapes/grid.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::grid_test {
namespace {

using Edges = std::vector<std::array<int, 2>>;

TEST(Grid, HasTheLecturesNumberingAndEdgeOrder) {
    const Mesh mesh = make_grid({1, 1}, {2, 1});
    ASSERT_EQ(mesh.points.size(), 6u);
    EXPECT_EQ(mesh.points[0], (Vec3{-0.5, -0.5, 0}));
    EXPECT_EQ(mesh.points[1], (Vec3{-0.5, 0.5, 0}));
    EXPECT_EQ(mesh.points[2], (Vec3{0, -0.5, 0}));
    EXPECT_EQ(mesh.points[5], (Vec3{0.5, 0.5, 0}));
    EXPECT_EQ(mesh.edge_groups.at("structural"), (Edges{{0, 2}, {1, 3}, {2, 4}, {3, 5}, {0, 1}, {2, 3}, {4, 5}}));
    EXPECT_EQ(mesh.edge_groups.at("shear"), (Edges{{0, 3}, {2, 1}, {2, 5}, {4, 3}}));
}

TEST(Grid, OfTheLectureHas25NodesAnd72Springs) {
    const Mesh mesh = make_grid({1, 1}, {4, 4});
    EXPECT_EQ(mesh.points.size(), 25u);
    EXPECT_EQ(mesh.edge_groups.at("structural").size() + mesh.edge_groups.at("shear").size(), 72u);
    EXPECT_EQ(mesh.dimension, 2);
    // Bitwise what the lecture computes: −side/2 + i · step.
    for (int i = 0; i <= 4; ++i)
        for (int j = 0; j <= 4; ++j)
            EXPECT_EQ(mesh.points[std::size_t(i * 5 + j)], (Vec3{-0.5 + i * 0.25, -0.5 + j * 0.25, 0.0}));
}

TEST(Grid, TrianglesCoverItFacingUs) {
    const Mesh mesh = make_grid({3, 2}, {5, 4});
    EXPECT_EQ(mesh.triangles.size(), 40u);
    EXPECT_NEAR(surface_area(mesh), 6.0, 1e-13);
    EXPECT_EQ(testing::euler_characteristic(mesh), 1);
    for (const auto& [a, b, c] : mesh.triangles)
        EXPECT_GT(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[2], 0.0);
}

TEST(Grid, NamesItsSides) {
    const Mesh mesh = make_grid({2, 2}, {2, 3});
    for (const int p : mesh.point_groups.at("left")) EXPECT_EQ(mesh.points[std::size_t(p)][0], -1.0);
    for (const int p : mesh.point_groups.at("right")) EXPECT_EQ(mesh.points[std::size_t(p)][0], 1.0);
    for (const int p : mesh.point_groups.at("bottom")) EXPECT_EQ(mesh.points[std::size_t(p)][1], -1.0);
    for (const int p : mesh.point_groups.at("top")) EXPECT_NEAR(mesh.points[std::size_t(p)][1], 1.0, 1e-15);
    EXPECT_EQ(mesh.point_groups.at("left").size(), 4u);
    EXPECT_EQ(mesh.point_groups.at("top").size(), 3u);
    EXPECT_EQ(mesh.point_groups.at("corners"), (std::vector<int>{0, 3, 8, 11}));
}

TEST(Grid, RefusesWhatCannotBeMade) {
    using testing::contains;
    using testing::error_of;
    EXPECT_TRUE(contains(error_of([] { make_grid({0, 1}, {1, 1}); }), "grid: size[0] must be a positive length"));
    EXPECT_TRUE(contains(error_of([] { make_grid({1, -1}, {1, 1}); }), "size[1]"));
    EXPECT_TRUE(contains(error_of([] { make_grid({1, std::nan("")}, {1, 1}); }), "size[1]"));
    EXPECT_TRUE(contains(error_of([] { make_grid({1, 1}, {1, 0}); }), "cells[1] must be at least 1, got 0"));
    EXPECT_TRUE(contains(error_of([] { make_grid({1, 1}, {100000, 100000}); }), "use fewer cells"));
}

}  // namespace
}  // namespace talweg::grid_test
