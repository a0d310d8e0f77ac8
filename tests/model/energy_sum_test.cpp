#include "talweg/model/energy_sum.hpp"

#include <gtest/gtest.h>

namespace talweg::energy_sum_test {
namespace {

TEST(EnergySum, RemembersHowLargeItsPartsWere) {
    EnergySum sum;
    for (double part : {3.0, -5.0, 2.0}) sum += EnergySum{part, std::fabs(part)};
    EXPECT_EQ(sum.value, 0.0);
    EXPECT_EQ(sum.magnitude, 10.0);
    const EnergySum scaled = -0.5 * sum;
    EXPECT_EQ(scaled.value, 0.0);
    EXPECT_EQ(scaled.magnitude, 5.0);
}

TEST(EnergySum, AnElementFeelsTheRoundingOfItsPoints) {
    const Vec3 x[2] = {{1, -2, 3}, {10, 0, 0}};
    const double gradient[6] = {0.5, 0.5, 0, -0.1, 7, 7};
    const EnergySum sum = EnergySum::of_element(-4.0, gradient, x, 2);
    EXPECT_EQ(sum.value, -4.0);
    EXPECT_DOUBLE_EQ(sum.magnitude, 4.0 + 0.5 + 1.0 + 1.0);
}

TEST(EnergySum, BoundsTheErrorOfANearlyRelaxedSpring) {
    // E = ½ k (|d|² − 1)² of a spring with strain 1e-6, a kilometre from the origin: moving x by its last digit
    // changes E far more than E's own last digit.
    const double k = 1e5;
    const auto energy = [&](double a, double b) {
        const double strain = (b - a) * (b - a) - 1.0;
        return 0.5 * k * strain * strain;
    };
    const double a = 1000.0, b = 1001.0 + 1e-6;
    const double slope = 2.0 * k * ((b - a) * (b - a) - 1.0) * (b - a), gradient[6] = {-slope, 0, 0, slope, 0, 0};
    const Vec3 x[2] = {{a, 0, 0}, {b, 0, 0}};
    const EnergySum sum = EnergySum::of_element(energy(a, b), gradient, x, 2);
    const double change = std::fabs(energy(a, std::nextafter(b, 2000.0)) - sum.value);
    EXPECT_GT(change, 1e3 * 0x1p-53 * sum.value);
    EXPECT_LT(change, 2.0 * 0x1p-53 * sum.magnitude);
}

}  // namespace
}  // namespace talweg::energy_sum_test
