#include "talweg/record/run_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"

namespace talweg::run_directory_test {
namespace {

using ::testing::HasSubstr;

void make_run(const std::filesystem::path& path) {
    std::filesystem::create_directories(path);
    replace_file(RunDirectory{path}.run(), std::string_view("{}"));
}

std::string claim_error(const std::filesystem::path& path, RunMode mode) {
    return error_of([&] { RunClaim(path, mode); });
}

TEST(DefaultRunDirectory, counts_on_while_there_are_runs) {
    const TemporaryDirectory runs;
    EXPECT_EQ(default_run_directory(runs.path(), "rope", RunMode::fresh), runs / "rope");
    EXPECT_EQ(default_run_directory(runs.path(), "rope", RunMode::resume), runs / "rope");
    make_run(runs / "rope");
    make_run(runs / "rope-2");
    EXPECT_EQ(default_run_directory(runs.path(), "rope", RunMode::fresh), runs / "rope-3");
    EXPECT_EQ(default_run_directory(runs.path(), "rope", RunMode::resume), runs / "rope-2");
    EXPECT_EQ(default_run_directory(runs.path(), "rope", RunMode::overwrite), runs / "rope");
}

TEST(RunClaim, makes_the_directory) {
    const TemporaryDirectory directory;
    const RunClaim claim(directory / "a/b", RunMode::fresh);
    EXPECT_TRUE(std::filesystem::is_directory(directory / "a/b"));
    EXPECT_FALSE(claim.resumes());
}

TEST(RunClaim, leaves_a_run_alone_unless_told) {
    const TemporaryDirectory directory;
    make_run(directory / "a");
    EXPECT_THAT(claim_error(directory / "a", RunMode::fresh), HasSubstr("--resume"));
    EXPECT_THAT(claim_error(directory / "a", RunMode::fresh), HasSubstr("--overwrite"));
    EXPECT_TRUE(RunClaim(directory / "a", RunMode::resume).resumes());
    EXPECT_FALSE(RunClaim(directory / "a", RunMode::overwrite).resumes());
}

TEST(RunClaim, never_touches_what_is_no_run) {
    const TemporaryDirectory directory;
    std::filesystem::create_directory(directory / "a");
    replace_file(directory / "a/thesis.tex", std::string_view("dear"));
    for (const RunMode mode : {RunMode::fresh, RunMode::resume, RunMode::overwrite})
        EXPECT_THAT(claim_error(directory / "a", mode), HasSubstr("no run of talweg"));
    for (const RunMode mode : {RunMode::fresh, RunMode::resume, RunMode::overwrite})
        EXPECT_THAT(claim_error(directory / "a/thesis.tex", mode), HasSubstr("is a file"));
    EXPECT_EQ(read_whole_file(directory / "a/thesis.tex"), "dear");
}

TEST(RunClaim, says_when_the_place_cannot_be_written) {
    const TemporaryDirectory directory;
    replace_file(directory / "file", std::string_view(""));
    EXPECT_THAT(claim_error(directory / "file/run", RunMode::fresh), HasSubstr("cannot create the directory"));
    EXPECT_THAT(claim_error("/proc/run", RunMode::fresh), HasSubstr("cannot create the directory /proc/run"));
}

TEST(RunClaim, an_empty_directory_is_a_fresh_start) {
    const TemporaryDirectory directory;
    EXPECT_FALSE(RunClaim(directory.path(), RunMode::resume).resumes());
}

TEST(RunClaim, has_one_owner_at_a_time) {
    const TemporaryDirectory directory;
    make_run(directory / "a");
    {
        const RunClaim claim(directory / "a", RunMode::resume);
        const pid_t child = fork();
        if (child == 0) {
            const std::string message = claim_error(directory / "a", RunMode::resume);
            _exit(message.find("another talweg is writing") == std::string::npos ? 1 : 0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(claim_error(directory / "a", RunMode::resume), "");
}

}  // namespace
}  // namespace talweg::run_directory_test
