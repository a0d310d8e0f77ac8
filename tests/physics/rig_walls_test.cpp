/// Rigs that are driven into walls: slowed and told, and nothing passes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "talweg/model/constraints.hpp"

namespace talweg::rig_walls_test {
namespace {

using testing::SceneRun;

/// A bar on two handles that go 0.25 m on within half a second, from 0.05 m before a wall, at default settings.
Scene driven(int cells, double dt, const std::string& more = "") {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": {} }}, "contact": {{}},
            "bodies": [{{ "name": "bar", "shape": {{ "type": "beam", "size": [1, 0.3, 0.3], "cells_through": {} }},
                "density": 1000,
                "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }}],
                "rig": {{ "handles": [
                    {{ "at": [[-0.5, 0, 0]], "motion": {{ "velocity": [0.5, 0, 0], "until": 0.5 }} }},
                    {{ "at": [[0.5, 0, 0]], "motion": {{ "velocity": [0.5, 0, 0], "until": 0.5 }} }}] }} {} }}],
            "obstacles": [{{ "name": "wall",
                             "shape": {{ "type": "plane", "point": [0.55, 0, 0], "normal": [-1, 0, 0] }} }}] }})",
                                   dt, cells, more),
                       "wall", ".", {});
}

class RigWalls : public ::testing::TestWithParam<std::tuple<int, double>> {};

/// It is pressed against the wall as far as it gives way, and stands then: within a few iterations a step.
TEST_P(RigWalls, SlowARigThatIsDrivenIntoThem) {
    const auto [cells, dt] = GetParam();
    SceneRun run(driven(cells, dt));
    double slowed = 0.0, nearest = 1.0;
    std::size_t iterations = 0;
    const int steps = static_cast<int>(0.6 / dt + 0.5);
    for (int n = 0; n < steps; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << n << ": " << report.advice;
        slowed += report.slowed;
        iterations += report.iterations.size();
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) {
            ASSERT_LT(x[i][0], 0.55) << n;
            nearest = std::min(nearest, 0.55 - x[i][0]);
        }
        // What the rig says is kept all the way, by its own clock.
        const Constraints& constraints = *run.model().constraints;
        EXPECT_LT(constraints.miss(run.state().c, constraints.at(run.state().script_time())), 1e-10) << n;
    }
    EXPECT_GT(slowed, 0.05);
    EXPECT_NEAR(slowed, run.state().delay, 1e-12);
    EXPECT_LT(nearest, 1e-3);
    EXPECT_GT(0.5 * run.state().script_time(), 0.05 + 0.08);  // the rig went in by more than 8 cm
    EXPECT_LT(iterations, static_cast<std::size_t>(15 * steps));
}

INSTANTIATE_TEST_SUITE_P(MeshesAndSteps, RigWalls,
                         ::testing::Combine(::testing::Values(2, 3), ::testing::Values(0.01, 0.02)));

/// The clock of the rig goes on as fast as before when nothing presses.
TEST(RigTouch, DoesNotSlowTheRig) {
    SceneRun run(parse_scene(R"({ "time": { "step": 0.01 }, "contact": {},
            "bodies": [{ "name": "bar", "shape": { "type": "beam", "size": [1, 0.3, 0.3], "cells_through": 2 },
                "density": 1000,
                "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }],
                "rig": { "handles": [
                    { "at": [[-0.5, 0, 0]], "motion": { "displacement": ["0.08*sin(6*t) ", 0, 0] } },
                    { "at": [[0.5, 0, 0]], "motion": { "displacement": ["0.08*sin(6*t) ", 0, 0] } }] } }],
            "obstacles": [{ "name": "wall",
                             "shape": { "type": "plane", "point": [0.55, 0, 0], "normal": [-1, 0, 0] } }] })",
                             "touch", ".", {}));
    double nearest = 1.0;
    for (int n = 0; n < 60; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        EXPECT_EQ(report.slowed, 0.0) << n;
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) nearest = std::min(nearest, 0.55 - run.x()[i][0]);
    }
    EXPECT_LT(nearest, 1e-3);
    EXPECT_GT(nearest, 0.0);
}

}  // namespace
}  // namespace talweg::rig_walls_test
