#include "talweg/geometry/shapes/box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::box_test {
namespace {

TEST(Box, IsFilledExactlyByEveryCut) {
    for (const int per_cell : {5, 6, 12}) {
        const Mesh mesh = make_box({1, 2, 3}, {2, 3, 4}, per_cell);
        EXPECT_EQ(mesh.tets.size(), std::size_t(24 * per_cell));
        EXPECT_EQ(mesh.points.size(), std::size_t(60 + (per_cell == 12 ? 24 : 0)));
        EXPECT_NEAR(tet_volume(mesh), 6.0, 1e-13);
        EXPECT_GT(testing::smallest_tet_volume(mesh), 0.2 * 6.0 / 24 / per_cell);
        EXPECT_EQ(mesh.triangles.size(), std::size_t(4 * (6 + 12 + 8)))
            << "neighbouring cells do not fit: " << per_cell;
        EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
        EXPECT_EQ(testing::euler_characteristic(mesh), 2);
        EXPECT_NEAR(enclosed_volume(mesh), 6.0, 1e-13);
        EXPECT_NEAR(surface_area(mesh), 22.0, 1e-13);
        EXPECT_EQ(mesh.dimension, 3);
    }
}

TEST(Box, OfStarksHangingBenchmarkHasItsCounts) {
    const Mesh mesh = make_box({1, 1, 1}, {10, 10, 10}, 12);
    EXPECT_EQ(mesh.points.size(), 2331u);
    EXPECT_EQ(mesh.tets.size(), 12000u);
}

TEST(Box, NamesItsSides) {
    const Mesh mesh = make_box({2, 2, 2}, {3, 3, 3}, 12);
    for (const int p : mesh.point_groups.at("top")) EXPECT_EQ(mesh.points[p][1], 1.0);
    EXPECT_EQ(mesh.point_groups.at("top").size(), 16u);
    EXPECT_EQ(mesh.point_groups.at("corners").size(), 8u);
}

TEST(Box, RefusesNonsense) {
    using testing::contains;
    using testing::error_of;
    EXPECT_TRUE(contains(error_of([] { make_box({1, 1, 1}, {1, 1, 1}, 7); }), "tets_per_cell must be 5, 6 or 12"));
    EXPECT_TRUE(contains(error_of([] { make_box({1, 1, -1}, {1, 1, 1}, 6); }), "box: size[2]"));
    EXPECT_TRUE(contains(error_of([] { make_box({1, 1, 1}, {2000, 2000, 2000}, 6); }), "fewer cells"));
}

TEST(Box, OfEvenCellsEqualsItsMirrorImages) {
    for (const int per_cell : {5, 12}) {
        const Mesh mesh = make_box({2, 4, 6}, {2, 4, 6}, per_cell);
        const auto number_at = [&](const Vec3& place) {
            int found = -1;
            for (std::size_t i = 0; i < mesh.points.size(); ++i)
                if (norm(mesh.points[i] - place) < 1e-9) found = int(i);
            return found;
        };
        std::set<std::array<int, 4>> tets;
        for (std::array<int, 4> t : mesh.tets) {
            std::ranges::sort(t);
            tets.insert(t);
        }
        for (int axis = 0; axis < 3; ++axis)
            for (std::array<int, 4> t : mesh.tets) {
                for (int& corner : t) {
                    Vec3 place = mesh.points[corner];
                    place[axis] = -place[axis];
                    corner = number_at(place);
                }
                std::ranges::sort(t);
                EXPECT_TRUE(tets.contains(t)) << per_cell << " per cell, axis " << axis;
            }
    }
}

}  // namespace
}  // namespace talweg::box_test
