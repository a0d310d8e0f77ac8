#include "talweg/math/span_profile.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "talweg/math/parallel.hpp"
#include "talweg/math/parallel_tree.hpp"

namespace talweg::span_profile_test {
namespace {

/// So many steps of arithmetic that nobody can leave out.
void work(int steps) {
    static std::atomic<int> sink = 0;
    for (int k = 0; k < 1000 * steps; ++k) sink.fetch_add(k, std::memory_order_relaxed);
}

TEST(SpanProfile, OfPiecesSideBySideTheLongestCounts) {
    SpanProfile profile;
    parallel_each(0, 10, [&](int) { work(1000); });
    const WorkAndSpan counted = profile.so_far();
    EXPECT_LT(counted.span, 0.3 * counted.work);
    EXPECT_GT(counted.span, 0.05 * counted.work);
    EXPECT_GT(counted.speed_up(8), 2.0);
    EXPECT_EQ(counted.speed_up(1), 1.0);
}

TEST(SpanProfile, WhatComesOneAfterTheOtherCountsWhole) {
    SpanProfile profile;
    for (int k = 0; k < 4; ++k) work(500);
    parallel_each(0, 1, [&](int) { work(500); });
    const WorkAndSpan counted = profile.so_far();
    EXPECT_GT(counted.span, 0.99 * counted.work);
}

TEST(SpanProfile, LoopsWithinLoopsAndTrees) {
    SpanProfile profile;
    // Eight loops of eight, each of these the same: an 64th, were waking for nothing.
    parallel_each(0, 8, [&](int) { parallel_each(0, 8, [&](int) { work(300); }); });
    const WorkAndSpan nested = profile.so_far();
    EXPECT_LT(nested.span, 0.1 * nested.work);

    SpanProfile inner;  // two leaves and their parent: two thirds
    ParallelTree({2, 2, -1}).run([&](int) { work(2000); });
    const WorkAndSpan tree = inner.so_far();
    EXPECT_LT(tree.span, 0.85 * tree.work);
    EXPECT_GT(tree.span, 0.5 * tree.work);
}

TEST(SpanProfile, DoesNotCountItsOwnLooksAtTheClock) {
    SpanProfile all;
    WorkAndSpan counted;
    {
        SpanProfile profile;
        for (int k = 0; k < 200; ++k) parallel_each(0, 200, [](int) {});  // 80,000 looks
        counted = profile.so_far();
    }
    EXPECT_LT(counted.work, 0.5 * all.so_far().work);
    EXPECT_LE(counted.span, counted.work);
}

TEST(SpanProfile, WhatDisturbsOneRunOfSeveralIsNotCounted) {
    LeastTimes least;
    WorkAndSpan counted[3];
    std::size_t stretches = 0;
    for (int round = 0; round < 3; ++round) {
        SpanProfile profile(&least);
        // In each round another piece takes much longer: alone, it would be the span.
        parallel_each(0, 16, [&](int k) { work(k == 5 * round ? 4000 : 200); });
        work(round == 1 ? 4000 : 200);
        counted[round] = profile.so_far();
        if (round == 0) stretches = least.count();
        EXPECT_EQ(least.count(), stretches);
    }
    EXPECT_GT(counted[0].span, 0.5 * counted[0].work);
    EXPECT_LT(counted[2].work, 0.5 * counted[0].work);
    EXPECT_LT(counted[2].span, 0.3 * counted[2].work);  // two of seventeen
}

TEST(SpanProfile, LeavesOtherTimesAlone) {
    EXPECT_EQ(SpanProfile::current(), nullptr);
    {
        SpanProfile profile;
        EXPECT_EQ(SpanProfile::current(), &profile);
    }
    EXPECT_EQ(SpanProfile::current(), nullptr);
}

}  // namespace
}  // namespace talweg::span_profile_test
