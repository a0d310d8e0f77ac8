#include "talweg/record/run_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/version.hpp"

namespace talweg::run_summary_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

RunSummary some_summary() {
    RunSummary summary;
    summary.scene_file = "bad\xff name.json";
    summary.scene_digest = 0xabc;
    summary.threads = 2;
    summary.started_at = "2026-01-02T03:04:05Z";
    summary.ended = RunEnd::finished();
    summary.frames = 10;
    summary.totals.newton_iterations = 30;
    summary.totals.seconds = 2;
    summary.totals.largest_force_error = 0.5;
    summary.totals.largest_imbalance = 2e-7;
    summary.totals.largest_fall = 3e-7;
    summary.totals.solve = 1;
    Expectation expectation;
    expectation.measure = "newton_iterations";
    expectation.value = 30;
    summary.expectations = {{expectation, 30.0}, {expectation, std::nullopt}};
    return summary;
}

TEST(RunSummary, is_written_for_programs) {
    const TemporaryDirectory directory;
    const RunDirectory run{directory.path()};
    write_run_summary(run, some_summary());
    const Json json = Json::parse(read_whole_file(run.run()));
    EXPECT_EQ(json["talweg"], version);
    EXPECT_EQ(json["scene_hash"], "0000000000000abc");
    EXPECT_EQ(json["ended"], "finished");
    EXPECT_EQ(json["frames"], 10);
    EXPECT_EQ(json["newton_iterations"], 30);
    EXPECT_EQ(json["seconds"]["solve"], 1.0);
    EXPECT_EQ(json["certificate"]["steps_at_rounding_floor"], 0);
    EXPECT_EQ(json["certificate"]["largest_force_error"], 0.5);
    EXPECT_EQ(json["certificate"]["largest_imbalance"], 2e-7);
    EXPECT_EQ(json["certificate"]["largest_fall"], 3e-7);
    EXPECT_EQ(json["expectations"][0]["met"], true);
    EXPECT_EQ(json["expectations"][1]["measured"], nullptr);
    EXPECT_EQ(json["expectations"][1]["met"], false);
}

TEST(RunSummary, tells_later_parts_of_the_run_what_they_need) {
    const TemporaryDirectory directory;
    const RunDirectory run{directory.path()};
    write_run_summary(run, some_summary());
    EXPECT_EQ(read_run_summary(run).scene_digest, 0xabcu);
    EXPECT_EQ(read_run_summary(run).started_at, "2026-01-02T03:04:05Z");
    for (const std::string_view bad :
         {"", "[]", "{}", R"({"scene_hash": 1, "started_at": ""})", R"({"scene_hash": "xyz", "started_at": ""})"}) {
        replace_file(run.run(), bad);
        EXPECT_THAT(error_of([&] { read_run_summary(run); }), HasSubstr("run.json is damaged")) << bad;
    }
}

TEST(RunSummary, cost_table_adds_up) {
    RunTotals totals;
    totals.seconds = 4;
    totals.solve = 2;
    totals.assembly = 1;
    const std::string text = cost_table(totals);
    EXPECT_THAT(text, HasSubstr("  assembly           1.00 s    25 %\n"));
    EXPECT_THAT(text, HasSubstr("  solve              2.00 s    50 %\n"));
    EXPECT_THAT(text, HasSubstr("  other              1.00 s    25 %\n"));
    totals.seconds = 0.004;
    EXPECT_THAT(cost_table(totals), HasSubstr("  total              4.00 ms  100 %\n"));
    EXPECT_THAT(cost_table({}), HasSubstr("0 %"));
}

TEST(RunSummary, time_is_iso_8601) {
    EXPECT_THAT(utc_now(), MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z"));
}

}  // namespace
}  // namespace talweg::run_summary_test
