#include "talweg/step/explicit_stepper.hpp"

#include <gtest/gtest.h>

#include "support/oscillator.hpp"

namespace talweg::explicit_stepper_test {
namespace {

using testing::Oscillator;
using testing::World;

StepReport run(World& world, StepSettings settings, int steps) {
    const auto stepper = make_stepper(world.model, settings);
    StepReport total;
    total.substeps = 0;
    for (int n = 0; n < steps; ++n) {
        const StepReport report = stepper->step(world.state);
        total.substeps += report.substeps;
        total.rejected_substeps += report.rejected_substeps;
        total.completed = report.completed;
        total.stop = report.stop;
        if (!report.completed) break;
    }
    return total;
}

TEST(StepDoubling, ErrorFollowsTheTolerance) {
    double last = 1.0;
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
        World world = Oscillator{}.make();
        StepSettings settings;
        settings.integrator = "velocity_verlet";
        settings.dt = 0.5;
        settings.error_tolerance = tolerance;
        const StepReport report = run(world, settings, 4);
        EXPECT_TRUE(report.completed);
        const double error = std::abs(world.state.c[0][0] - std::cos(2.0 * 2.0));
        EXPECT_LT(error, 100.0 * tolerance * report.substeps);
        EXPECT_LT(error, 0.2 * last);
        EXPECT_DOUBLE_EQ(world.state.time, 2.0);
        last = error;
    }
}

TEST(StepDoubling, TakesManyStepsWhereMotionIsFastAndFewWhereItIsSlow) {
    StepSettings settings;
    settings.integrator = "forward_euler";
    settings.dt = 0.1;
    settings.error_tolerance = 1e-5;
    World slow = Oscillator{.omega = 0.1}.make(), fast = Oscillator{.omega = 20.0}.make();
    const int few = run(slow, settings, 10).substeps, many = run(fast, settings, 10).substeps;
    EXPECT_GT(many, 10 * few);
}

TEST(Explicit, ARunThatDivergesIsStoppedByNameAtItsLastGoodState) {
    World world = Oscillator{.omega = 1000.0}.make();
    StepSettings settings;
    settings.integrator = "symplectic_euler";
    settings.dt = 0.1;  // ωh = 100
    const StepReport report = run(world, settings, 100);
    EXPECT_FALSE(report.completed);
    EXPECT_EQ(report.stop, Stop::diverged);
    EXPECT_LT(norm(world.state.c[0]), 1e7);
    EXPECT_GT(world.state.step, 0);
}

TEST(Explicit, ScriptedPointsAreWhereTheirMotionPutsThem) {
    VertexBody body;
    body.rest = body.start = {Vec3::zero(), {1.0, 0.0, 0.0}};
    body.velocity.assign(2, Vec3::zero());
    body.mass = {1.0, 1.0};
    const Motion motion{Vec3::zero(), SteadyPose{{0.0, 3.0, 0.0}, Vec3::zero(), 0.0, 1e30}};
    body.holds = {{{0}, all_axes, motion}, {{1}, Axes(2), motion}};  // point 1: only y is driven
    ModelBuilder builder;
    builder.add_vertices(body);
    builder.add_term(
        std::make_shared<Elements<ZeroLengthSpring>>(std::vector{0, 1}, std::vector<ZeroLengthSpring::Element>{{1.0}}));
    const Model model = builder.finish();
    for (const IntegratorEntry& entry : list_integrators()) {
        State state{builder.start(), builder.velocity(), 0.0, 0, 0.0};
        StepSettings settings;
        settings.integrator = entry.name;
        const auto stepper = make_stepper(model, settings);
        for (int n = 0; n < 10; ++n) ASSERT_TRUE(stepper->step(state).completed);
        const Positions x = positions(model, state);
        EXPECT_NEAR(x[0][1], 0.3, 1e-12) << entry.name;
        EXPECT_NEAR(x[1][1], 0.3, 1e-12) << entry.name;
        // Free along x: an oscillator with ω = 1, or its equilibrium; position-based dynamics knows no stiffness.
        const bool inert = std::string(entry.name) != "quasi_static" && std::string(entry.name) != "minimise" &&
                           std::string(entry.name) != "position_based";
        EXPECT_NEAR(x[1][0], inert ? std::cos(0.1) : 0.0, 1e-2) << entry.name;
        EXPECT_LT(x[1][0], 1.0) << entry.name;
    }
}

}  // namespace
}  // namespace talweg::explicit_stepper_test
