#include "talweg/math/bucket_sort.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/threads.hpp"

namespace talweg::bucket_sort_test {
namespace {

struct Numbered {
    std::uint64_t number;
    int index;
    friend auto operator<=>(const Numbered&, const Numbered&) = default;
};

std::vector<Numbered> sorted(std::vector<Numbered> items, int bits) {
    bucket_sort(items, bits, [](const Numbered& item) { return item.number; });
    return items;
}

/// Items whose numbers are those of `number`, and more than once the same.
template <class Function>
std::vector<Numbered> items(int count, const Function& number) {
    std::mt19937_64 random(7);
    std::vector<Numbered> all;
    for (int k = 0; k < count; ++k) all.push_back({number(random), k});
    std::shuffle(all.begin(), all.end(), random);
    return all;
}

TEST(BucketSort, IsTheOrderOfComparison) {
    // Below, at and above the sizes from which items are put into buckets once and twice.
    for (const int count : {0, 1, 2, 64, 65, 4096, 4097, 30000})
        for (const int bits : {1, 7, 8, 9, 17, 63})
            for (const int kind : {0, 1, 2}) {
                const std::uint64_t most = (std::uint64_t(1) << bits) - 1;
                std::vector<Numbered> all = items(count, [&](auto& random) {
                    const std::uint64_t any = random() & most;
                    return kind == 0 ? any : kind == 1 ? any >> (bits / 2) : most;  // spread, crowded, all alike
                });
                std::vector<Numbered> expected = all;
                std::sort(expected.begin(), expected.end());
                EXPECT_EQ(sorted(all, bits), expected) << count << " of " << bits << " bits, kind " << kind;
            }
}

TEST(BucketSort, IsTheSameForAnyNumberOfThreads) {
    const std::vector<Numbered> all = items(100000, [](auto& random) { return random() >> 40; });
    const std::vector<Numbered> alone = testing::with_threads(1, [&] { return sorted(all, 24); });
    for (const int threads : {2, 3, 8})
        EXPECT_EQ(testing::with_threads(threads, [&] { return sorted(all, 24); }), alone);
    EXPECT_TRUE(std::is_sorted(alone.begin(), alone.end()));
}

}  // namespace
}  // namespace talweg::bucket_sort_test
