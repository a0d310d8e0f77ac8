#include "talweg/math/interruption.hpp"

#include <gtest/gtest.h>

namespace talweg::interruption_test {
namespace {

TEST(Interruption, IsAskedBetweenBlocksThatCoverAll) {
    int asked = 0, covered = 0, last = 0;
    const Interruption never([&] {
        ++asked;
        return false;
    });
    const int count = 3 * pairs_between_checks + 5;
    interruptible_blocks(count, never, [&](int begin, int end) {
        EXPECT_EQ(begin, last);
        EXPECT_LE(end - begin, pairs_between_checks);
        covered += end - begin;
        last = end;
    });
    EXPECT_EQ(covered, count);
    EXPECT_EQ(asked, 4);
}

TEST(Interruption, GivesUpWithinOneBlock) {
    int blocks = 0;
    const Interruption soon([&] { return blocks == 2; });
    EXPECT_THROW(interruptible_blocks(100 * pairs_between_checks, soon, [&](int, int) { ++blocks; }), Interrupted);
    EXPECT_EQ(blocks, 2);
}

TEST(Interruption, ThatNobodyAskedForNeverComes) {
    const Interruption none;
    EXPECT_NO_THROW(none.check());
}

}  // namespace
}  // namespace talweg::interruption_test
