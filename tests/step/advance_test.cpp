#include "talweg/step/advance.hpp"

#include <gtest/gtest.h>

namespace talweg::advance_test {
namespace {

/// Stands in for an integrator that converges only for steps up to a length, and moves at unit speed.
struct Moves {
    double longest;
    std::vector<double> taken;
    Substep operator()(State& state, double dt) {
        Descent descent;
        descent.residual = dt;
        descent.outcome = dt <= longest ? Outcome::converged : Outcome::stalled;
        if (descent.reached()) {
            taken.push_back(dt);
            state.c[0][0] += dt;
            state.time += dt;
        }
        return {descent};
    }
};

State start() { return {{Vec3::zero()}, {Vec3::zero()}, 0.5, 5, 0.0, 0, 0.0}; }

TEST(AdvanceDivided, TakesOneStepWhenItConverges) {
    State state = start();
    StepSettings settings;
    settings.dt = 0.1;
    Moves moves{1.0, {}};
    const StepReport report = advance_divided(state, settings, std::ref(moves));
    EXPECT_TRUE(report.completed);
    EXPECT_EQ(report.substeps, 1);
    EXPECT_EQ(state.step, 6);
    EXPECT_DOUBLE_EQ(state.time, 0.6);
    EXPECT_DOUBLE_EQ(state.c[0][0], 0.1);
}

TEST(AdvanceDivided, HalvesUntilItConvergesAndCoversTheWholeStep) {
    State state = start();
    StepSettings settings;
    settings.dt = 0.1;
    Moves moves{0.03, {}};  // quarters converge
    const StepReport report = advance_divided(state, settings, std::ref(moves));
    EXPECT_TRUE(report.completed);
    EXPECT_EQ(report.substeps, 4);
    EXPECT_GT(report.rejected_substeps, 0);
    EXPECT_NEAR(state.c[0][0], 0.1, 1e-15);
    EXPECT_DOUBLE_EQ(state.time, 0.6);
    for (double dt : moves.taken) EXPECT_DOUBLE_EQ(dt, 0.025);
}

TEST(AdvanceDivided, StopsByNameAndLeavesTheStateUntouched) {
    State state = start();
    StepSettings settings;
    settings.dt = 0.1;
    settings.max_subdivisions = 3;
    Moves moves{0.0, {}};
    const StepReport report = advance_divided(state, settings, std::ref(moves));
    EXPECT_FALSE(report.completed);
    EXPECT_EQ(report.stop, Stop::not_converged);
    EXPECT_NE(report.advice.find("1/8"), std::string::npos) << report.advice;
    EXPECT_EQ(report.rejected_substeps, 4);
    EXPECT_EQ(state.step, 5);
    EXPECT_EQ(state.c[0][0], 0.0);
}

/// Stands in for scripts that something holds up whenever they want to go faster than a speed.
struct HeldUp {
    double fastest;
    double script_time = 0.5;  // where they are
    Substep operator()(State& state, double dt) {
        Descent descent;
        const double wanted = state.script_time() + dt;
        descent.outcome = wanted - script_time <= fastest * dt * (1.0 + 1e-12) ? Outcome::converged : Outcome::held_up;
        if (descent.reached()) {
            EXPECT_GE(wanted, script_time) << "scripts never go back";
            script_time = wanted;
            state.time += dt;
        }
        return {descent};
    }
};

TEST(AdvanceDivided, SlowsScriptsThatAreHeldUp) {
    State state = start();
    StepSettings settings;
    settings.dt = 0.1;
    HeldUp scripts{0.3};
    const StepReport report = advance_divided(state, settings, std::ref(scripts));
    EXPECT_TRUE(report.completed);
    EXPECT_DOUBLE_EQ(state.time, 0.6);
    EXPECT_NEAR(state.delay, 0.75 * 0.1, 1e-15) << "a quarter of their speed is the next below what is possible";
    EXPECT_NEAR(report.slowed, state.delay, 1e-15);
    EXPECT_NEAR(state.script_time(), scripts.script_time, 1e-15);
    scripts.fastest = 1.0;  // the way is free: full speed again, and what was lost stays lost
    const StepReport later = advance_divided(state, settings, std::ref(scripts));
    EXPECT_EQ(later.slowed, 0.0);
    EXPECT_EQ(later.substeps, 1);
    EXPECT_NEAR(state.script_time(), 0.7 - 0.075, 1e-15);
}

TEST(AdvanceDivided, StopsByNameWhenScriptsCannotMoveAtAll) {
    State state = start();
    StepSettings settings;
    settings.dt = 0.1;
    HeldUp scripts{0.0};
    const StepReport report = advance_divided(state, settings, std::ref(scripts));
    EXPECT_FALSE(report.completed);
    EXPECT_EQ(report.stop, Stop::no_room);
    EXPECT_EQ(state.delay, 0.0);
    EXPECT_EQ(state.step, 5);
}

}  // namespace
}  // namespace talweg::advance_test
