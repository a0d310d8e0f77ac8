#include "talweg/geometry/shapes/cloth.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::cloth_test {
namespace {

TEST(Cloth, CountsOfSpringsInClosedForm) {
    const int nx = 5, nz = 7;
    const Mesh mesh = make_cloth({1, 2}, {nx, nz});
    EXPECT_EQ(mesh.points.size(), std::size_t((nx + 1) * (nz + 1)));
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), std::size_t(nx * (nz + 1) + (nx + 1) * nz));
    EXPECT_EQ(mesh.edge_groups.at("shear").size(), std::size_t(2 * nx * nz));
    EXPECT_EQ(mesh.edge_groups.at("bending").size(), std::size_t((nx - 1) * (nz + 1) + (nx + 1) * (nz - 1)));
    for (const auto& [name, edges] : mesh.edge_groups) EXPECT_TRUE(testing::are_unique(edges)) << name;
    EXPECT_EQ(mesh.dimension, 2);
}

TEST(Cloth, SpringsHaveTheLengthsOfTheirKind) {
    const Mesh mesh = make_cloth({6, 8}, {2, 2});  // cells of 3 × 4
    const auto lengths = [&](const char* group) {
        std::set<double> found;
        for (const auto& [a, b] : mesh.edge_groups.at(group)) found.insert(norm(mesh.points[b] - mesh.points[a]));
        return found;
    };
    EXPECT_EQ(lengths("structural"), (std::set<double>{3, 4}));
    EXPECT_EQ(lengths("shear"), (std::set<double>{5}));
    EXPECT_EQ(lengths("bending"), (std::set<double>{6, 8}));
}

TEST(Cloth, LiesFlatFacingUpWithItsFullArea) {
    const Mesh mesh = make_cloth({1, 2}, {4, 6});
    EXPECT_NEAR(surface_area(mesh), 2.0, 1e-14);
    EXPECT_EQ(testing::euler_characteristic(mesh), 1);
    for (const Vec3& p : mesh.points) EXPECT_EQ(p[1], 0.0);
    for (const auto& [a, b, c] : mesh.triangles)
        EXPECT_GT(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[1], 0.0);
}

TEST(Cloth, NamesItsSides) {
    const Mesh mesh = make_cloth({2, 4}, {2, 2});
    for (const int p : mesh.point_groups.at("left")) EXPECT_EQ(mesh.points[p][0], -1.0);
    for (const int p : mesh.point_groups.at("right")) EXPECT_EQ(mesh.points[p][0], 1.0);
    for (const int p : mesh.point_groups.at("back")) EXPECT_EQ(mesh.points[p][2], -2.0);
    for (const int p : mesh.point_groups.at("front")) EXPECT_EQ(mesh.points[p][2], 2.0);
    EXPECT_EQ(mesh.point_groups.at("corners").size(), 4u);
}

TEST(Cloth, CutsOfEveryKindCoverTheRectangleOnce) {
    for (const auto cut : {ClothCut::chessboard, ClothCut::regular, ClothCut::crossed, ClothCut::equilateral})
        for (const std::array<int, 2> cells : {std::array{1, 1}, {4, 3}, {5, 2}}) {
            const Mesh mesh = make_cloth({1, 2}, cells, cut);
            EXPECT_NEAR(surface_area(mesh), 2.0, 1e-14);
            EXPECT_EQ(testing::euler_characteristic(mesh), 1);
            for (const auto& [a, b, c] : mesh.triangles)
                EXPECT_GT(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[1], 0.0);
            for (const auto& [name, edges] : mesh.edge_groups) EXPECT_TRUE(testing::are_unique(edges)) << name;
            for (const int p : mesh.point_groups.at("left")) EXPECT_EQ(mesh.points[p][0], -0.5);
            for (const int p : mesh.point_groups.at("right")) EXPECT_NEAR(mesh.points[p][0], 0.5, 1e-15);
            for (const int p : mesh.point_groups.at("back")) EXPECT_EQ(mesh.points[p][2], -1.0);
            for (const int p : mesh.point_groups.at("front")) EXPECT_NEAR(mesh.points[p][2], 1.0, 1e-15);
            std::set<int> linked;  // every point hangs on a spring
            for (const auto& [name, edges] : mesh.edge_groups)
                for (const auto& edge : edges) linked.insert(edge.begin(), edge.end());
            EXPECT_EQ(linked.size(), mesh.points.size());
        }
}

TEST(Cloth, EquilateralTrianglesAreEquilateral) {
    const Mesh mesh = make_cloth({4 * std::sqrt(0.75), 3}, {4, 3}, ClothCut::equilateral);
    int inside = 0;
    for (const auto& t : mesh.triangles) {
        double least = 9.0, most = 0.0;
        for (int k = 0; k < 3; ++k) {
            const double length = norm(mesh.points[t[k]] - mesh.points[t[(k + 1) % 3]]);
            least = std::min(least, length), most = std::max(most, length);
        }
        inside += most - least < 1e-14;
    }
    EXPECT_EQ(inside, 4 * 5) << "all but the halves at the borders";
}

TEST(Cloth, OfOneCellHasNoBendingSprings) { EXPECT_TRUE(make_cloth({1, 1}, {1, 1}).edge_groups.at("bending").empty()); }

TEST(Cloth, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_cloth({1, 1}, {-3, 1}); }), "cloth: cells[0]"));
}

}  // namespace
}  // namespace talweg::cloth_test
