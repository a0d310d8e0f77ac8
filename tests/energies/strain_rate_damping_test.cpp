#include "talweg/energies/strain_rate_damping.hpp"

#include <gtest/gtest.h>

namespace talweg::strain_rate_damping_test {
namespace {

TEST(StrainRateDamping, OfAStretchingCubeHasTheStressOfKelvinAndVoigt) {
    // A corner of a unit cube whose edge along x grows at ε̇ = 3/s: D = ½ η ε̇² V.
    RestElement<4> rest = {};
    for (int n = 0; n < 3; ++n) rest.x[n + 1][n] = 1.0;
    const double viscosity[] = {10.0};
    const auto e = ViscousSolid<3>::make(rest, viscosity);
    Points<double, 4> v = {};
    v[1] = {3.0, 0.0, 0.0};
    EXPECT_NEAR(ViscousSolid<3>::dissipation(v, rest.x, e), 0.5 * 10.0 * 9.0 / 6.0, 1e-13);
    // Shear at γ̇ = 2/s: |Ė|² = 2 (γ̇/2)².
    v = {};
    v[2] = {2.0, 0.0, 0.0};
    EXPECT_NEAR(ViscousSolid<3>::dissipation(v, rest.x, e), 0.5 * 10.0 * 2.0 / 6.0, 1e-13);
}

TEST(StrainRateDamping, OfAPlateGoesByItsThickness) {
    RestElement<3> rest = {};
    for (int n = 0; n < 2; ++n) rest.x[n + 1][n] = 1.0;
    const double values[] = {10.0, 0.1};
    const auto e = ViscousSolid<2>::make(rest, values);
    Points<double, 3> v = {};
    v[1] = {3.0, 0.0, 0.0};
    EXPECT_NEAR(ViscousSolid<2>::dissipation(v, rest.x, e), 0.5 * 10.0 * 9.0 * 0.5 * 0.1, 1e-14);
}

TEST(StrainRateDamping, OverAFiniteMoveIsTheRateTimesTheStrainBetween) {
    RestElement<4> rest = {};
    for (int n = 0; n < 3; ++n) rest.x[n + 1][n] = 1.0;
    const double viscosity[] = {10.0};
    Points<double, 4> x = rest.x;
    x[1][0] = 1.2;  // from F₁₁ = 1 to 1.2: Green's strain 0.22
    EXPECT_NEAR(ViscousSolid<3>::incremental(x, rest.x, 50.0, ViscousSolid<3>::make(rest, viscosity)),
                50.0 * 0.5 * 10.0 * 0.22 * 0.22 / 6.0, 1e-12);
}

}  // namespace
}  // namespace talweg::strain_rate_damping_test
