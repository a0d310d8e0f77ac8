#include "talweg/geometry/read/welder.hpp"

#include <gtest/gtest.h>

namespace talweg::read::welder_test {
namespace {

TEST(Welder, JoinsOnlyExactlyEqualPoints) {
    std::vector<Vec3> points{{9, 9, 9}};
    Welder welder(points);
    EXPECT_EQ(welder.add({0, 1, 2}), 1);
    EXPECT_EQ(welder.add({0, 1, 2.0000000000000004}), 2);
    EXPECT_EQ(welder.add({-0.0, 1, 2}), 1);
    EXPECT_EQ(welder.add({9, 9, 9}), 3);  // points from before it began are not its own
    EXPECT_EQ(points.size(), 4u);
}

}  // namespace
}  // namespace talweg::read::welder_test
