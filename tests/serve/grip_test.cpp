#include "talweg/serve/grip.hpp"

#include <gtest/gtest.h>

#include "support/spring_grid.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::grip_test {
namespace {

using testing::SpringGrid;

const Vec3 here{0.1, 0.2, 0.3}, there{1.0, -1.0, 0.5};

TEST(Grip, energy_and_force_are_those_of_a_spring_without_length) {
    Grip grip(3);
    grip.pull(7, 1, there, 50.0);
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

TEST(Grip, hands_hold_one_point_each_and_let_go) {
    Grip grip(4);
    EXPECT_TRUE(grip.idle());
    grip.pull(1, 0, there, 1.0);
    grip.pull(2, 3, there, 1.0);
    grip.pull(1, 2, there, 1.0);  // moved over: point 0 is free again
    const std::vector<Vec3> x(4, here);
    const Configuration at{x.data(), x.data(), 1.0};
    EXPECT_EQ(grip.energy(at, 0, 1), 0.0);
    EXPECT_GT(grip.energy(at, 2, 3), 0.0);
    EXPECT_GT(grip.energy(at, 3, 4), 0.0);
    grip.release(1);
    EXPECT_EQ(grip.energy(at, 0, 3), 0.0);
    EXPECT_FALSE(grip.idle());
    grip.release(2);
    EXPECT_TRUE(grip.idle());
}

TEST(Grip, pulls_a_body_along_and_stays_stable_however_hard) {
    for (const double stiffness : {1e3, 1e9}) {
        auto world = SpringGrid{}.make();
        const auto grip = std::make_shared<Grip>(world.model.point_count());
        world.model.terms.push_back(grip);
        StepSettings settings;
        settings.newton.tolerance = 1e-3;
        const auto stepper = make_stepper(world.model, settings);
        const Vec3 start = positions(world.model, world.state)[24];
        const Vec3 target = start + Vec3{0.5, 0.5, 0.0};
        grip->pull(1, 24, target, stiffness);
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
    const auto grip = std::make_shared<Grip>(world.model.point_count());
    world.model.terms.push_back(grip);
    StepSettings settings;
    const auto stepper = make_stepper(world.model, settings);
    for (const int point : {0, 12, 24}) {
        grip->pull(1, point, Vec3{0, 1, 0}, 1e5);
        const double before = norm(positions(world.model, world.state)[point] - Vec3{0, 1, 0});
        ASSERT_TRUE(stepper->step(world.state).completed);
        EXPECT_LT(norm(positions(world.model, world.state)[point] - Vec3{0, 1, 0}), before);  // after one step
    }
}

TEST(Grip, is_as_strong_as_the_body_is_heavy) {
    Body light, heavy;
    light.mass = 0.1;
    heavy.mass = 100.0;
    EXPECT_DOUBLE_EQ(grip_stiffness(heavy), 1000.0 * grip_stiffness(light));
}

}  // namespace
}  // namespace talweg::grip_test
