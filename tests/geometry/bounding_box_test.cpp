#include "talweg/geometry/bounding_box.hpp"

#include <gtest/gtest.h>

namespace talweg::bounding_box_test {
namespace {

TEST(BoundingBox, OfNothingIsEmptyAndHasNoDiagonal) {
    const Box box = bounding_box({});
    EXPECT_TRUE(box.empty());
    EXPECT_EQ(box.diagonal(), 0.0);
}

TEST(BoundingBox, HoldsAllPointsTightly) {
    const Box box = bounding_box({{1, -2, 3}, {-2, 4, 3}, {0, 0, 15}});
    EXPECT_EQ(box.min, (Vec3{-2, -2, 3}));
    EXPECT_EQ(box.max, (Vec3{1, 4, 15}));
    EXPECT_EQ(box.center(), (Vec3{-0.5, 1, 9}));
    EXPECT_DOUBLE_EQ(box.diagonal(), std::sqrt(9.0 + 36.0 + 144.0));
}

TEST(BoundingBox, OfOnePointIsNotEmpty) {
    const Box box = bounding_box({{1, 2, 3}});
    EXPECT_FALSE(box.empty());
    EXPECT_EQ(box.diagonal(), 0.0);
}

TEST(BoundingBox, IncludesAnotherBox) {
    Box box = bounding_box({{0, 0, 0}});
    box.include(bounding_box({{1, 2, 2}, {-1, 0, 0}}));
    EXPECT_EQ(box.size(), (Vec3{2, 2, 2}));
}

}  // namespace
}  // namespace talweg::bounding_box_test
