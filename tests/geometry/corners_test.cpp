#include "talweg/geometry/corners.hpp"

#include <gmock/gmock.h>

namespace talweg::corners_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Edges = std::vector<std::array<int, 2>>;

TEST(Corners, AreThePointsOfTwoEdges) {
    EXPECT_THAT(find_corners({}), IsEmpty());
    EXPECT_THAT(find_corners(Edges{{0, 1}}), IsEmpty());
    EXPECT_THAT(find_corners(Edges{{0, 1}, {1, 2}, {3, 2}}), ElementsAre(std::array{0, 1, 2}, std::array{1, 2, 3}));
    EXPECT_EQ(find_corners(Edges{{0, 1}, {1, 2}, {2, 0}}).size(), 3u) << "a ring";
    EXPECT_THAT(find_corners(Edges{{0, 1}, {0, 2}, {0, 3}}), IsEmpty()) << "a fork";
}

}  // namespace
}  // namespace talweg::corners_test
