#include "talweg/scene/spec/curve_spec.hpp"

#include <gtest/gtest.h>

namespace talweg::curve_spec_test {
namespace {

TEST(CurveSpecTest, BecomesTheCurveItSays) {
    EXPECT_TRUE(CurveSpec{2.0}.constant());
    EXPECT_EQ(CurveSpec{2.0}.curve().at(9.0), 2.0);
    const CurveSpec text{std::string("t^2")};
    EXPECT_FALSE(text.constant());
    EXPECT_EQ(text.curve().at(3.0), 9.0);
    EXPECT_EQ((CurveSpec{CurveKeysSpec{{{0, 0}, {2, 4}}, Interpolation::linear}}.curve().at(1.0)), 2.0);
}

TEST(CurveSpecTest, KeyframesMustBeInOrder) {
    EXPECT_THROW((CurveSpec{CurveKeysSpec{{{1, 0}, {0, 4}}, Interpolation::linear}}.curve()), Error);
}

}  // namespace
}  // namespace talweg::curve_spec_test
