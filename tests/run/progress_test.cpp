#include "talweg/run/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace talweg::progress_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Progress, durations_read_well) {
    EXPECT_EQ(readable_duration(0.2), "0 s");
    EXPECT_EQ(readable_duration(59), "59 s");
    EXPECT_EQ(readable_duration(200), "3 min 20 s");
    EXPECT_EQ(readable_duration(7500), "2 h 05 min");
}

int count_lines(Progress& progress, std::uint64_t steps, double seconds_per_step) {
    int lines = 0;
    for (std::uint64_t step = 1; step <= steps; ++step) {
        const double seconds = seconds_per_step * static_cast<double>(step);
        if (!progress.due(seconds, step)) continue;
        EXPECT_THAT(progress.text({step, step, step, seconds, 0}), EndsWith(" J\n"));
        ++lines;
    }
    return lines;
}

TEST(Progress, plain_lines_come_every_tenth_of_a_short_run) {
    Progress progress(ProgressStyle::plain_lines, 0, 1000, 1000);
    EXPECT_EQ(count_lines(progress, 1000, 1e-2), 10);
    EXPECT_EQ(progress.close(), "");
}

TEST(Progress, a_very_short_run_gets_one_plain_line) {
    Progress progress(ProgressStyle::plain_lines, 0, 1000, 1000);
    EXPECT_EQ(count_lines(progress, 1000, 1e-5), 1);
}

TEST(Progress, plain_lines_come_every_five_seconds_of_a_long_run) {
    Progress progress(ProgressStyle::plain_lines, 0, 1'000'000, 1'000'000);
    EXPECT_EQ(count_lines(progress, 60, 1.0), 12);
}

TEST(Progress, tells_rate_time_left_iterations_and_energy) {
    Progress progress(ProgressStyle::plain_lines, 0, 1000, 100);
    EXPECT_EQ(progress.text({10, 100, 300, 0.5, 12.5}),
              "frame 10 of 100, 200 steps/s, 5 s left, 3.0 Newton/step, energy 12.5 J\n");
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

TEST(Progress, a_long_step_tells_that_it_goes_on) {
    Progress progress(ProgressStyle::plain_lines, 0, 10, 10);
    EXPECT_EQ(progress.waiting(10.5, 10.0, 7, 3), "");
    EXPECT_EQ(progress.waiting(40.0, 10.0, 7, 250), "step 7 has taken 30 s so far, 250 Newton iterations\n");
    EXPECT_EQ(progress.waiting(40.1, 10.0, 7, 251), "") << "not every moment";
    Progress renewing(ProgressStyle::one_line, 0, 10, 10, 30);
    const std::string line = renewing.waiting(40.0, 10.0, 7, 250);
    EXPECT_THAT(line, StartsWith("\rstep 7 has taken 30 s"));
    EXPECT_EQ(line.size(), 1 + 29 + 3u);
    EXPECT_EQ(renewing.close(), "\n");
    Progress quiet(ProgressStyle::quiet, 0, 10, 10);
    EXPECT_EQ(quiet.waiting(40.0, 10.0, 7, 250), "");
}

TEST(Progress, quiet_says_nothing) {
    const Progress progress(ProgressStyle::quiet, 0, 10, 10);
    EXPECT_FALSE(progress.due(100.0, 10));
    EXPECT_EQ(progress.close(), "");
}

}  // namespace
}  // namespace talweg::progress_test
