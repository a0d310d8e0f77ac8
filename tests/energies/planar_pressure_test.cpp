#include "talweg/energies/planar_pressure.hpp"

#include <gtest/gtest.h>

namespace talweg::planar_pressure_test {
namespace {

using Edge = Points<double, 2>;

TEST(PlanarPressure, PushesAgainstAFreeEdgeInEqualParts) {
    // The body lies to the left of the edge, above it; the pressure pushes up.
    const Edge x = {{{1.0, 2.0, 0.0}, {4.0, 2.0, 0.0}}};
    const auto d = PlanarPressure::incremental_derivatives(x, x, 1.0, {{7.0, -3.0, 0.0}, 10.0, 1.0, 1.0});
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(d.gradient[3 * i], 0.0, 1e-13);
        EXPECT_NEAR(-d.gradient[3 * i + 1], 15.0, 1e-13);
    }
}

TEST(PlanarPressure, AroundABodyTheEnergyIsPressureTimesArea) {
    const Vec3 corner[4] = {{1, 1, 0}, {4, 1, 0}, {4, 3, 0}, {1, 3, 0}};
    double energy = 0.0;
    Vec3 force = Vec3::zero();
    for (int k = 0; k < 4; ++k) {
        const Edge x = {{corner[k], corner[(k + 1) % 4]}};
        const auto d = PlanarPressure::incremental_derivatives(x, x, 1.0, {{-2.0, 9.0, 0.0}, 5.0, 0.0, 0.0});
        energy += d.energy;
        if (k == 0 || k == 3)
            force += k == 0 ? Vec3{d.gradient[0], d.gradient[1], 0} : Vec3{d.gradient[3], d.gradient[4], 0};
    }
    EXPECT_NEAR(energy, 30.0, 1e-12);
    // The lower left corner: half of 3 m of bottom, pushed up, half of 2 m of left side, pushed right.
    EXPECT_NEAR(-force[0], 5.0, 1e-12);
    EXPECT_NEAR(-force[1], 7.5, 1e-12);
}

TEST(PlanarPressure, TheEnergyIsMeasuredFromTheStart) {
    const Points<double, 2> start = {{{1.0, 2.0, 0.0}, {4.0, 3.0, 0.0}}};
    const PlanarPressure::Element e{{7.0, -3.0, 0.0}, 10.0, 1.0, 1.0, start};
    EXPECT_EQ(PlanarPressure::incremental_derivatives(start, start, 1.0, e).energy, 0.0);
}

}  // namespace
}  // namespace talweg::planar_pressure_test
