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

TEST(Force, ItsEnergyIsMinusTheWorkSinceTheStart) {
    const Force::Element e{{1.0, -2.0, 3.0}, {100.0, 200.0, 300.0}};
    EXPECT_EQ(Force::derivatives({{e.start}}, e).energy, 0.0);
    EXPECT_EQ(Force::derivatives({{e.start + Vec3{4.0, 5.0, 6.0}}}, e).energy, -12.0);
}

}  // namespace
}  // namespace talweg::force_test
