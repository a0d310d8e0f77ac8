#include "talweg/record/frame_range.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"

namespace talweg::frame_range_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::uint64_t> select(std::string_view text, std::uint64_t count) {
    return select_frames(parse_frame_range(text), count);
}

TEST(FrameRange, follows_python_slices) {
    EXPECT_THAT(select("2", 6), ElementsAre(2));
    EXPECT_THAT(select("-1", 6), ElementsAre(5));
    EXPECT_THAT(select(":", 3), ElementsAre(0, 1, 2));
    EXPECT_THAT(select("2:", 4), ElementsAre(2, 3));
    EXPECT_THAT(select(":-2", 4), ElementsAre(0, 1));
    EXPECT_THAT(select("::2", 5), ElementsAre(0, 2, 4));
    EXPECT_THAT(select("1:5:3", 9), ElementsAre(1, 4));
    EXPECT_THAT(select("-2:100", 5), ElementsAre(3, 4));
    EXPECT_THAT(select("4:2", 5), IsEmpty());
    EXPECT_THAT(select_frames({}, 2), ElementsAre(0, 1));
}

TEST(FrameRange, a_single_frame_must_exist) {
    EXPECT_THAT(error_of([] { select("6", 6); }), HasSubstr("no frame 6: the run has frames 0 to 5"));
    EXPECT_THAT(error_of([] { select("-7", 6); }), HasSubstr("no frame -7"));
}

TEST(FrameRange, refuses_anything_else) {
    for (const std::string_view text :
         {"", "a", "1:b", "1:2:0", "1:2:-1", "1:2:3:4", "1.5", " 1", "99999999999999999999"})
        EXPECT_THAT(error_of([&] { parse_frame_range(text); }), HasSubstr("begin:end:step")) << text;
}

TEST(FrameRange, spreads_frames_evenly) {
    using ::testing::ElementsAre;
    EXPECT_THAT(spread_frames(11, 3), ElementsAre(0, 5, 10));
    EXPECT_THAT(spread_frames(3, 5), ElementsAre(0, 1, 2));
    EXPECT_THAT(spread_frames(10, 4), ElementsAre(0, 3, 6, 9));
    EXPECT_THAT(spread_frames(10, 1), ElementsAre(0));
    EXPECT_THAT(spread_frames(0, 4), ElementsAre());
}

}  // namespace
}  // namespace talweg::frame_range_test
