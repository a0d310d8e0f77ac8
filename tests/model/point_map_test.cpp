#include "talweg/model/point_map.hpp"

#include <gtest/gtest.h>

#include <random>

namespace talweg::point_map_test {
namespace {

/// Rows of 0 to 4 random weights over `nodes` nodes.
PointMap random_map(int points, int nodes, std::mt19937& random) {
    std::uniform_real_distribution<double> weight(-1.0, 1.0);
    PointMap map;
    for (int i = 0; i < points; ++i) {
        std::vector<NodeWeight> row(random() % 5);
        for (NodeWeight& w : row) w = {static_cast<int>(random() % nodes), weight(random)};
        map.add_point(row);
    }
    return map;
}

std::vector<Vec3> random_vectors(std::size_t count, std::mt19937& random) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::vector<Vec3> v(count);
    for (Vec3& value : v) value = {number(random), number(random), number(random)};
    return v;
}

TEST(PointMap, StartsEmpty) {
    PointMap map;
    EXPECT_EQ(map.point_count(), 0);
    Positions x{{1, 2, 3}};
    follow(map, {}, {}, x);
    EXPECT_TRUE(x.empty());
}

TEST(PointMap, KeepsRowsInOrder) {
    PointMap map;
    map.add_point({});
    map.add_point(std::vector<NodeWeight>{{3, 0.25}, {1, 0.75}});
    map.add_point(std::vector<NodeWeight>{{2, 1.0}});
    ASSERT_EQ(map.point_count(), 3);
    EXPECT_TRUE(map.row(0).empty());
    ASSERT_EQ(map.row(1).size(), 2u);
    EXPECT_EQ(map.row(1)[0].node, 3);
    EXPECT_EQ(map.row(1)[1].weight, 0.75);
    EXPECT_EQ(map.row(2)[0].node, 2);
}

TEST(PointMap, SingleNodeIsTheOneThatThePointEquals) {
    PointMap map;
    map.add_point({});
    map.add_point(std::vector<NodeWeight>{{5, 1.0}});
    map.add_point(std::vector<NodeWeight>{{5, 0.5}});
    map.add_point(std::vector<NodeWeight>{{5, 1.0}, {6, 0.0}});
    EXPECT_EQ(map.single_node(0), -1);
    EXPECT_EQ(map.single_node(1), 5);
    EXPECT_EQ(map.single_node(2), -1);
    EXPECT_EQ(map.single_node(3), -1);
}

TEST(PointMap, AnAffinePointFollowsFourNodes) {
    const Vec3 rest{0.3, -0.7, 0.2};
    PointMap map;
    map.add_point(std::vector<NodeWeight>{{0, 1.0}, {1, rest[0]}, {2, rest[1]}, {3, rest[2]}});
    // A quarter turn about z, then a move: the columns of A are nodes 1 to 3.
    const Nodes c{{10, 20, 30}, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    Positions x;
    follow(map, c, {Vec3::zero()}, x);
    EXPECT_NEAR(x[0][0], 10.7, 1e-14);
    EXPECT_NEAR(x[0][1], 20.3, 1e-14);
    EXPECT_NEAR(x[0][2], 30.2, 1e-14);
}

TEST(PointMap, FollowIsWcPlusBAndFollowMoveIsWp) {
    std::mt19937 random(7);
    const PointMap map = random_map(50, 9, random);
    const Nodes c = random_vectors(9, random), p = random_vectors(9, random);
    const Positions b = random_vectors(50, random);
    Nodes moved = c;
    for (std::size_t j = 0; j < c.size(); ++j) moved[j] += p[j];
    Positions before, after, dx;
    follow(map, c, b, before);
    follow(map, moved, b, after);
    follow_move(map, p, dx);
    for (int i = 0; i < 50; ++i) {
        Vec3 expected = b[i];
        for (const NodeWeight& w : map.row(i)) expected += w.weight * c[w.node];
        EXPECT_LT(norm(before[i] - expected), 1e-15);
        EXPECT_LT(norm(after[i] - before[i] - dx[i]), 1e-14);
    }
}

TEST(NodeFollowers, AreTheTransposeInPointOrder) {
    std::mt19937 random(11);
    const PointMap map = random_map(60, 8, random);
    const NodeFollowers followers(map, 8);
    const Nodes p = random_vectors(8, random);
    const Positions g = random_vectors(60, random);
    Positions dx;
    follow_move(map, p, dx);
    double on_points = 0.0, on_nodes = 0.0;  // g·(W p) = (Wᵀ g)·p
    for (int i = 0; i < 60; ++i) on_points += dot(g[i], dx[i]);
    for (int j = 0; j < 8; ++j) {
        int last = -1;
        for (const auto& [point, weight] : followers.of(j)) {
            EXPECT_GE(point, last);
            last = point;
            on_nodes += weight * dot(g[point], p[j]);
        }
    }
    EXPECT_NEAR(on_points, on_nodes, 1e-13);
}

TEST(NodeFollowers, ANodeThatNothingFollowsHasNone) {
    PointMap map;
    map.add_point(std::vector<NodeWeight>{{1, 1.0}});
    const NodeFollowers followers(map, 3);
    EXPECT_TRUE(followers.of(0).empty());
    EXPECT_EQ(followers.of(1).size(), 1u);
    EXPECT_TRUE(followers.of(2).empty());
}

}  // namespace
}  // namespace talweg::point_map_test
