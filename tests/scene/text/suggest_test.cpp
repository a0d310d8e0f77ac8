#include "talweg/scene/text/suggest.hpp"

#include <gtest/gtest.h>

namespace talweg::suggest_test {
namespace {

TEST(Suggest, EditDistanceCountsInsertionsDeletionsReplacementsAndSwaps) {
    EXPECT_EQ(edit_distance("", ""), 0);
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("step", "step"), 0);
    EXPECT_EQ(edit_distance("stp", "step"), 1);
    EXPECT_EQ(edit_distance("gird", "grid"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggest, TheNearestKnownWordIsFound) {
    const std::vector<std::string> known = {"type", "on", "stiffness"};
    EXPECT_EQ(did_you_mean("stifness", known), "; did you mean \"stiffness\"?");
    EXPECT_EQ(did_you_mean("tpye", known), "; did you mean \"type\"?");
    EXPECT_EQ(did_you_mean("colour", known), ".");
    EXPECT_EQ(did_you_mean("", known), ".");
}

TEST(Suggest, OtherWaysOfWritingNamesAreUnderstood) {
    const std::vector<std::string> known = {"steps_per_frame", "error_tolerance", "angular_velocity"};
    EXPECT_EQ(nearest_word("stepsPerFrame", known), "steps_per_frame");
    EXPECT_EQ(nearest_word("steps-per-frame", known), "steps_per_frame");
    EXPECT_EQ(nearest_word("tolerance", known), "error_tolerance");
}

TEST(Suggest, VeryLongWordsCostNothing) { EXPECT_EQ(nearest_word(std::string(1000000, 'a'), {"step"}), ""); }

}  // namespace
}  // namespace talweg::suggest_test
