#include "talweg/step/contact_step.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::contact_step_test {
namespace {

testing::SceneRun resting_block(double size, double density, double stiffness, const std::string& more = "") {
    const std::string scene = fmt::format(
        R"({{ "planar": true, "time": {{ "step": 0.01 }}, "contact": {{ "friction": 0.3 {} }},
             "bodies": [{{ "name": "block", "shape": {{ "type": "grid", "size": [{}, {}], "cells": [2, 2] }},
                           "place": {{ "translate": [0, {}, 0] }}, "density": {},
                           "energies": [{{ "type": "spring", "stiffness": {} }}] }}],
             "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane" }} }}] }})",
        more, size, size, 0.5014 * size, density, stiffness);  // just in reach: nothing is thrown up
    return testing::SceneRun(parse_scene(scene, "block", ".", {}));
}

/// The stiffness chosen must suit worlds of any size, weight and hardness: gaps of bodies at rest stay well inside the
/// reach of the barrier, and steps converge quickly.
TEST(ContactStep, ChoosesAStiffnessForEveryScale) {
    for (const double size : {1e-3, 1.0, 1e2})
        for (const double density : {1.0, 1e4})
            for (const double strength : {1e2, 1e5}) {  // stiffness in units of weight
                testing::SceneRun run = resting_block(size, density, strength * density * 9.81 * size * size);
                int iterations = 0;
                StepReport report;
                for (int i = 0; i < 60; ++i) {
                    report = run.step();
                    ASSERT_TRUE(report.completed) << report.advice;
                    iterations += static_cast<int>(report.iterations.size());
                }
                const double d_hat = run.model().contact->rules.d_hat;
                EXPECT_GT(report.gap, 1e-3 * d_hat) << size << " " << density << " " << strength;
                EXPECT_LT(report.gap, d_hat);
                EXPECT_LT(iterations, 60 * 15);
            }
}

TEST(ContactStep, AGivenStiffnessStays) {
    testing::SceneRun run = resting_block(1.0, 1000.0, 1e6, R"(, "stiffness": 12345)");
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(run.step().completed);
    EXPECT_DOUBLE_EQ(run.state().kappa, 12345.0);
}

TEST(ContactStep, FrictionIsRenewedAsOftenAsAsked) {
    testing::SceneRun once = resting_block(1.0, 1000.0, 1e6),
                      settled = resting_block(1.0, 1000.0, 1e6, R"(, "friction_updates": 0)");
    int of_once = 0, of_settled = 0;
    for (int i = 0; i < 20; ++i) {
        of_once += static_cast<int>(once.step().iterations.size());
        of_settled += static_cast<int>(settled.step().iterations.size());
    }
    EXPECT_GT(of_settled, of_once);
}

/// Sliding points feel μ N of the start of a step; taken anew at its end, friction would differ by μ |ΔN|.
TEST(ContactStep, TheErrorOfLaggingIsTheChangeOfNormalForces) {
    testing::SceneRun run = resting_block(1.0, 1000.0, 1e6, R"(, "stiffness": 1e6)");
    for (Vec3& v : run.state().v) v[0] = 3.0;
    Positions before = run.step().contact.on_point;
    for (int step = 0; step < 10; ++step) {
        const StepReport report = run.step();
        const Positions& now = report.contact.on_point;
        double change = 0.0;
        for (int i = 0; i < run.model().bodies[0].point_count; ++i)
            change = std::max(change, 0.3 * std::fabs(now[i][1] - before[i][1]));
        EXPECT_GT(change, 0.0);
        EXPECT_NEAR(report.contact.lag_error, change, 1e-9 * change + 1e-9);
        before = now;
    }
}

TEST(ContactStep, LaggingUntilItSettlesLeavesNoError) {
    double largest[2] = {};
    for (const int settled : {0, 1}) {
        testing::SceneRun run =
            resting_block(1.0, 1000.0, 1e6, fmt::format(R"(, "friction_updates": {})", settled ? 0 : 1));
        for (Vec3& v : run.state().v) v = {3.0, -1.0, 0.0};
        for (int step = 0; step < 10; ++step)
            largest[settled] = std::max(largest[settled], run.step().contact.lag_error);
    }
    EXPECT_GT(largest[0], 500.0) << "of a weight of 9.8 kN that falls";
    EXPECT_LT(largest[1], 0.05 * largest[0]);
}

}  // namespace
}  // namespace talweg::contact_step_test
