#include "talweg/report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/inflate.hpp"
#include "support/sample_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/base64.hpp"
#include "talweg/report/page_text.hpp"

namespace talweg::report_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The text of the script element `id`.
std::string data(const std::string& page, const std::string& id) {
    const std::size_t element = page.find("id=\"" + id + "\"");
    const std::size_t begin = page.find('>', element) + 1;
    return page.substr(begin, page.find("</script>", begin) - begin);
}

nlohmann::json header_of(const std::string& page) {
    const std::string stream = decode_base64(data(page, "talweg-header")).value();
    std::string text;
    for (std::size_t size = 1; text.empty() && size < 10'000'000; size *= 2) {
        std::string room(size, '\0');
        uLongf found = size;
        if (uncompress(reinterpret_cast<Bytef*>(room.data()), &found, reinterpret_cast<const Bytef*>(stream.data()),
                       stream.size()) == Z_OK)
            text = room.substr(0, found);
    }
    return nlohmann::json::parse(text);
}

std::string report_of(const SampleRun& sample, const TemporaryDirectory& directory,
                      std::uint64_t budget = default_report_bytes) {
    const RunDirectory run = sample.write(directory.path());
    write_report(run, budget);
    return read_whole_file(run.report());
}

TEST(Report, is_the_page_with_the_data_in_its_place) {
    const TemporaryDirectory directory;
    const std::string page = report_of({4, 10}, directory);
    const std::size_t mark = page_text().find("<!--talweg:data-->");
    ASSERT_NE(mark, std::string::npos);
    EXPECT_EQ(page_text().find("<!--talweg:data-->", mark + 1), std::string::npos);
    // Before the data stands the page as it is, but for the rules at the start of its head.
    const std::size_t head = page_text().find("<head>\n") + 7, rules = page.find("<meta charset") - head;
    EXPECT_THAT(page, StartsWith(std::string(page_text().substr(0, head))));
    EXPECT_EQ(page.substr(head + rules, mark - head), page_text().substr(head, mark - head));
    EXPECT_THAT(page.substr(head, rules), AllOf(HasSubstr("Content-Security-Policy"), HasSubstr("default-src 'none'")));
    EXPECT_TRUE(page.ends_with(page_text().substr(mark + 18)));
    EXPECT_THAT(page, HasSubstr(std::to_string(page.size()) + "\">"));  // its size, for the reader
}

TEST(Report, holds_scene_topology_steps_and_times) {
    const TemporaryDirectory directory;
    const SampleRun sample{4, 10};
    const nlohmann::json header = header_of(report_of(sample, directory));
    EXPECT_EQ(header["scene"]["title"], "Waving sheet </script>");
    EXPECT_EQ(header["run"]["ended"], "finished");
    EXPECT_EQ(header["topology"]["bodies"][1]["first_point"], 25);
    EXPECT_EQ(header["frames_recorded"], 10);
    EXPECT_EQ(header["steps_recorded"], 10);
    ASSERT_EQ(header["times"].size(), 10u);
    EXPECT_DOUBLE_EQ(header["times"][9], 0.18);
    EXPECT_DOUBLE_EQ(header["steps"]["kinetic"][7], 7.5);
    EXPECT_EQ(header["steps"]["newton_iterations"][7], 2);
}

TEST(Report, takes_times_from_the_table_when_steps_are_not_even) {
    const TemporaryDirectory directory;
    const RunDirectory run = SampleRun{2, 3}.write(directory.path());
    replace_file(run.steps(), "step,time,kinetic\n0,0,1\n1,0.5,inf\n2,0.75,3\n");
    write_report(run);
    const nlohmann::json header = header_of(read_whole_file(run.report()));
    EXPECT_EQ(header["times"], nlohmann::json({0.0, 0.5, 0.75}));
    EXPECT_TRUE(header["steps"]["kinetic"][1].is_null());
}

TEST(Report, thins_long_runs_to_the_budget) {
    const TemporaryDirectory directory;
    const SampleRun sample{50, 200};
    const std::size_t whole = report_of(sample, directory).size();
    const std::size_t budget = page_text().size() + (whole - page_text().size()) / 3;
    const std::string page = report_of(sample, directory, budget);
    EXPECT_LE(page.size(), budget);
    EXPECT_GT(page.size(), page_text().size() + (budget - page_text().size()) / 3);  // and makes use of it
    const nlohmann::json header = header_of(page);
    EXPECT_EQ(header["frames_recorded"], 200);
    const std::vector<double> times = header["times"];
    EXPECT_LT(times.size(), 100u);
    EXPECT_GT(times.size(), 20u);
    EXPECT_EQ(times.front(), 0.0);
    EXPECT_DOUBLE_EQ(times.back(), 199 * 0.02);
    for (std::size_t f = 2; f + 1 < times.size(); ++f) EXPECT_NEAR(times[f] - times[f - 1], times[1], 1e-9);
}

TEST(Report, keeps_first_and_last_frame_under_any_budget) {
    const TemporaryDirectory directory;
    const nlohmann::json header = header_of(report_of({30, 50}, directory, 1));
    EXPECT_EQ(header["times"], nlohmann::json({0.0, 0.98}));
}

TEST(Report, of_a_single_frame) {
    const TemporaryDirectory directory;
    EXPECT_EQ(header_of(report_of({3, 1}, directory))["times"], nlohmann::json({0.0}));
}

TEST(Report, of_ten_thousand_points_and_three_hundred_frames_fits_thirty_megabytes) {
    const TemporaryDirectory directory;
    const std::string page = report_of({99, 300}, directory);
    EXPECT_LE(page.size(), 30'000'000u);
    EXPECT_EQ(header_of(page)["times"].size(), 300u);  // with no frame left out
}

TEST(Report, says_what_is_missing) {
    const TemporaryDirectory directory;
    const RunDirectory run = SampleRun{2, 0}.write(directory.path());
    EXPECT_THAT(error_of([&] { write_report(run); }), HasSubstr("no frame"));
    std::filesystem::remove(run.topology());
    EXPECT_THAT(error_of([&] { write_report(run); }), HasSubstr("topology.json"));
    EXPECT_FALSE(std::filesystem::exists(run.report()));
}

}  // namespace
}  // namespace talweg::report_test
