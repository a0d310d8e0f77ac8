#include "talweg/contact/collision_guard.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact/loose_world.hpp"

namespace talweg::collision_guard_test {
namespace {

using testing::LooseWorld;

TEST(CollisionGuard, AlongSafeStepsNoGapCloses) {
    RandomMatrices random(11);
    for (int repeat = 0; repeat < 10; ++repeat) {
        LooseWorld made(20, 0.15, random);
        CandidateSearch search(made.world);
        Candidates candidates;
        for (int step = 0; step < 20; ++step) {  // wild moves, one after the other
            Positions dx;
            for (std::size_t i = 0; i < made.x.size(); ++i) dx.push_back(0.5 * random.matrix<3, 1>());
            ASSERT_TRUE(search.find(made.x, dx, 0.0, 1000000, candidates));
            const double before = smallest_gap(made.world, candidates, made.x);
            if (before < 1e-9) break;  // random triangles may begin crossed
            const double limit = largest_safe_step(made.world, candidates, made.x, dx);
            ASSERT_GT(limit, 0.0);
            for (const double part : {0.25, 0.5, 0.75, 1.0}) {
                Positions x = made.x;
                for (std::size_t i = 0; i < x.size(); ++i) x[i] += part * limit * dx[i];
                EXPECT_GT(smallest_gap(made.world, candidates, x), 0.0);
            }
            for (std::size_t i = 0; i < made.x.size(); ++i) made.x[i] += limit * dx[i];
        }
    }
}

/// What is told from the contacts alone is what a look at every pair says.
TEST(CollisionGuard, WhatIsClearlySafeIsSafe) {
    RandomMatrices random(13);
    int told = 0;
    for (int repeat = 0; repeat < 40; ++repeat) {
        LooseWorld made(12, 0.15, random);
        CandidateSearch search(made.world);
        Candidates candidates;
        for (double size = 0.1; size > 1e-5; size *= 0.5) {
            Positions dx;
            double farthest = 0.0;
            for (std::size_t i = 0; i < made.x.size(); ++i) {
                dx.push_back(size * random.matrix<3, 1>());
                farthest = std::max(farthest, norm(dx.back()));
            }
            ASSERT_TRUE(search.find(made.x, dx, 0.0, 1000000, candidates));
            const ContactSet contacts = find_contacts(made.world, candidates, made.x, 1.0);
            if (!is_clearly_safe(made.world, contacts, made.x, farthest)) continue;
            ++told;
            EXPECT_EQ(largest_safe_step(made.world, candidates, made.x, dx), 1.0) << size;
        }
    }
    EXPECT_GT(told, 20);
}

TEST(CollisionGuard, APlaneStopsAPointAtATenthOfItsHeight) {
    ContactWorld world;
    ContactSurface& s = world.surface;
    s.points = {0};
    s.planes = {{1, {0, 1, 0}, 1}};
    s.part = {0, 1};
    s.radius = {0.5, 0.0};
    s.prescribed = {0, 1};
    s.point_area = {1.0};
    world.rules.d_hat = 0.1;
    world.rules.touching = TouchingBodies(2);
    s.loose_points = {0};
    const Positions x = {{0, 2.5, 0}, {0, 1, 0}}, dx = {{3, -4, 0}, {0, 1, 0}};
    Candidates candidates;
    ASSERT_TRUE(CandidateSearch(world).find(x, dx, 0.0, 1000, candidates));
    ASSERT_EQ(candidates.point_plane.size(), 1u);
    EXPECT_DOUBLE_EQ(smallest_gap(world, candidates, x), 1.0);
    EXPECT_NEAR(largest_safe_step(world, candidates, x, dx), 0.9 / 5.0, 1e-14);
    EXPECT_TRUE(gaps_below(1.0, world, candidates, x).empty());
    const std::vector<Gap> gaps = gaps_below(1.1, world, candidates, x);
    ASSERT_EQ(gaps.size(), 1u);
    EXPECT_EQ(gaps[0].first, (std::array{0, -1}));
    EXPECT_EQ(gaps[0].second, (std::array{1, -1, -1}));
    EXPECT_DOUBLE_EQ(gaps[0].gap, 1.0);
}

TEST(CollisionGuard, PieceByPieceTheLeastStepIsThatOfAll) {
    RandomMatrices random(17);
    LooseWorld made(20, 0.15, random);
    Positions dx(made.x.size());
    for (Vec3& d : dx) d = 0.3 * random.matrix<3, 1>();
    Candidates candidates;
    ASSERT_TRUE(CandidateSearch(made.world).find(made.x, dx, 0.0, 1000000, candidates));
    std::vector<int> piece(made.x.size());
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = int(i / 3);
    const std::vector<double> limits = largest_safe_steps(made.world, candidates, made.x, dx, piece, 20);
    const double all = largest_safe_step(made.world, candidates, made.x, dx);
    ASSERT_LT(all, 1.0);
    EXPECT_EQ(*std::min_element(limits.begin(), limits.end()), all);
    EXPECT_GT(*std::max_element(limits.begin(), limits.end()), all) << "not everybody is stopped by the first to hit";
    // The two that meet first are both stopped.
    EXPECT_EQ(std::count(limits.begin(), limits.end(), all), 2);
}

TEST(CollisionGuard, TheListOfGapsHoldsTheSmallest) {
    RandomMatrices random(13);
    LooseWorld made(20, 0.15, random);
    Candidates candidates;
    const Positions still(made.x.size(), Vec3::zero());
    ASSERT_TRUE(CandidateSearch(made.world).find(made.x, still, 0.2, 1000000, candidates));
    const std::vector<Gap> gaps = gaps_below(1e9, made.world, candidates, made.x);
    EXPECT_EQ(gaps.size(), candidates.size());
    ASSERT_FALSE(gaps.empty());
    const auto least = std::min_element(gaps.begin(), gaps.end(), [](auto& a, auto& b) { return a.gap < b.gap; });
    EXPECT_EQ(least->gap, smallest_gap(made.world, candidates, made.x));
}

}  // namespace
}  // namespace talweg::collision_guard_test
