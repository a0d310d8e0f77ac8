#include "talweg/math/parallel_tree.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/threads.hpp"

namespace talweg::parallel_tree_test {
namespace {

TEST(ParallelTree, EveryPartComesOnceAndAfterItsChildren) {
    std::mt19937 random(7);
    for (const int count : {0, 1, 2, 40, 400}) {
        std::vector<int> parents(count);
        for (int k = 0; k < count; ++k) {
            const int left = std::min(count - 1 - k, 9);
            parents[k] = left == 0 || random() % 20 == 0 ? -1 : k + 1 + static_cast<int>(random() % left);
        }
        ParallelTree tree(parents);
        for (const int threads : {1, 2, 3, 8}) {
            std::vector<std::atomic<int>> done(count);
            std::atomic<int> early = 0;
            testing::with_threads(threads, [&] {
                for (int again = 0; again < 2; ++again)
                    tree.run([&](int k) {
                        for (int child = 0; child < k; ++child)
                            if (parents[child] == k && done[child] != again + 1) ++early;
                        ++done[k];
                    });
            });
            EXPECT_EQ(early, 0);
            for (int k = 0; k < count; ++k) EXPECT_EQ(done[k], 2);
        }
    }
}

}  // namespace
}  // namespace talweg::parallel_tree_test
