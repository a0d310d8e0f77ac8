#include "talweg/step/landscape_stepper.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::landscape_stepper_test {
namespace {

/// A thread that a newton pulls 1/k away from where it was.
testing::SceneRun pulled_thread(double stiffness) {
    return testing::SceneRun(parse_scene(
        fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 1 }}, "integrator": {{ "type": "quasi_static" }},
          "bodies": [{{ "name": "thread", "density": 1,
            "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 1 }},
            "energies": [{{ "type": "hooke_spring", "stiffness": {} }}],
            "hold": [{{ "select": {{ "group": "start" }} }}],
            "loads": [{{ "type": "force", "select": {{ "group": "end" }}, "force": [1, 0, 0] }}] }}] }})",
                    stiffness),
        "thread", ".", {}));
}

TEST(LandscapeStepper, FindsAnEquilibriumThatIsFar) {
    testing::SceneRun run = pulled_thread(1e-3);
    ASSERT_TRUE(run.step().completed);
    EXPECT_NEAR(run.x()[1][0], 1.0 + 1e3, 1e-2);
}

TEST(LandscapeStepper, CallsItDivergedWhenThereIsNoneNear) {
    testing::SceneRun run = pulled_thread(1e-9);
    const StepReport report = run.step();
    EXPECT_FALSE(report.completed);
    EXPECT_EQ(report.stop, Stop::diverged);
    EXPECT_EQ(run.x()[1][0], 1.0) << "the state is as it was";
}

}  // namespace
}  // namespace talweg::landscape_stepper_test
