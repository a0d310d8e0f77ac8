#include "talweg/energies/force.hpp"

#include <gtest/gtest.h>

namespace talweg::force_test {
namespace {

TEST(Force, PushesInItsDirectionAndDoesWork) {
    const Force::Element e{{1.0, -2.0, 3.0}};
    const Derivatives<1> d = Force::derivatives({{{4.0, 5.0, 6.0}}}, e);
    EXPECT_EQ(d.energy, -12.0);
    EXPECT_EQ(d.gradient, (Vec3{-1.0, 2.0, -3.0}));
    EXPECT_EQ(d.hessian, Mat3::zero());
}

}  // namespace
}  // namespace talweg::force_test
