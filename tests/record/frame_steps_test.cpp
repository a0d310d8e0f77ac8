#include "talweg/record/frame_steps.hpp"

#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

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

TEST(FrameSteps, OfOthersMustFollowOneAnother) {
    const TemporaryDirectory folder;
    const RunDirectory run{folder.path()};
    replace_file(run.scene(), std::string_view(R"({ "time": { "steps_per_frame": 2 } })"));
    const auto read = [&](const char* list) {
        replace_file(run.run(), std::string_view(std::string(R"({ "frame_steps": )") + list + " }"));
        return FrameSteps::read(run);
    };
    EXPECT_EQ(
        read(R"([{ "frame": 0, "step": 0, "steps_per_frame": 2 }, { "frame": 3, "step": 6, "steps_per_frame": 5 }])")
            .step(4),
        11u);
    for (const char* wrong :
         {R"([{ "frame": 0, "step": 2147483648, "steps_per_frame": 1 }])",
          R"([{ "frame": 1, "step": 0, "steps_per_frame": 1 }])",
          R"([{ "frame": 0, "step": 0, "steps_per_frame": 2 }, { "frame": 3, "step": 7, "steps_per_frame": 5 }])"})
        EXPECT_THROW(read(wrong), Error) << wrong;
}

TEST(FrameSteps, AreWrittenAsAList) {
    FrameSteps steps(2);
    steps.go_on(3, 1);
    EXPECT_EQ(to_json(steps).dump(),
              R"([{"frame":0,"step":0,"steps_per_frame":2},{"frame":3,"step":6,"steps_per_frame":1}])");
}

}  // namespace
}  // namespace talweg::frame_steps_test
