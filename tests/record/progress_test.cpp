#include "talweg/record/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace talweg {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Progress, durations_read_well) {
    EXPECT_EQ(readable_duration(0.2), "0 s");
    EXPECT_EQ(readable_duration(59), "59 s");
    EXPECT_EQ(readable_duration(200), "3 min 20 s");
    EXPECT_EQ(readable_duration(7500), "2 h 05 min");
}

TEST(Progress, plain_lines_come_every_tenth_of_a_short_run) {
    Progress progress(ProgressStyle::plain_lines, 0, 1000, 100);
    int lines = 0;
    for (std::uint64_t step = 1; step <= 1000; ++step) {
        const double seconds = 1e-3 * static_cast<double>(step);
        if (!progress.due(seconds, step)) continue;
        const std::string text = progress.text({step / 10, step, 3 * step, seconds, 12.5});
        EXPECT_THAT(text, EndsWith("\n"));
        if (++lines == 5) {
            EXPECT_EQ(text, "frame 50 of 100, 1000 steps/s, 1 s left, 3.0 Newton/step, energy 12.5 J\n");
        }
    }
    EXPECT_EQ(lines, 10);
    EXPECT_EQ(progress.close(), "");
}

TEST(Progress, plain_lines_come_every_five_seconds_of_a_long_run) {
    Progress progress(ProgressStyle::plain_lines, 0, 1'000'000, 1'000'000);
    int lines = 0;
    for (std::uint64_t step = 1; step <= 60; ++step) {
        const auto seconds = static_cast<double>(step);
        if (!progress.due(seconds, step)) continue;
        ++lines;
        EXPECT_THAT(progress.text({step, step, step, seconds, 0}), HasSubstr("1 steps/s, 277 h"));
    }
    EXPECT_EQ(lines, 12);
}

TEST(Progress, the_renewing_line_fits_the_terminal) {
    Progress progress(ProgressStyle::one_line, 0, 1000, 1000, 40);
    ASSERT_TRUE(progress.due(0.001, 1));
    const std::string text = progress.text({1, 1, 3, 0.001, 12.5});
    EXPECT_THAT(text, StartsWith("\rframe 1 of 1000"));
    EXPECT_EQ(text.size(), 1 + 39 + 3u);
    EXPECT_FALSE(progress.due(0.05, 20));
    EXPECT_TRUE(progress.due(0.102, 20));
    EXPECT_TRUE(progress.due(0.05, 1000));
    EXPECT_EQ(progress.close(), "\n");
}

TEST(Progress, time_left_counts_this_part_of_a_resumed_run) {
    Progress progress(ProgressStyle::plain_lines, 900, 1000, 1000);
    EXPECT_FALSE(progress.due(0.5, 901));
    EXPECT_THAT(progress.text({910, 910, 10, 10.0, 1.0}), HasSubstr("frame 910 of 1000, 1 steps/s, 1 min 30 s left"));
}

TEST(Progress, quiet_says_nothing) {
    const Progress progress(ProgressStyle::quiet, 0, 10, 10);
    EXPECT_FALSE(progress.due(100.0, 10));
    EXPECT_EQ(progress.close(), "");
}

}  // namespace
}  // namespace talweg
