#include "talweg/step/advance.hpp"

#include <gtest/gtest.h>

namespace talweg {
namespace {

/// Stands in for an integrator that converges only for steps up to a length, and moves at unit speed.
struct Moves {
    double longest;
    std::vector<double> taken;
    Descent operator()(State& state, double dt) {
        Descent descent;
        descent.residual = dt;
        descent.outcome = dt <= longest ? Outcome::converged : Outcome::stalled;
        if (descent.reached()) {
            taken.push_back(dt);
            state.c[0][0] += dt;
            state.time += dt;
        }
        return descent;
    }
};

State start() { return {{Vec3::zero()}, {Vec3::zero()}, 0.5, 5, 0.0}; }

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
    EXPECT_EQ(report.stop, "not_converged");
    EXPECT_NE(report.advice.find("1/8"), std::string::npos) << report.advice;
    EXPECT_EQ(report.rejected_substeps, 4);
    EXPECT_EQ(state.step, 5);
    EXPECT_EQ(state.c[0][0], 0.0);
}

}  // namespace
}  // namespace talweg
