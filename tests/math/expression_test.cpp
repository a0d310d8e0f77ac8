#include "talweg/math/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "talweg/math/error.hpp"
#include "talweg/math/motion_expression.hpp"

namespace talweg::expression_test {
namespace {

double value(const std::string& text, double t = 0.0) { return Expression(text)(t); }

std::string complaint(const std::string& text) {
    try {
        Expression{text};
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(Expression, FollowsThePrecedenceOfMathematics) {
    EXPECT_EQ(value("1 + 2*3"), 7.0);
    EXPECT_EQ(value("(1 + 2)*3"), 9.0);
    EXPECT_EQ(value("10 - 4 - 3"), 3.0);
    EXPECT_EQ(value("16/4/2"), 2.0);
    EXPECT_EQ(value("-2^2"), -4.0);
    EXPECT_EQ(value("2^3^2"), 512.0);
    EXPECT_EQ(value("2^-1"), 0.5);
    EXPECT_EQ(value("3--2"), 5.0);
    EXPECT_EQ(value("1.5e2"), 150.0);
    EXPECT_EQ(value(".25"), 0.25);
}

TEST(Expression, KnowsTimeAndFunctions) {
    EXPECT_DOUBLE_EQ(value("100*sin(2*pi*t)", 0.25), 100.0);
    EXPECT_DOUBLE_EQ(value("exp(-t)*cos(pi)", 2.0), -std::exp(-2.0));
    EXPECT_DOUBLE_EQ(value("sqrt(t) + log(t) + tan(t)", 4.0), 2.0 + std::log(4.0) + std::tan(4.0));
    EXPECT_EQ(value("abs(t) + floor(t)", -1.5), -0.5);
    EXPECT_EQ(value("min(t, 1) * max(2, t)", 3.0), 3.0);
    EXPECT_EQ(value("step(t - 1)", 0.999), 0.0);
    EXPECT_EQ(value("step(t - 1)", 1.0), 1.0);
}

TEST(Expression, OfAFieldKnowsThePlace) {
    const Expression field("x + 10*y + 100*z + t", Variables::time_and_place), still("2*t", Variables::time_and_place);
    EXPECT_EQ(field(5.0, {1, 2, 3}), 326.0);
    EXPECT_TRUE(field.depends_on_place());
    EXPECT_FALSE(still.depends_on_place());
    EXPECT_NE(complaint("x + t").find("\"x\" is not known; known are t, pi"), std::string::npos);
}

TEST(Expression, WhatHasNoValueIsNotANumber) {
    EXPECT_TRUE(std::isinf(value("1/t")));
    EXPECT_TRUE(std::isnan(value("sqrt(t)", -1.0)));
}

TEST(Expression, SaysInWhichColumnItIsWrong) {
    EXPECT_NE(complaint("100*sn(t)").find("column 5 of \"100*sn(t)\": \"sn\" is not known; known are t, pi, sin"),
              std::string::npos);
    EXPECT_EQ(complaint("1 + "), "column 5 of \"1 + \": the expression ends too early");
    EXPECT_EQ(complaint("2 t"), "column 3 of \"2 t\": an operator was expected");
    EXPECT_EQ(complaint("(t"), "column 3 of \"(t\": \")\" was expected");
    EXPECT_EQ(complaint("min(t)"), "column 6 of \"min(t)\": \",\" was expected");
    EXPECT_EQ(complaint("t * $"), "column 5 of \"t * $\": a number, t, pi or a function was expected");
    EXPECT_EQ(complaint("1e999"), "column 1 of \"1e999\": this number cannot be read");
    EXPECT_NE(complaint("").find("column 1"), std::string::npos);
    EXPECT_NE(complaint(std::string(500, '(')).find("too deeply nested"), std::string::npos);
    EXPECT_NE(complaint(std::string(5000, '1')).find("at most 1000"), std::string::npos);
}

TEST(Expression, OfAMotionNamesItsVelocity) {
    const MotionExpression force("2*vz - y*vx^2 + t");
    EXPECT_TRUE(force.depends_on_velocity());
    EXPECT_EQ(force(0.5, {1, 3, 5}, {2, 7, 11}), 2.0 * 11.0 - 3.0 * 4.0 + 0.5);
    EXPECT_FALSE(MotionExpression("x + y + z + t").depends_on_velocity());
    EXPECT_NE(complaint("vx").find("known are t, pi, sin"), std::string::npos);
    EXPECT_THROW(MotionExpression("v"), Error);
}

TEST(Expression, AnyTextIsEitherUnderstoodOrRefused) {
    std::mt19937 random(20240611);
    const std::string letters = "0123456789.e+-*/^(), tpisncoqrma$\"\\";
    int understood = 0;
    for (int repeat = 0; repeat < 20000; ++repeat) {
        std::string text;
        for (unsigned n = 1 + random() % 8; n > 0; --n) text += letters[random() % letters.size()];
        if (complaint(text).empty()) {
            Expression{text}(0.5);
            ++understood;
        }
    }
    EXPECT_GT(understood, 100);
    EXPECT_LT(understood, 10000);
}

}  // namespace
}  // namespace talweg::expression_test
