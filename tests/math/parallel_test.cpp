#include "talweg/math/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <random>

#include "support/threads.hpp"

namespace talweg::parallel_test {
namespace {

using testing::with_threads;

constexpr int sizes[] = {0, 1, 2, parallel_grain - 1, parallel_grain, parallel_grain + 1, 3 * parallel_grain + 7};

TEST(Parallel, EachVisitsEveryIndexOnce) {
    for (int count : {0, 1, 2, 1000}) {
        std::vector<std::atomic<int>> visits(count + 5);
        parallel_each(5, 5 + count, [&](int k) { ++visits[k]; });
        for (int k = 0; k < count + 5; ++k) EXPECT_EQ(visits[k], k < 5 ? 0 : 1);
    }
}

TEST(Parallel, PiecesCoverTheRangeOnce) {
    for (int count : sizes) {
        std::vector<std::atomic<int>> visits(count);
        parallel_pieces(count, [&](int begin, int end) {
            EXPECT_LT(begin, end);
            for (int k = begin; k < end; ++k) ++visits[k];
        });
        for (int k = 0; k < count; ++k) ASSERT_EQ(visits[k], 1) << k << " of " << count;
    }
}

TEST(Parallel, PiecesAreAsLargeAsTheirGrain) {
    for (const int count : sizes)
        for (const int grain : {1, 7, 4096}) {
            if (count / grain > 10000) continue;
            std::vector<std::atomic<int>> visits(count);
            parallel_pieces(
                count,
                [&](int begin, int end) {
                    EXPECT_EQ(begin % grain, 0);
                    EXPECT_TRUE(end == count || end == begin + grain);
                    for (int k = begin; k < end; ++k) ++visits[k];
                },
                grain);
            for (int k = 0; k < count; ++k) ASSERT_EQ(visits[k], 1) << k << " of " << count;
            const auto number = [](int begin, int end) { return end - begin; };
            EXPECT_EQ(parallel_sum(count, number, grain), count);
        }
    EXPECT_EQ(fine_grain(100), parallel_grain) << "small loops stay on one thread";
    EXPECT_LT(fine_grain(8 * parallel_grain), parallel_grain);
    EXPECT_EQ(fine_grain(1000 * parallel_grain), parallel_grain);
}

TEST(Parallel, SumAddsEveryPiece) {
    for (int count : sizes) {
        const double sum = parallel_sum(count, [](int begin, int end) {
            double part = 0.0;
            for (int k = begin; k < end; ++k) part += k;
            return part;
        });
        EXPECT_EQ(sum, 0.5 * count * (count - 1.0));
    }
}

TEST(Parallel, SumHasTheSameBitsForAnyNumberOfThreads) {
    std::mt19937 random(5);
    std::vector<double> values(9 * parallel_grain + 11);
    for (double& v : values) v = std::ldexp(1.0 + random() * 0x1p-32, static_cast<int>(random() % 60) - 30);
    const auto sum = [&] {
        return parallel_sum(static_cast<int>(values.size()), [&](int begin, int end) {
            double part = 0.0;
            for (int k = begin; k < end; ++k) part += values[k];
            return part;
        });
    };
    const double one = with_threads(1, sum);
    for (int threads : {2, 4}) EXPECT_EQ(with_threads(threads, sum), one);
}

TEST(Parallel, MaxFindsTheLargestWhereverItIs) {
    for (int count : sizes) {
        if (count == 0) continue;
        for (int place : {0, count / 2, count - 1}) {
            const double largest = parallel_max(count, [&](int begin, int end) {
                double part = 0.5;
                for (int k = begin; k < end; ++k) part = std::max(part, k == place ? 3.0 : 1.0);
                return part;
            });
            EXPECT_EQ(largest, 3.0);
        }
    }
    EXPECT_EQ(parallel_max(0, [](int, int) { return 5.0; }), 0.0);
    EXPECT_EQ(parallel_max(10, [](int, int) { return -5.0; }), 0.0);
}

TEST(Parallel, AnExceptionReachesTheCaller) {
    const auto fail = [](int begin, int) {
        if (begin > 0) throw std::runtime_error("stop");
    };
    EXPECT_THROW(parallel_pieces(4 * parallel_grain, fail), std::runtime_error);
}

}  // namespace
}  // namespace talweg::parallel_test
