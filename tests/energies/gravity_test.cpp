#include "talweg/energies/gravity.hpp"

#include <gtest/gtest.h>

namespace talweg::gravity_test {
namespace {

TEST(Gravity, LiftingCostsWeightTimesHeight) {
    const Gravity::Element two_kilograms = {{0.0, -2.0 * 9.81, 0.0}};
    const Points<double, 1> low = {{{5, 0, -1}}}, high = {{{-3, 10, 4}}};
    EXPECT_DOUBLE_EQ(Gravity::energy(high, two_kilograms) - Gravity::energy(low, two_kilograms), 196.2);
    const Derivatives<1> d = Gravity::derivatives(high, two_kilograms);
    EXPECT_DOUBLE_EQ(d.energy, 196.2);
    EXPECT_TRUE(d.gradient == (Vec3{0.0, 19.62, 0.0}));
    EXPECT_TRUE(d.hessian == Mat3::zero());
}

}  // namespace
}  // namespace talweg::gravity_test
