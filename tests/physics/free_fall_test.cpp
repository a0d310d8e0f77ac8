/// A body released from rest falls ½ g t (t + h) under implicit Euler, at any time step, with default settings.
#include <gtest/gtest.h>

#include "support/spring_grid.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::free_fall_test {
namespace {

TEST(FreeFall, IsExactForEveryTimeStep) {
    for (double h : {1e-5, 1e-4, 1e-3, 1e-2, 0.1}) {
        testing::World world = testing::SpringGrid{.gravity = {0.0, -9.81, 0.0}}.make();
        StepSettings settings;
        settings.dt = h;
        settings.newton.tolerance = default_tolerance(world.model, h);
        const auto stepper = make_stepper(world.model, settings);
        const Positions start = positions(world.model, world.state);
        for (int n = 0; n < 10; ++n) ASSERT_TRUE(stepper->step(world.state).completed);
        const Positions x = positions(world.model, world.state);
        const double t = world.state.time, fall = 0.5 * 9.81 * t * (t + h);
        for (std::size_t i = 0; i < x.size(); ++i) {
            EXPECT_NEAR(start[i][1] - x[i][1], fall, 1e-6 * fall) << "h = " << h;
            EXPECT_NEAR(x[i][0], start[i][0], 1e-6 * fall) << "h = " << h;
        }
    }
}

TEST(FreeFall, KeepsMomentumOfAStretchedBody) {
    testing::World world = testing::SpringGrid{.stretch = 1.4}.make();
    for (Vec3& v : world.state.v) v = {0.3, -0.2, 0.0};
    StepSettings settings;
    settings.dt = 0.01;
    settings.newton.tolerance = 1e-9;
    const auto stepper = make_stepper(world.model, settings);
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(stepper->step(world.state).completed);
    Vec3 momentum = Vec3::zero();
    for (std::size_t i = 0; i < world.state.v.size(); ++i) momentum += world.model.mass.diagonal[i] * world.state.v[i];
    EXPECT_NEAR(momentum[0], 300.0, 1e-5);
    EXPECT_NEAR(momentum[1], -200.0, 1e-5);
}

}  // namespace
}  // namespace talweg::free_fall_test
