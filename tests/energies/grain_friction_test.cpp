#include "talweg/energies/grain_friction.hpp"

#include <gtest/gtest.h>

namespace talweg::grain_friction_test {
namespace {

using Pair = TurningFriction<3>;

/// A ball on a floor with normal y: its place, its spin, the floor; tangents x and z.
Pair::Element on_the_floor() {
    Pair::Element e{3.0, 1e-3, {}};
    for (auto& levers : e.lever)
        for (Vec3& lever : levers) lever = Vec3::zero();
    const Vec3 normal{0, 1, 0}, tangents[] = {{1, 0, 0}, {0, 0, 1}};
    for (int t = 0; t < 2; ++t) {
        e.lever[0][t] = tangents[t];
        e.lever[1][t] = cross(tangents[t], normal);
        e.lever[2][t] = -1.0 * tangents[t];
    }
    return e;
}

Derivatives<3> moved(const Vec3& place, const Vec3& spin) {
    const Points<double, 3> from = {Vec3{1, 2, 3}, Vec3{0, 0, 0}, Vec3{1, 1, 3}};
    Points<double, 3> to = from;
    to[0] += 0.01 * place;
    to[1] += 0.01 * spin;
    return Pair::incremental_derivatives(to, from, 100.0, on_the_floor());
}

TEST(GrainFriction, WhatRollsDoesNotSlide) {
    // Along x it rolls about −z.
    EXPECT_NEAR(norm(moved({0.7, 0, 0}, {0, 0, -0.7}).gradient), 0.0, 1e-9);
    EXPECT_NEAR(norm(moved({0, 0, 0.4}, {0.4, 0, 0}).gradient), 0.0, 1e-9);
    EXPECT_NEAR(norm(moved({0, 0, 0}, {0, 5.0, 0}).gradient), 0.0, 1e-9) << "a top";
}

TEST(GrainFriction, SpinDrivesThePlaceAndIsHeldByTheSameForce) {
    const auto d = moved({0, 0, 0}, {0, 0, -0.7});
    EXPECT_NEAR(-d.gradient[0], 3.0, 1e-12) << "as wheels drive";
    EXPECT_NEAR(-d.gradient[5], 3.0, 1e-12) << "torque over radius";
    EXPECT_NEAR(-d.gradient[6], -3.0, 1e-12);
}

}  // namespace
}  // namespace talweg::grain_friction_test
