#include "talweg/export/growing_file.hpp"

#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"

namespace talweg::growing_file_test {
namespace {

TEST(GrowingFile, is_there_when_it_is_complete) {
    const TemporaryDirectory directory;
    const auto path = directory / "a.bin";
    replace_file(path, std::string_view("old"));
    std::string expected;
    GrowingFile file(path);
    for (int i = 0; i < 3000; ++i) {
        const std::string piece(1000, char('a' + i % 26));
        expected += piece;
        file.append(piece);
    }
    EXPECT_EQ(file.size(), expected.size());
    file.overwrite(10, "HERE");
    file.append("end");
    EXPECT_EQ(read_whole_file(path), "old");
    file.finish();
    expected.replace(10, 4, "HERE");
    EXPECT_EQ(read_whole_file(path), expected + "end");
}

TEST(GrowingFile, leaves_the_old_one_when_it_is_given_up) {
    const TemporaryDirectory directory;
    replace_file(directory / "a.bin", std::string_view("old"));
    { GrowingFile(directory / "a.bin").append("new"); }
    EXPECT_EQ(read_whole_file(directory / "a.bin"), "old");
    EXPECT_FALSE(std::filesystem::exists(directory / "a.bin.part"));
}

}  // namespace
}  // namespace talweg::growing_file_test
