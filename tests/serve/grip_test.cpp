#include "talweg/serve/grip.hpp"

#include <gtest/gtest.h>

#include "support/spring_grid.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::grip_test {
namespace {

using testing::SpringGrid;

const Vec3 here{0.1, 0.2, 0.3}, there{1.0, -1.0, 0.5};

TEST(Grip, energy_and_force_are_those_of_a_spring_without_length) {
    const auto hands = std::make_shared<Hands>();
    const Grip grip(hands, 3);
    hands->pull(7, 1, there, {50.0, 0.0});
    const std::vector<Vec3> x = {{9, 9, 9}, here, {8, 8, 8}};
    const Configuration at{x.data(), x.data(), 1.0};
    EXPECT_DOUBLE_EQ(grip.energy(at, 0, 3), 25.0 * norm_squared(here - there));
    EXPECT_EQ(grip.energy(at, 2, 3), 0.0);

    std::vector<Vec3> gradient(3, Vec3::zero()), force(3, Vec3::zero());
    EXPECT_DOUBLE_EQ(grip.add_derivatives(at, 0, 3, {gradient.data(), 2.0}).value, 25.0 * norm_squared(here - there));
    grip.add_forces(x.data(), x.data(), 0, 3, force.data());
    for (int a = 0; a < 3; ++a) {
        EXPECT_DOUBLE_EQ(gradient[1][a], 2.0 * 50.0 * (here[a] - there[a]));
        EXPECT_DOUBLE_EQ(force[1][a], -50.0 * (here[a] - there[a]));
    }
    EXPECT_EQ(gradient[0], Vec3::zero());
}

/// D/rate = ½ c |v|² / rate, of v = (x − x_ref) · rate.
TEST(Grip, damping_is_that_of_the_velocity) {
    const auto hands = std::make_shared<Hands>();
    const GripDamping damping(hands, 2);
    hands->pull(7, 1, {9, 9, 9}, {0.0, 3.0});
    const std::vector<Vec3> x = {{5, 5, 5}, here}, before = {{0, 0, 0}, there};
    constexpr double rate = 100.0;
    const Vec3 v = rate * (here - there);
    const Configuration at{x.data(), before.data(), rate};
    EXPECT_TRUE(damping.dissipative());
    EXPECT_DOUBLE_EQ(damping.energy(at, 0, 2), 1.5 * norm_squared(v) / rate);
    std::vector<Vec3> gradient(2, Vec3::zero()), force(2, Vec3::zero());
    damping.add_derivatives(at, 0, 2, {gradient.data(), 1.0});
    const std::vector<Vec3> velocities = {Vec3::zero(), v};
    damping.add_forces(x.data(), velocities.data(), 0, 2, force.data());
    for (int a = 0; a < 3; ++a) {
        EXPECT_DOUBLE_EQ(gradient[1][a], 3.0 * v[a]);
        EXPECT_DOUBLE_EQ(force[1][a], -3.0 * v[a]);
    }
}

TEST(Grip, hands_hold_one_point_each_and_let_go) {
    const auto hands = std::make_shared<Hands>();
    const Grip grip(hands, 4);
    EXPECT_TRUE(hands->idle());
    hands->pull(1, 0, there, {1.0, 0.0});
    hands->pull(2, 3, there, {1.0, 0.0});
    hands->pull(1, 2, there, {1.0, 0.0});  // moved over: point 0 is free again
    const std::vector<Vec3> x(4, here);
    const Configuration at{x.data(), x.data(), 1.0};
    EXPECT_EQ(grip.energy(at, 0, 1), 0.0);
    EXPECT_GT(grip.energy(at, 2, 3), 0.0);
    EXPECT_GT(grip.energy(at, 3, 4), 0.0);
    hands->release(1);
    EXPECT_EQ(grip.energy(at, 0, 3), 0.0);
    EXPECT_FALSE(hands->idle());
    hands->release(2);
    EXPECT_TRUE(hands->idle());
}

TEST(Grip, pulls_a_body_along_and_stays_stable_however_hard) {
    for (const double stiffness : {1e3, 1e9}) {
        auto world = SpringGrid{}.make();
        const auto hands = std::make_shared<Hands>();
        world.model.terms.push_back(std::make_shared<Grip>(hands, world.model.point_count()));
        StepSettings settings;
        settings.newton.tolerance = 1e-3;
        const auto stepper = make_stepper(world.model, settings);
        const Vec3 start = positions(world.model, world.state)[24];
        const Vec3 target = start + Vec3{0.5, 0.5, 0.0};
        hands->pull(1, 24, target, {stiffness, 0.0});
        for (int step = 0; step < 200; ++step) ASSERT_TRUE(stepper->step(world.state).completed) << stiffness;
        const Vec3 now = positions(world.model, world.state)[24];
        EXPECT_LT(norm(now - target), 0.6 * norm(start - target)) << stiffness;
        if (stiffness > 1e6) {
            EXPECT_LT(norm(now - target), 1e-3);
        }
    }
}

TEST(Grip, grabbing_another_point_needs_no_new_pattern) {
    auto world = SpringGrid{}.make();
    const auto hands = std::make_shared<Hands>();
    world.model.terms.push_back(std::make_shared<Grip>(hands, world.model.point_count()));
    StepSettings settings;
    const auto stepper = make_stepper(world.model, settings);
    for (const int point : {0, 12, 24}) {
        hands->pull(1, point, Vec3{0, 1, 0}, {1e5, 0.0});
        const double before = norm(positions(world.model, world.state)[point] - Vec3{0, 1, 0});
        ASSERT_TRUE(stepper->step(world.state).completed);
        EXPECT_LT(norm(positions(world.model, world.state)[point] - Vec3{0, 1, 0}), before);  // after one step
    }
}

TEST(Grip, is_as_strong_as_the_mass_is_heavy_and_critically_damped) {
    for (const double strength : {0.1, 1.0, 10.0}) {
        const Firmness light = firmness_for(0.1, strength), heavy = firmness_for(100.0, strength);
        EXPECT_DOUBLE_EQ(heavy.stiffness, 1000.0 * light.stiffness);
        EXPECT_NEAR(heavy.damping, 2.0 * std::sqrt(heavy.stiffness * 100.0), 1e-9 * heavy.damping);
    }
    EXPECT_DOUBLE_EQ(firmness_for(1.0, 2.0).stiffness, 2.0 * firmness_for(1.0).stiffness);
}

}  // namespace
}  // namespace talweg::grip_test
