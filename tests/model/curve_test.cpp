#include "talweg/model/curve.hpp"

#include <gtest/gtest.h>

#include "talweg/math/error.hpp"

namespace talweg::curve_test {
namespace {

TEST(Curve, ConstantsExpressionsAndKeyframes) {
    EXPECT_EQ(Curve{2.5}.at(7.0), 2.5);
    EXPECT_EQ(Curve{Expression("3*t")}.at(2.0), 6.0);
    const Curve linear{KeyframedCurve{{{1.0, 10.0}, {3.0, 30.0}}, Interpolation::linear}};
    EXPECT_EQ(linear.at(0.0), 10.0);
    EXPECT_EQ(linear.at(1.5), 15.0);
    EXPECT_EQ(linear.at(9.0), 30.0);
    const Curve smooth{KeyframedCurve{{{0.0, 0.0}, {1.0, 1.0}}, Interpolation::smooth}};
    EXPECT_DOUBLE_EQ(smooth.at(0.25), 0.15625);
}

TEST(Curve, AnExpressionWithoutValueIsAnErrorThatSaysWhen) {
    try {
        Curve{Expression("1/(t - 2)")}.at(2.0);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).find("\"1/(t - 2)\" is inf at t = 2 s"), 0u) << error.what();
    }
}

TEST(Curve, EqualCurvesAreEqual) {
    EXPECT_EQ(Curve{Expression("t")}, Curve{Expression("t")});
    EXPECT_NE(Curve{Expression("t")}, Curve{Expression("2*t")});
    EXPECT_NE(Curve{1.0}, Curve{Expression("1")});
}

}  // namespace
}  // namespace talweg::curve_test
