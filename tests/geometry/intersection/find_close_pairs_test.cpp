#include "talweg/geometry/intersection/find_close_pairs.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/unique_edges.hpp"

namespace talweg::find_close_pairs_test {
namespace {

using Kind = ClosePair::Kind;

/// Two tetrahedra, a thread, a ball and a floor; nothing touches until it is moved.
class FindClosePairs : public ::testing::Test {
protected:
    enum Part { upper, lower, thread, ball, floor };

    FindClosePairs() {
        add_tetrahedron(1.5);
        add_tetrahedron(0);
        x.insert(x.end(), {{3, 0.5, -1}, {3, 0.5, 1}, {5, 2, 0}, {0, -1, 0}});
        s.edges.insert(s.edges.end(), {{8, 9}, {10, 10}});
        s.half_spaces = {{11, {0, 1, 0}, floor}};
        s.body = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4};
        s.radius.assign(12, 0.0);
        s.radius[10] = 0.5;
        s.touching = TouchingBodies(5);
    }
    void add_tetrahedron(double height) {
        const int f = int(x.size());
        x.insert(x.end(), {{0, height, 0}, {1, height, 0}, {0, height + 1, 0}, {0, height, 1}});
        const std::vector<std::array<int, 3>> faces = {
            {f, f + 2, f + 1}, {f, f + 1, f + 3}, {f, f + 3, f + 2}, {f + 1, f + 2, f + 3}};
        s.triangles.insert(s.triangles.end(), faces.begin(), faces.end());
        for (const auto& edge : unique_edges(faces)) s.edges.push_back(edge);
    }
    void move(Part part, const Vec3& by) {
        for (std::size_t i = 0; i < x.size(); ++i)
            if (s.body[i] == part) x[i] += by;
    }
    ClosePairs find(double reach = 0.1) const { return find_close_pairs(s, x, reach); }

    Surfaces s;
    std::vector<Vec3> x;
};

TEST_F(FindClosePairs, NothingIsFoundApartAndTheGapIsThatOfTheNearest) {
    EXPECT_TRUE(find().faults.empty());
    EXPECT_TRUE(find().near.empty());
    EXPECT_EQ(find().smallest_gap(), std::numeric_limits<double>::infinity());
    EXPECT_DOUBLE_EQ(find(0.6).smallest_gap(), 0.5);  // the tip under the upper body
    move(upper, {0, -0.49, 0});
    EXPECT_NEAR(find().smallest_gap(), 0.01, 1e-15);
    EXPECT_TRUE(find().faults.empty());
}

TEST_F(FindClosePairs, WhatPassesThroughIsTold) {
    move(upper, {0.1, -0.75, 0.1});
    const ClosePairs found = find();
    ASSERT_FALSE(found.faults.empty());
    for (const ClosePair& fault : found.faults) {
        EXPECT_EQ(fault.kind, Kind::crosses);
        EXPECT_NE(s.body[fault.first[0]], s.body[fault.second[0]]);
        EXPECT_GT(fault.place[1], 0.7);
        EXPECT_LT(fault.place[1], 1.0);
    }
}

TEST_F(FindClosePairs, ExactTouchesAreNamedAsSuch) {
    move(upper, {0, -0.5, 0});
    const ClosePairs found = find();
    ASSERT_FALSE(found.faults.empty());
    for (const ClosePair& fault : found.faults) EXPECT_EQ(fault.kind, Kind::touches);
    EXPECT_EQ(found.smallest_gap(), 0.0);
}

TEST_F(FindClosePairs, ThicknessIsKeptFree) {
    for (int i = 0; i < 8; ++i) s.radius[i] = 0.1;
    move(upper, {0, -0.29, 0});
    EXPECT_TRUE(find().faults.empty());
    EXPECT_NEAR(find().smallest_gap(), 0.01, 1e-15);
    move(upper, {0, -0.02, 0});
    ASSERT_FALSE(find().faults.empty());
    EXPECT_EQ(find().faults[0].kind, Kind::too_near);
    EXPECT_NEAR(find().smallest_gap(), -0.01, 1e-15);
}

TEST_F(FindClosePairs, BallsAreThickPoints) {
    move(ball, {-1.49, -1.5, 0});  // its middle 0.51 m from the thread
    EXPECT_TRUE(find().faults.empty());
    EXPECT_NEAR(find().smallest_gap(), 0.01, 1e-15);
    move(ball, {-0.02, 0, 0});
    ASSERT_EQ(find().faults.size(), 1u);
    EXPECT_EQ(find().faults[0].first, (std::vector{8, 9}));
    EXPECT_EQ(find().faults[0].second, (std::vector{10}));
    move(ball, {-2.9, 0.25, 0.5});  // over a face of the lower body
    EXPECT_FALSE(find().faults.empty());
}

TEST_F(FindClosePairs, PlanesHaveAFront) {
    move(ball, {0, -2.6, 0});  // 0.4 m over the floor, with a radius of 0.5 m
    ASSERT_EQ(find().faults.size(), 1u);
    EXPECT_EQ(find().faults[0].kind, Kind::behind);
    EXPECT_NEAR(find().faults[0].gap, -0.1, 1e-15);
}

TEST_F(FindClosePairs, ThreadsWithoutThicknessCanOnlyTouch) {
    x.insert(x.end(), {{2, 0.5, 0}, {4, 0.5, 0}});
    s.edges.push_back({12, 13});
    s.body.insert(s.body.end(), {thread, thread});
    s.radius.resize(14, 0.0);
    ASSERT_EQ(find().faults.size(), 1u);
    EXPECT_EQ(find().faults[0].kind, Kind::touches);
    EXPECT_EQ(find().faults[0].place, (Vec3{3, 0.5, 0}));
}

TEST_F(FindClosePairs, WhoMayMeetIsNotTold) {
    move(upper, {0.1, -0.75, 0.1});
    s.scripted.assign(12, 0);
    for (const int p : {0, 1, 2, 3, 4, 5, 6}) s.scripted[p] = 1;
    for (const ClosePair& fault : find().faults) EXPECT_EQ(std::max(fault.first.back(), fault.second.back()), 7);
    EXPECT_FALSE(find().faults.empty());
    s.scripted[7] = 1;
    EXPECT_TRUE(find().faults.empty());
    s.scripted.clear();
    s.touching.let_through = SewnPairs({{lower, upper}});
    EXPECT_TRUE(find().faults.empty());
}

TEST_F(FindClosePairs, PlanarOutlinesCrossOrTouch) {
    Surfaces flat;
    flat.planar = true;
    flat.edges = {{0, 1}, {2, 3}};
    flat.body = {0, 0, 1, 1};
    flat.radius.assign(4, 0.0);
    flat.touching = TouchingBodies(2);
    flat.touching.itself = {0, 0};
    std::vector<Vec3> at = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};
    ASSERT_EQ(find_close_pairs(flat, at, 0.1).faults.size(), 1u);
    EXPECT_EQ(find_close_pairs(flat, at, 0.1).faults[0].kind, Kind::crosses);
    at[2][1] = 0;
    ASSERT_EQ(find_close_pairs(flat, at, 0.1).faults.size(), 1u);
    EXPECT_EQ(find_close_pairs(flat, at, 0.1).faults[0].kind, Kind::touches);
    at[2][1] = 0.05;
    EXPECT_TRUE(find_close_pairs(flat, at, 0.1).faults.empty());
    EXPECT_DOUBLE_EQ(find_close_pairs(flat, at, 0.1).smallest_gap(), 0.05);
}

}  // namespace
}  // namespace talweg::find_close_pairs_test
