#include "talweg/energies/zero_length_spring.hpp"

#include <gtest/gtest.h>

namespace talweg::zero_length_spring_test {
namespace {

TEST(ZeroLengthSpring, PullsWithItsLength) {
    const Points<double, 2> rest = {{{0, 0, 0}, {2, 0, 0}}};
    const double stiffness = 3.0;
    for (int dimension = 1; dimension <= 3; ++dimension) {
        const double k = 3.0 * std::pow(2.0, dimension - 2);
        const ZeroLengthSpring::Element element = ZeroLengthSpring::make({rest, 0.0, dimension}, &stiffness);
        const Points<double, 2> x = {{{1, 0, 0}, {1, 2, 2}}};
        const Derivatives<2> d = ZeroLengthSpring::derivatives(x, element);
        EXPECT_DOUBLE_EQ(ZeroLengthSpring::energy(x, element), 4.0 * k);
        EXPECT_DOUBLE_EQ(d.energy, 4.0 * k);
        EXPECT_DOUBLE_EQ(d.gradient[4], 2.0 * k);
        EXPECT_DOUBLE_EQ(d.gradient[1], -2.0 * k);
        EXPECT_DOUBLE_EQ(d.hessian(0, 0), k);
        EXPECT_DOUBLE_EQ(d.hessian(0, 3), -k);
        EXPECT_EQ(d.hessian(0, 1), 0.0);
    }
}

}  // namespace
}  // namespace talweg::zero_length_spring_test
