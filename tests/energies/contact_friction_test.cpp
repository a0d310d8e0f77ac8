#include "talweg/energies/contact_friction.hpp"

#include <gtest/gtest.h>

namespace talweg::contact_friction_test {
namespace {

using Pair = PairFriction<2>;

Pair::Element element(double slip) {
    Pair::Element e{3.0, slip, {{0.6, 0.8, 0.0}, {0.0, 0.0, 1.0}}, {}};
    e.weight[0] = 1.0;
    e.weight[1] = -1.0;
    return e;
}

/// The force on the first point when it moves at v over the second.
Vec3 force(const Pair::Element& e, const Vec3& v) {
    const Points<double, 2> from = {Vec3{1, 2, 3}, Vec3{1, 2, 2}};
    Points<double, 2> to = from;
    to[0] += 0.01 * v;
    const auto d = Pair::incremental_derivatives(to, from, 100.0, e);
    return {-d.gradient[0], -d.gradient[1], -d.gradient[2]};
}

TEST(ContactFriction, SlidingIsHeldBackByMuLambdaAlongTheTangents) {
    const Pair::Element e = element(1e-3);
    const Vec3 f = force(e, {0.6, 0.8, 0.0});
    EXPECT_NEAR(norm(f - Vec3{-1.8, -2.4, 0.0}), 0.0, 1e-12);
    EXPECT_NEAR(norm(force(e, {0.8, -0.6, 0.0})), 0.0, 1e-12);  // across the gap
    EXPECT_NEAR(norm(force(e, 0.5e-3 * Vec3{0, 0, 1}) - Vec3{0, 0, -3.0 * 0.75}), 0.0, 1e-9);
}

TEST(ContactFriction, WhatASurfaceAddsActsAsSlip) {
    Pair::Element spins = element(1e-3);
    spins.drift[0] = -0.2;
    spins.drift[1] = 0.5;
    const Vec3 added = -0.2 * spins.tangent[0] + 0.5 * spins.tangent[1];
    for (const Vec3& v : {Vec3{0, 0, 0}, Vec3{0.3, -0.1, 0.2}, -1.0 * added})
        EXPECT_NEAR(norm(force(spins, v) - force(element(1e-3), v + added)), 0.0, 1e-9);
    EXPECT_NEAR(norm(force(spins, -1.0 * added)), 0.0, 1e-9) << "who goes along is not held";
}

}  // namespace
}  // namespace talweg::contact_friction_test
