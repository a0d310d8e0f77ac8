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

TEST(Suggest, WordsOfOtherProgramsAreTranslated) {
    const std::vector<std::string> body = {"shape", "material", "place", "start", "density", "damping", "hold"};
    EXPECT_EQ(did_you_mean("pin", body), "; did you mean \"hold\"?");
    EXPECT_EQ(did_you_mean("Velocity", body), "; did you mean \"start\": { \"velocity\": … }?");
    EXPECT_EQ(did_you_mean("position", body), "; did you mean \"place\": { \"translate\": … }?");
    EXPECT_EQ(did_you_mean("color", body), "; did you mean \"picture\": { \"colours\": … } of the scene?");
    EXPECT_EQ(nearest_word("dt", {"step", "frames"}), "step");
    EXPECT_EQ(did_you_mean("cube", {"grid", "box"}), "; did you mean \"box\"?");
    // Where the word for it is not known, nothing is made up.
    EXPECT_EQ(did_you_mean("pin", {"step", "frames"}), ".");
}

TEST(Suggest, VeryLongWordsCostNothing) { EXPECT_EQ(nearest_word(std::string(1000000, 'a'), {"step"}), ""); }

}  // namespace
}  // namespace talweg::suggest_test
