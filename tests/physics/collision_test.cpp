/// Bodies that meet: momentum stays, nothing passes through anything at any speed and time step.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::collision_test {
namespace {

Vec3 momentum(testing::SceneRun& run) {
    const Nodes p = run.model().mass * run.state().v;
    Vec3 sum = Vec3::zero();
    for (const Vec3& part : p) sum += part;
    return sum;
}

TEST(Collision, KeepsTheMomentumOfFreeBodies) {
    const char* scene = R"({ "gravity": [0, 0, 0], "time": { "step": 0.005 }, "solver": { "tolerance": 1e-9 },
      "contact": { "distance": 0.004 },
      "bodies": [
        { "name": "a", "shape": { "type": "lattice", "size": [0.3, 0.3, 0.3], "cells": [2, 2, 2] }, "density": 1000,
          "start": { "velocity": [2, 0, 0], "angular_velocity": [0, 3, 1] },
          "energies": [{ "type": "spring", "stiffness": 1e5 }] },
        { "name": "b", "shape": { "type": "lattice", "size": [0.3, 0.3, 0.3], "cells": [2, 2, 2] }, "density": 500,
          "place": { "rotate": { "axis": [1, 1, 0], "angle": 40 }, "translate": [0.5, 0.08, 0.05] },
          "energies": [{ "type": "spring", "stiffness": 1e5 }] }] })";
    testing::SceneRun run(parse_scene(scene, "collision", ".", {}));
    const Vec3 before = momentum(run);
    double most_contact = 0.0;
    for (int i = 0; i < 60; ++i) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        most_contact = std::max(most_contact, report.potentials.back());
        EXPECT_GT(report.gap, 0.0);
        EXPECT_LE(norm(momentum(run) - before), 1e-6 * norm(before)) << "step " << i;
    }
    EXPECT_GT(most_contact, 0.1) << "they were meant to meet";
}

class AtAThousandMetresPerSecond : public ::testing::TestWithParam<double> {};

TEST_P(AtAThousandMetresPerSecond, ABlockDoesNotPassThroughASheet) {
    const std::string scene = fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": {} }}, "contact": {{ "distance": 0.005 }},
             "bodies": [
               {{ "name": "sheet", "shape": {{ "type": "cloth", "size": [2, 2], "cells": [4, 4] }}, "density": 50,
                  "energies": [{{ "type": "spring", "stiffness": 1e6 }}],
                  "hold": [{{ "select": {{ "group": "corners" }} }}] }},
               {{ "name": "block", "shape": {{ "type": "lattice", "size": [0.3, 0.3, 0.3], "cells": [1, 1, 1] }},
                  "density": 1000, "place": {{ "translate": [0.03, 1, 0.05] }},
                  "start": {{ "velocity": [0, -1000, 0] }},
                  "energies": [{{ "type": "spring", "stiffness": 1e7 }}] }}] }})",
        GetParam());
    testing::SceneRun run(parse_scene(scene, "shot", ".", {}));
    const int steps = GetParam() < 0.001 ? 30 : 6;
    for (int i = 0; i < steps; ++i) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        ASSERT_GT(report.gap, 0.0);
    }
    // The middle of the block is still on its side of the sheet: of the nearest points of the sheet, above them.
    const Positions x = run.x();
    Vec3 middle = Vec3::zero();
    const Body &sheet = run.model().bodies[0], &block = run.model().bodies[1];
    for (int i = 0; i < block.point_count; ++i) middle += x[block.first_point + i] / double(block.point_count);
    int nearest = sheet.first_point;
    for (int i = 0; i < sheet.point_count; ++i)
        if (norm(x[sheet.first_point + i] - middle) < norm(x[nearest] - middle)) nearest = sheet.first_point + i;
    EXPECT_GT(middle[1], x[nearest][1]);
}

INSTANTIATE_TEST_SUITE_P(TimeSteps, AtAThousandMetresPerSecond, ::testing::Values(1e-4, 1e-3, 1e-2, 1e-1));

}  // namespace
}  // namespace talweg::collision_test
