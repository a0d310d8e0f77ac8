/// Bodies that are drawn to their shape as a whole, by the minimiser and by position-based methods.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <numbers>

#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::shape_matching_physics_test {
namespace {

using testing::SceneRun;

/// A box that begins stretched and turning.
Scene wobbling(const std::string& integrator, double stiffness = 2000.0, double step = 0.01, double stretch = 1.3,
               const std::string& more = "") {
    return parse_scene(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": {} }}, "integrator": {},
          "bodies": [{{ "name": "duck", "density": 100, "shape_matching": {{ "stiffness": {} }},
             "shape": {{ "type": "box", "size": [1, 0.5, 0.4], "cells": [4, 3, 2] }},
             "start": {{ "stretch": [{}, 1, 0.9], "velocity": [1, 0, 0], "angular_velocity": [0, 2, 3] }} {} }}] }})",
                                   step, integrator, stiffness, stretch, more),
                       "duck", ".", {});
}

double apart(const Positions& a, const Positions& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, norm(a[i] - b[i]));
    return most;
}

/// Stretched evenly it swings with √κ: every point is drawn with κ m to its place.
TEST(ShapeMatching, SwingsWithTheRootOfItsStiffness) {
    constexpr double kappa = 900.0;
    Scene scene = wobbling(R"({ "type": "velocity_verlet" })", kappa, 0.0005, 1.05);
    scene.bodies[0].start.angular_velocity = Vec3::zero();
    SceneRun run(scene);
    std::vector<double> crossings;
    double before = 0.0;
    for (int n = 1; n < 700 && crossings.size() < 3; ++n) {
        ASSERT_TRUE(run.step().completed);
        double longest = 0.0, left = 1e9;
        for (const Vec3& x : run.x()) {
            longest = std::max(longest, x[0]);
            left = std::min(left, x[0]);
        }
        const double now = longest - left - 1.0;
        if (n > 1 && now * before < 0.0) crossings.push_back((n - now / (now - before)) * 0.0005);
        before = now;
    }
    ASSERT_EQ(crossings.size(), 3u);
    EXPECT_NEAR(2.0 * std::numbers::pi / (crossings[2] - crossings[0]), std::sqrt(kappa), 1e-3 * std::sqrt(kappa));
}

TEST(ShapeMatching, XpbdReachesTheMinimum) {
    for (const char* held : {"", R"(, "hold": [{ "select": { "group": "left" } }])"}) {
        const auto scene = [&](const std::string& integrator) { return wobbling(integrator, 2000.0, 0.01, 1.3, held); };
        Scene newton = scene(R"({ "type": "implicit_euler" })");
        newton.solver.tolerance = 1e-11;
        SceneRun minimum(newton), few(scene(R"({ "type": "xpbd", "substeps": 1, "iterations": 1 })")),
            many(scene(R"({ "type": "xpbd", "substeps": 1, "iterations": 400 })"));
        for (int n = 0; n < 5; ++n)
            for (SceneRun* run : {&minimum, &few, &many}) ASSERT_TRUE(run->step().completed);
        const double after_one = apart(few.x(), minimum.x());
        std::cout << fmt::format("after five steps xpbd is {:.1e} m away, with one iteration {:.1e} m\n",
                                 apart(many.x(), minimum.x()), after_one);
        EXPECT_LT(apart(many.x(), minimum.x()), 1e-10);
        // A free body's goals stay where they are while its points go there: one iteration is all.
        EXPECT_EQ(after_one < 1e-10, *held == 0) << after_one;
    }
}

TEST(ShapeMatching, KeepsMomenta) {
    for (const char* integrator : {"implicit_euler", "xpbd", "position_based"}) {
        SceneRun run(wobbling(fmt::format(R"({{ "type": "{}" }})", integrator)));
        const auto momenta = [&] { return body_momenta(run.model(), run.state().c, run.state().v)[0]; };
        const auto before = momenta();
        for (int n = 0; n < 20; ++n) ASSERT_TRUE(run.step().completed);
        EXPECT_LT(norm(momenta().linear - before.linear), 1e-9 * norm(before.linear)) << integrator;
    }
}

/// Müller's point: goals are reached whatever the step, and never overshot.
TEST(ShapeMatching, IsStableHoweverLongTheStep) {
    for (const char* integrator : {R"({ "type": "position_based", "iterations": 1 })", R"({ "type": "xpbd" })",
                                   R"({ "type": "implicit_euler" })"}) {
        SceneRun run(wobbling(integrator, 1e6, 0.1, 2.0));
        const double first = kinetic_energy(run.model(), run.state());
        for (int n = 0; n < 50; ++n) ASSERT_TRUE(run.step().completed);
        double longest = 0.0;
        const Positions x = run.x();
        for (const Vec3& a : x)
            for (const Vec3& b : x) longest = std::max(longest, norm(a - b));
        EXPECT_NEAR(longest, std::sqrt(1.0 + 0.25 + 0.16), 0.02) << integrator;
        EXPECT_LT(kinetic_energy(run.model(), run.state()), 1.001 * first) << integrator;
    }
}

TEST(ShapeMatching, IsTheSameForAnyNumberOfThreadsAndWhenResumed) {
    for (const char* integrator : {"implicit_euler", "xpbd", "position_based"}) {
        const auto end = [&](int threads, bool resumed) {
            return testing::with_threads(threads, [&] {
                const Scene scene = wobbling(fmt::format(R"({{ "type": "{}" }})", integrator));
                SceneRun run(scene), again(scene);
                for (int n = 0; n < 5; ++n) EXPECT_TRUE(run.step().completed);
                if (resumed) {
                    again.state() = restore(save(run.state()));
                    again.stepper().backend().restore(run.stepper().backend().save());
                }
                SceneRun& going = resumed ? again : run;
                for (int n = 0; n < 5; ++n) EXPECT_TRUE(going.step().completed);
                return going.state();
            });
        };
        const State one = end(1, false), four = end(4, false), resumed = end(2, true);
        EXPECT_TRUE(one.c == four.c && one.v == four.v) << integrator;
        EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v) << integrator;
    }
}

}  // namespace
}  // namespace talweg::shape_matching_physics_test
