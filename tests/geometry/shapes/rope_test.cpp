#include "talweg/geometry/shapes/rope.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::rope_test {
namespace {

TEST(Rope, MeetsBothEndsExactlyInEqualSegments) {
    const Vec3 from{0.1, 0.2, 0.3}, to{-0.7, 1.1, 2.3};
    const Mesh mesh = make_rope(from, to, 7);
    ASSERT_EQ(mesh.points.size(), 8u);
    EXPECT_EQ(mesh.points.front(), from);
    EXPECT_EQ(mesh.points.back(), to);
    for (const auto& [a, b] : mesh.edge_groups.at("structural"))
        EXPECT_NEAR(norm(mesh.points[b] - mesh.points[a]), norm(to - from) / 7, 1e-15);
    for (const auto& [a, b] : mesh.edge_groups.at("bending"))
        EXPECT_NEAR(norm(mesh.points[b] - mesh.points[a]), 2 * norm(to - from) / 7, 1e-15);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), 7u);
    EXPECT_EQ(mesh.edge_groups.at("bending").size(), 6u);
    EXPECT_EQ(mesh.dimension, 1);
    EXPECT_NEAR(testing::sum(point_shares(mesh)), norm(to - from), 1e-14);
}

TEST(Rope, NamesItsEnds) {
    const Mesh mesh = make_rope({0, 0, 0}, {1, 0, 0}, 3);
    EXPECT_EQ(mesh.point_groups.at("start"), std::vector<int>{0});
    EXPECT_EQ(mesh.point_groups.at("end"), std::vector<int>{3});
    EXPECT_EQ(mesh.point_groups.at("ends"), (std::vector<int>{0, 3}));
}

TEST(Rope, RefusesNonsense) {
    using testing::contains;
    using testing::error_of;
    EXPECT_TRUE(contains(error_of([] { make_rope({1, 2, 3}, {1, 2, 3}, 4); }), "same point"));
    EXPECT_TRUE(contains(error_of([] { make_rope({0, 0, 0}, {1, 0, 0}, 0); }), "segments must be at least 1"));
    EXPECT_TRUE(contains(error_of([] { make_rope({0, 0, std::nan("")}, {1, 0, 0}, 2); }), "from must be three finite"));
}

}  // namespace
}  // namespace talweg::rope_test
