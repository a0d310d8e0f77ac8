#include "talweg/energies/hooke_spring.hpp"

#include <gtest/gtest.h>

namespace talweg::hooke_spring_test {
namespace {

const Points<double, 2> rest = {{{0, 0, 0}, {2, 0, 0}}};
const double stiffness = 3.0;
const HookeSpring::Element element = HookeSpring::make({rest, 0.0, 2}, &stiffness);

TEST(HookeSpring, NumbersByHand) {
    // l = 2, |d| = 5: energy ½·3·9, force 3·3 along (3, 4)/5, across stiffness 3·(1 − 2/5).
    const Points<double, 2> x = {{{1, 1, 0}, {4, 5, 0}}};
    EXPECT_DOUBLE_EQ(HookeSpring::energy(x, element), 13.5);
    const Derivatives<2> d = HookeSpring::derivatives(x, element);
    EXPECT_DOUBLE_EQ(d.energy, 13.5);
    EXPECT_DOUBLE_EQ(d.gradient[3], 9.0 * 0.6);
    EXPECT_DOUBLE_EQ(d.gradient[4], 9.0 * 0.8);
    EXPECT_DOUBLE_EQ(d.gradient[0], -9.0 * 0.6);
    EXPECT_DOUBLE_EQ(d.hessian(5, 5), 3.0 * 0.6);
    EXPECT_DOUBLE_EQ(d.hessian(5, 2), -3.0 * 0.6);
}

TEST(HookeSpring, StiffnessIsForcePerStretch) {
    for (int dimension = 1; dimension <= 3; ++dimension) {
        const HookeSpring::Element e = HookeSpring::make({rest, 0.0, dimension}, &stiffness);
        const Points<double, 2> x = {{{0, 0, 0}, {2.5, 0, 0}}};
        EXPECT_DOUBLE_EQ(HookeSpring::derivatives(x, e).gradient[3], 3.0 * std::pow(2.0, dimension - 2) * 0.5);
    }
}

TEST(HookeSpring, ACollapsedSpringOpens) {
    const Points<double, 2> x = {{{1, 2, 3}, {1, 2, 3}}};
    const Derivatives<2> d = HookeSpring::projected_derivatives(x, element);
    EXPECT_DOUBLE_EQ(d.energy, 6.0);
    EXPECT_DOUBLE_EQ(d.gradient[3], -6.0);  // pushed apart along the first axis
    EXPECT_DOUBLE_EQ(d.hessian(3, 3), 3.0);
    EXPECT_EQ(d.hessian(4, 4), 0.0);
}

TEST(HookeSpring, ProjectionKeepsTheSpringItselfStiff) {
    const Points<double, 2> x = {{{0, 0, 0}, {0, 1, 0}}};
    const Derivatives<2> d = HookeSpring::projected_derivatives(x, element);
    EXPECT_DOUBLE_EQ(d.hessian(4, 4), 3.0);
    EXPECT_EQ(d.hessian(3, 3), 0.0);
    EXPECT_LT(HookeSpring::derivatives(x, element).hessian(3, 3), 0.0);
}

}  // namespace
}  // namespace talweg::hooke_spring_test
