#include "talweg/energies/strain_limit.hpp"

#include <gtest/gtest.h>

namespace talweg::strain_limit_test {
namespace {

const Points<double, 3> rest = {{{0, 0, 0}, {1, 0, 0}, {0.3, 0, 1.1}}};
const double values[] = {1.2, 50.0};
const StrainLimit::Element element = StrainLimit::make({rest, 0.0, 2}, values);

Points<double, 3> stretched(double x, double z) {
    Points<double, 3> y = rest;
    for (int i = 0; i < 3; ++i) y[i] = {x * rest[i][0], 0.0, z * rest[i][2]};
    return y;
}

TEST(StrainLimit, IsFeltBetweenRestAndTheLimitOnly) {
    EXPECT_EQ(StrainLimit::energy(rest, element), 0.0);
    EXPECT_EQ(StrainLimit::energy(stretched(0.5, 0.9), element), 0.0) << "squeezing is free";
    // σ = 1.1: halfway, b = ¼ ln 2, area 0.55.
    EXPECT_NEAR(StrainLimit::energy(stretched(1.1, 1.0), element), 50.0 * 0.55 * 0.25 * std::log(2.0), 1e-12);
    EXPECT_NEAR(StrainLimit::energy(stretched(1.1, 1.1), element), 2 * 50.0 * 0.55 * 0.25 * std::log(2.0), 1e-12);
    EXPECT_EQ(StrainLimit::energy(stretched(1.2, 1.0), element), HUGE_VAL);
    EXPECT_EQ(StrainLimit::derivatives(stretched(1.3, 1.0), element).energy, HUGE_VAL);
}

TEST(StrainLimit, TheGuardStopsShortOfTheLimitOnAnyWay) {
    const auto way_to = [](const Points<double, 3>& target) {
        Points<double, 3> dx;
        for (int i = 0; i < 3; ++i) dx[i] = target[i] - rest[i];
        return dx;
    };
    EXPECT_EQ(StrainLimit::largest_safe_step(rest, way_to(stretched(1.1, 1.05)), element), 1.0);
    EXPECT_EQ(StrainLimit::largest_safe_step(rest, way_to(stretched(0.0, 0.0)), element), 1.0);
    // Nine tenths of the room are used up at σ = 1.18: equally in all directions, in one, and far out of the plane.
    EXPECT_NEAR(StrainLimit::largest_safe_step(rest, way_to(stretched(2.0, 2.0)), element), 0.18, 1e-9);
    EXPECT_NEAR(StrainLimit::largest_safe_step(rest, way_to(stretched(3.0, 1.0)), element), 0.09, 1e-9);
    Points<double, 3> lifted = rest;
    lifted[1][1] = 1e6;
    const double part = StrainLimit::largest_safe_step(rest, way_to(lifted), element);
    EXPECT_GT(part, 0.0);
    EXPECT_LT(part, 1e-6);
}

}  // namespace
}  // namespace talweg::strain_limit_test
