#include "talweg/scene/spec/expectation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talweg::expectation_test {
namespace {

Expectation expecting(double value, double tolerance, Compare compare) {
    Expectation expectation;
    expectation.value = value;
    expectation.tolerance = tolerance;
    expectation.compare = compare;
    return expectation;
}

TEST(ExpectationTest, NearMeansWithinTheToleranceOnBothSides) {
    const Expectation near = expecting(1.0, 0.25, Compare::near);
    EXPECT_TRUE(near.met_by(0.75));
    EXPECT_TRUE(near.met_by(1.25));
    EXPECT_FALSE(near.met_by(0.74));
    EXPECT_FALSE(near.met_by(1.26));
}

TEST(ExpectationTest, BoundsHoldOnOneSide) {
    EXPECT_TRUE(expecting(146, 0, Compare::at_most).met_by(-1e9));
    EXPECT_TRUE(expecting(146, 0, Compare::at_most).met_by(146));
    EXPECT_FALSE(expecting(146, 0, Compare::at_most).met_by(147));
    EXPECT_TRUE(expecting(2, 0.5, Compare::at_least).met_by(1.5));
    EXPECT_FALSE(expecting(2, 0.5, Compare::at_least).met_by(1.4));
}

TEST(ExpectationTest, NotANumberIsNeverAsExpected) {
    for (const Compare compare : {Compare::near, Compare::at_most, Compare::at_least})
        EXPECT_FALSE(expecting(1.0, 1e300, compare).met_by(std::nan("")));
}

}  // namespace
}  // namespace talweg::expectation_test
