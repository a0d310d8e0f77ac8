#include "talweg/format/quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talweg::quantity_test {
namespace {

TEST(Quantity, has_four_digits_and_a_prefix_that_fits) {
    EXPECT_EQ(quantity(103680.0, "J"), "103.7 kJ");
    EXPECT_EQ(quantity(-2.5e6, "Pa"), "-2.5 MPa");
    EXPECT_EQ(quantity(2.1e11, "Pa"), "210 GPa");
    EXPECT_EQ(quantity(3.25e-5, "m"), "32.5 µm");
    EXPECT_EQ(quantity(12345.0, "m"), "1.234e+04 m") << "no kilometres";
    EXPECT_EQ(quantity(999.6, "N"), "999.6 N");
    EXPECT_EQ(quantity(0.0, "Pa"), "0 Pa");
}

TEST(Quantity, leaves_other_units_and_numbers_without_one) {
    EXPECT_EQ(quantity(12000.0, "J/m³"), "1.2e+04 J/m³");
    EXPECT_EQ(quantity(0.5, "1"), "0.5");
    EXPECT_EQ(scale_for(INFINITY, "Pa").unit, "Pa");
}

}  // namespace
}  // namespace talweg::quantity_test
