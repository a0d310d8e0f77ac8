#include "talweg/record/step_forces.hpp"

#include <gtest/gtest.h>

#include "support/recorded_run.hpp"

namespace talweg::step_forces_test {
namespace {

constexpr const char* scene = R"({ "time": { "step": 0.02, "frames": 100 }, "contact": { "distance": 0.002 },
  "bodies": [
    { "name": "resting", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1] }, "density": 1000,
      "place": { "translate": [0, 0.1018, 0] }, "damping": { "mass": 5 },
      "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] },
    { "name": "hanging", "shape": { "type": "box", "size": [0.1, 0.1, 0.1], "cells": [1, 1, 1] }, "density": 1000,
      "place": { "translate": [2, 3, 0] }, "hold": [{ "select": { "group": "top" } }], "damping": { "mass": 5 },
      "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] }],
  "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })";

TEST(StepForces, AreThoseOfWhatTouchesAndOfWhatHolds) {
    const testing::RecordedRun run(scene);
    ASSERT_EQ(run.summary.ended, "finished");
    const CsvTable table = read_steps_with_forces(run.run());
    const int touching = table.find("contact_force.resting"), holding = table.find("reaction.hanging");
    ASSERT_GE(touching, 0);
    ASSERT_GE(holding, 0);
    EXPECT_LT(table.find("contact_force.hanging"), 0);
    EXPECT_LT(table.find("reaction.resting"), 0);
    EXPECT_EQ(table.rows[0][touching], 0.0);
    EXPECT_NEAR(table.rows.back()[touching], 8.0 * 9.81, 0.01 * 8.0 * 9.81);
    EXPECT_NEAR(table.rows.back()[holding], 9.81, 0.01 * 9.81);
}

TEST(StepForces, SeriesAreThereByTheirNames) {
    const testing::RecordedRun run(scene,
                                   {"time.frames=5", "bodies[0].place.translate=[0,1,0]", "bodies[0].damping.mass=0"});
    const CsvTable table = read_steps_with_forces(run.run());
    const int momentum = table.find("momentum.resting.y"), loads = table.find("impulse_loads.resting.y");
    ASSERT_GE(momentum, 0);
    ASSERT_GE(loads, 0);
    // It falls: what gravity did is what the body then has.
    EXPECT_NEAR(table.rows[1][momentum], -8.0 * 9.81 * 0.02, 1e-6);
    EXPECT_NEAR(table.rows[1][loads], -8.0 * 9.81 * 0.02, 1e-9);
    EXPECT_LT(table.find("momentum.floor.x"), 0) << "zero throughout";
}

TEST(StepForces, AreNotThereWithoutSeries) {
    const testing::RecordedRun run(scene, {"record.series=false", "time.frames=2"});
    EXPECT_EQ(read_steps_with_forces(run.run()).columns, read_csv(run.run().steps()).columns);
}

}  // namespace
}  // namespace talweg::step_forces_test
