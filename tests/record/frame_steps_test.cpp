#include "talweg/record/frame_steps.hpp"

#include <gtest/gtest.h>

namespace talweg::frame_steps_test {
namespace {

TEST(FrameSteps, CountEvenlyUntilThePaceChanges) {
    FrameSteps steps(3);
    EXPECT_EQ(steps.step(0), 0u);
    EXPECT_EQ(steps.step(7), 21u);
    steps.go_on(4, 6);
    EXPECT_EQ(steps.step(4), 12u);
    EXPECT_EQ(steps.step(5), 18u);
    steps.go_on(6, 1);
    EXPECT_EQ(steps.step(6), 24u);
    EXPECT_EQ(steps.step(9), 27u);
    EXPECT_EQ(steps.step(3), 9u);  // what was before stays
}

TEST(FrameSteps, ChangesAtOnePlaceCountAsTheLast) {
    FrameSteps steps(2);
    steps.go_on(0, 5);
    steps.go_on(0, 4);
    EXPECT_EQ(steps.stretches().size(), 1u);
    EXPECT_EQ(steps.step(2), 8u);
    steps.go_on(1, 4);
    EXPECT_EQ(steps.stretches().size(), 1u) << "no change is no stretch";
}

TEST(FrameSteps, AreWrittenAsAList) {
    FrameSteps steps(2);
    steps.go_on(3, 1);
    EXPECT_EQ(to_json(steps).dump(),
              R"([{"frame":0,"step":0,"steps_per_frame":2},{"frame":3,"step":6,"steps_per_frame":1}])");
}

}  // namespace
}  // namespace talweg::frame_steps_test
