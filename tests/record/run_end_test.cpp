#include "talweg/record/run_end.hpp"

#include <gtest/gtest.h>

namespace talweg::run_end_test {
namespace {

TEST(RunEnd, HasTheWordsThatFilesHave) {
    EXPECT_EQ(RunEnd(), "running");
    EXPECT_EQ(RunEnd::finished(), "finished");
    EXPECT_EQ(RunEnd::interrupted(), "interrupted");
    EXPECT_EQ(RunEnd::stopped(Stop::no_room), "stopped: no_room");
    EXPECT_EQ(RunEnd::stopped(std::string("cannot write a file")), "stopped: cannot write a file");
    EXPECT_NE(RunEnd::stopped(Stop::no_room), "finished");
}

TEST(RunEnd, WordsMeanWhatTheySay) {
    for (const RunEnd& end : {RunEnd(), RunEnd::finished(), RunEnd::interrupted(), RunEnd::stopped(Stop::crowded)})
        EXPECT_EQ(RunEnd::kind_of(end.words()), end.kind()) << end;
    EXPECT_EQ(RunEnd::kind_of("something else"), RunEnd::Kind::running);
}

}  // namespace
}  // namespace talweg::run_end_test
