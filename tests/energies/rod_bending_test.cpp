#include "talweg/energies/rod_bending.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace talweg::rod_bending_test {
namespace {

/// Two segments with an angle between them.
Points<double, 3> bent(double angle, double first = 1.0, double second = 1.0) {
    return {{{-first, 0, 0}, {0, 0, 0}, {second * std::cos(angle), second * std::sin(angle), 0}}};
}

TEST(RodBending, NumbersByHand) {
    const double rigidity = 3.0;
    const RodBending::Element e = RodBending::make({bent(0.0), 0.0, 1}, &rigidity);
    for (const double angle : {0.0, 1e-9, 0.3, 1.5, 1.7, 3.0, -2.0}) {
        const double expected = 3.0 * std::pow(2.0 * std::tan(angle / 2), 2) / 2.0;
        EXPECT_NEAR(RodBending::energy(bent(angle), e), expected, 1e-13 * expected) << angle;
        EXPECT_NEAR(RodBending::energy(bent(angle, 2.0, 0.3), e), expected, 1e-13 * expected) << "lengths are of rest";
    }
    EXPECT_GT(RodBending::energy(bent(std::numbers::pi - 1e-6), e), 1e12) << "never folds back";
}

/// Rods of n segments bent into a whole circle: ½ B κ² per length, with an error that falls with the square of n.
TEST(RodBending, ACircleCostsWhatARodDoes) {
    const double rigidity = 2.0;
    const auto error = [&](int n) {
        const double turn = 2.0 * std::numbers::pi / n, edge = 1.0 / n;
        const auto at = [&](int i) {
            return Vec3{std::cos(i * turn), std::sin(i * turn), 0} * (0.5 * edge / std::sin(0.5 * turn));
        };
        const RodBending::Element e = RodBending::make({bent(0.0, edge, edge), 0.0, 1}, &rigidity);
        double energy = 0.0;
        for (int i = 0; i < n; ++i) energy += RodBending::energy<double>({{at(i), at(i + 1), at(i + 2)}}, e);
        return energy / (0.5 * rigidity * std::pow(2.0 * std::numbers::pi, 2)) - 1.0;
    };
    EXPECT_LT(std::fabs(error(100)), 1e-3);
    EXPECT_NEAR(error(50) / error(100), 4.0, 0.1);
}

}  // namespace
}  // namespace talweg::rod_bending_test
