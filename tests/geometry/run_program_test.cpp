#include "talweg/geometry/run_program.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "talweg/math/error.hpp"

namespace talweg::run_program_test {
namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST(RunProgram, HandsOnWordsAndExitStatus) {
    const std::filesystem::path folder = ::testing::TempDir(), log = folder / "run_program.txt";
    const auto shell = find_program("sh");
    ASSERT_FALSE(shell.empty());
    EXPECT_EQ(run_program(shell, {"-c", "echo \"$1\"; echo wrong >&2; exit 3", "sh", "two words"}, folder, log), 3);
    EXPECT_EQ(text_of(log), "two words\nwrong\n");
    EXPECT_EQ(run_program(shell, {"-c", "pwd; cat"}, "/", log), 0) << "nothing to read: cat ends at once";
    EXPECT_EQ(text_of(log), "/\n");
    EXPECT_EQ(run_program(shell, {"-c", "kill -9 $$"}, folder, log), 128 + 9);
}

TEST(RunProgram, FindsNothingThatIsNotThere) {
    EXPECT_TRUE(find_program("a-program-that-is-not-there").empty());
    const std::filesystem::path folder = ::testing::TempDir();
    EXPECT_THROW(run_program("/a-program-that-is-not-there", {}, folder, folder / "log.txt"), Error);
}

}  // namespace
}  // namespace talweg::run_program_test
