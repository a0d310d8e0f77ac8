#include "talweg/step/travel.hpp"

#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::travel_test {
namespace {

/// A ceiling that comes down faster than its barrier reaches, on a soft block on a floor.
TEST(Travel, AScriptPushesWhatIsInItsWayAndArrives) {
    const char* scene = R"({ "planar": true, "gravity": [0, 0, 0], "time": { "step": 0.05 },
      "contact": { "distance": 0.002 },
      "bodies": [{ "name": "block", "shape": { "type": "grid", "size": [1, 1], "cells": [4, 4] }, "density": 1000,
                   "energies": [{ "type": "spring", "stiffness": 1e4 }] }],
      "obstacles": [
        { "name": "floor", "shape": { "type": "plane", "point": [0, -0.51, 0] } },
        { "name": "ceiling", "shape": { "type": "plane", "point": [0, 0.51, 0], "normal": [0, -1, 0] },
          "motion": { "velocity": [0, -1, 0], "until": 0.3 } }] })";
    testing::SceneRun run(parse_scene(scene, "press", ".", {}));
    const int ceiling = run.model().bodies[2].first_point;
    for (int step = 1; step <= 8; ++step) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Positions x = run.x();
        EXPECT_NEAR(x[ceiling][1], 0.51 - std::min(0.3, 0.05 * step), 1e-12);
        for (int i = 0; i < 25; ++i) {
            EXPECT_LT(x[i][1], x[ceiling][1]);
            EXPECT_GT(x[i][1], -0.51);
        }
    }
}

/// Held ends of a solid that would turn its elements inside out if they were put in place at once.
TEST(Travel, HeldEndsOfABarrierMaterialArriveWithoutInverting) {
    const char* scene = R"({ "planar": true, "gravity": [0, 0, 0], "time": { "step": 0.1 },
      "contact": { "distance": 0.001 },
      "bodies": [{ "name": "bar", "shape": { "type": "grid", "size": [1, 0.2], "cells": [10, 2] }, "density": 1000,
                   "energies": [{ "type": "spring", "stiffness": 1e4 }],
                   "hold": [{ "select": { "group": "left" } },
                            { "select": { "group": "right" },
                              "motion": { "velocity": [-3, 0, 0], "until": 0.1 } }] }] })";
    testing::SceneRun run(parse_scene(scene, "bar", ".", {}));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    EXPECT_GT(report.gap, 0.0);
    const Positions x = run.x();
    EXPECT_NEAR(x[10 * 3][0], 0.2, 1e-12);
}

}  // namespace
}  // namespace talweg::travel_test
