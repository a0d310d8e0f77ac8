#include "talweg/format/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"

namespace talweg::csv_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Csv, writes_the_shortest_text_that_reads_back_bitwise) {
    const TemporaryDirectory directory;
    CsvWriter writer = CsvWriter::create(directory / "a.csv", {"step", "time", "value"});
    const std::vector<double> values = {0.1, 1.0 / 3.0, -1e-310, 1.7976931348623157e308, 0.004};
    for (std::size_t i = 0; i < values.size(); ++i) {
        writer.cell(static_cast<int>(i)).cell(0.004 * static_cast<double>(i)).cell(values[i]);
        writer.end_row();
    }
    writer.flush();
    EXPECT_THAT(read_whole_file(directory / "a.csv"), HasSubstr("step,time,value\n0,0,0.1\n1,0.004,0.333333333333"));
    const CsvTable table = read_csv(directory / "a.csv");
    EXPECT_THAT(table.columns, ElementsAre("step", "time", "value"));
    ASSERT_EQ(table.rows.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(table.rows[i][2], values[i]);
    EXPECT_EQ(table.find("value"), 2);
    EXPECT_EQ(table.find("none"), -1);
}

TEST(Csv, writes_what_is_no_number) {
    const TemporaryDirectory directory;
    CsvWriter writer = CsvWriter::create(directory / "a.csv", {"a", "b"});
    writer.cell(std::numeric_limits<double>::quiet_NaN()).cell(-std::numeric_limits<double>::infinity());
    writer.end_row();
    writer.flush();
    const CsvTable table = read_csv(directory / "a.csv");
    EXPECT_TRUE(std::isnan(table.rows[0][0]));
    EXPECT_EQ(table.rows[0][1], -std::numeric_limits<double>::infinity());
}

TEST(Csv, goes_on_exactly_after_a_torn_line) {
    const TemporaryDirectory directory;
    const auto path = directory / "a.csv";
    std::uint64_t mark = 0;
    {
        CsvWriter writer = CsvWriter::create(path, {"a", "b"});
        writer.cell(1).cell(2.5);
        writer.end_row();
        mark = writer.bytes();
        writer.cell(2).cell(3.5);
        writer.end_row();
        writer.flush();
    }
    File::open(path).write_at(std::filesystem::file_size(path), std::as_bytes(std::span("3,4.", 4)));
    EXPECT_EQ(read_csv(path).rows.size(), 2u);  // the torn line is left out
    CsvWriter writer = CsvWriter::resume(path, mark);
    EXPECT_EQ(read_whole_file(path), "a,b\n1,2.5\n");
    writer.cell(7).cell(8);
    writer.end_row();
    writer.flush();
    EXPECT_EQ(read_whole_file(path), "a,b\n1,2.5\n7,8\n");
}

TEST(Csv, resume_refuses_a_file_that_lacks_rows) {
    const TemporaryDirectory directory;
    CsvWriter::create(directory / "a.csv", {"a", "b"});
    EXPECT_THAT(error_of([&] { CsvWriter::resume(directory / "a.csv", 5); }), HasSubstr("--overwrite"));
}

TEST(Csv, a_full_disk_leaves_whole_rows) {
    const TemporaryDirectory directory;
    const auto path = directory / "a.csv";
    CsvWriter writer = CsvWriter::create(path, {"a", "b"});
    const FileSizeLimit limit(10);
    for (int row = 0; row < 5; ++row) {
        writer.cell(row).cell(row);
        writer.end_row();
    }
    EXPECT_THAT(error_of([&] { writer.flush(); }), HasSubstr("a.csv"));
    writer.drop_unwritten();
    EXPECT_EQ(read_whole_file(path), "a,b\n");
}

TEST(Csv, names_the_line_that_is_damaged) {
    const TemporaryDirectory directory;
    replace_file(directory / "a.csv", std::string_view("a,b\n1,2\n1,x\n"));
    EXPECT_THAT(error_of([&] { read_csv(directory / "a.csv"); }), HasSubstr("a.csv:3: not a number"));
    replace_file(directory / "a.csv", std::string_view("a,b\n1\n"));
    EXPECT_THAT(error_of([&] { read_csv(directory / "a.csv"); }), HasSubstr("a.csv:2: expected 2 numbers"));
}

}  // namespace
}  // namespace talweg::csv_test
