/// Linear constraints with multipliers: values that are kept and reached, reactions, contradictions, and travel under
/// the guards.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/model/constraints.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::constraints_test {
namespace {

using ::testing::HasSubstr;
using testing::SceneRun;

/// A bar of 1 × 0.25 × 0.25 m.
std::string bar(const std::string& constraints, const std::string& more = "") {
    return fmt::format(R"({{ "name": "bar", "shape": {{ "type": "beam", "size": [1, 0.25, 0.25], "cells_through": 1 }},
        "density": 1000, "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }}],
        "constraints": [{}] {} }})",
                       constraints, more);
}

Scene scene_of(const std::string& bodies, const std::string& more) {
    return parse_scene(fmt::format(R"({{ "bodies": [{}], {} }})", bodies, more), "constraints", ".", {});
}

std::string complaint(const std::string& constraints, const std::string& more = R"("time": { "step": 0.01 })") {
    try {
        build_model(scene_of(bar(constraints), more));
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

const std::string clamped = R"({ "name": "wall", "type": "plane", "select": { "group": "left" }, "normal": [1, 0, 0] },
    { "name": "mean", "type": "average", "select": { "group": "left" }, "axes": "yz" },
    { "name": "turn", "type": "sum", "points": [0, 1, 2, 3], "weights": [-1, -1, 1, 1], "direction": [0, 0, 1] })";

TEST(Constraints, MultipliersAreTheReactions) {
    const std::string settings = R"("time": { "step": 1 }, "integrator": { "type": "quasi_static" },
        "solver": { "tolerance": 1e-9 })";
    SceneRun run(scene_of(bar(clamped), settings));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    const Constraints& constraints = *run.model().constraints;
    EXPECT_LT(constraints.miss(run.state().c, constraints.at(1.0)), 1e-12);
    const double weight = 1000.0 * 0.0625 * 9.81;
    // The mean along y carries the weight, and so does what holds the body.
    const auto& group = constraints.groups[1];
    EXPECT_NEAR(report.impulses.in_constraints[group.begin], weight, 1e-9 * weight);
    EXPECT_NEAR(report.impulses.holds[0].linear[1], weight, 1e-9 * weight);
    EXPECT_NEAR(report.impulses.holds[0].linear[0], 0.0, 1e-7 * weight);
    // Its end hangs: there is a minimum, not only a place where it started.
    EXPECT_LT(run.x().back()[1], 0.25 - 1e-3);
}

TEST(Constraints, AMovedMeanIsWhereItBelongs) {
    for (const char* integrator : {"implicit_euler", "bdf2", "quasi_static"}) {
        SceneRun run(
            scene_of(bar(R"({ "type": "average", "select": { "all": true }, "move": ["0.1*t", "0.2*sin(t) ", 0] })"),
                     fmt::format(R"("time": {{ "step": 0.02 }}, "integrator": {{ "type": "{}" }})", integrator)));
        Vec3 start = Vec3::zero();
        for (const Vec3& x : run.x()) start += x / double(run.x().size());
        for (int n = 1; n <= 20; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << integrator << " " << report.advice;
            Vec3 mean = Vec3::zero();
            for (const Vec3& x : run.x()) mean += x / double(run.x().size());
            const double t = 0.02 * n;
            EXPECT_LT(norm(mean - start - Vec3{0.1 * t, 0.2 * std::sin(t), 0.0}), 1e-12) << integrator;
        }
    }
}

/// A bar whose ends repeat one another stretches like a ring: its strain is that of the move, everywhere.
TEST(Constraints, PeriodicBordersStretchEvenly) {
    SceneRun run(scene_of(bar(R"({ "type": "periodic", "first": { "group": "left" }, "second": { "group": "right" },
                  "move": ["0.1*t", 0, 0] },
                { "type": "average", "select": { "group": "left" } },
                { "type": "sum", "points": [0, 1, 2, 3], "weights": [-1, -1, 1, 1], "direction": [0, 0, 1] })"),
                          R"("gravity": [0, 0, 0], "time": { "step": 1 }, "integrator": { "type": "quasi_static" },
           "solver": { "tolerance": 1e-9 })"));
    ASSERT_TRUE(run.step().completed);
    const Positions x = run.x();
    for (const Body& body : run.model().bodies)
        for (int i = 0; i < body.point_count; ++i)
            EXPECT_NEAR(x[i][0] - x[0][0], 1.1 * (run.model().rest[i][0] - run.model().rest[0][0]), 1e-8);
}

TEST(Constraints, PointsSlideAlongLinesAndPlanes) {
    SceneRun run(scene_of(bar(R"({ "type": "line", "select": { "group": "left" }, "direction": [1, 1, 0] },
                                 { "type": "plane", "select": { "group": "right" }, "normal": [0, 1, 1] })"),
                          R"("time": { "step": 0.01 })"));
    const Positions start = run.x();
    for (int n = 0; n < 20; ++n) ASSERT_TRUE(run.step().completed);
    const Positions x = run.x();
    double farthest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3 d = x[i] - start[i];
        farthest = std::max(farthest, norm(d));
        if (start[i][0] < -0.499) {
            EXPECT_LT(norm(cross(d, Vec3{1, 1, 0})), 1e-12);
        }
    }
    EXPECT_GT(farthest, 0.01);
}

TEST(Constraints, MistakesAreNamed) {
    const std::string held = R"({ "name": "first", "type": "average", "select": { "all": true } })";
    EXPECT_THAT(
        complaint(held + R"(, { "name": "second", "type": "average", "select": { "all": true }, "move": [0, "t", 0] })",
                  R"("time": { "step": 0.01, "frames": 10 })"),
        HasSubstr("contradicts \"bar.first\""));
    EXPECT_EQ(complaint(held + R"(, { "name": "again", "type": "average", "select": { "all": true } })"), "nothing");
    EXPECT_THAT(complaint(R"({ "type": "plane", "select": { "all": true }, "normal": [0, 0, 0] })"),
                HasSubstr("without direction"));
    EXPECT_THAT(complaint(R"({ "type": "sum", "points": [0, 1], "weights": [1], "direction": [1, 0, 0] })"),
                HasSubstr("2 points and 1 weights"));
    EXPECT_THAT(complaint(R"({ "type": "periodic", "first": { "group": "left" }, "second": { "indices": [1] } })"),
                HasSubstr("same form"));
    EXPECT_THAT(complaint(held, R"("time": { "step": 0.01 }, "integrator": { "type": "newmark" })"),
                HasSubstr("does not go with"));
}

/// A mean that is driven into a wall: the body is pressed, the rows are slowed and told, nothing passes.
TEST(Constraints, AWallIsInTheWay) {
    SceneRun run(
        parse_scene(fmt::format(R"({{ "bodies": [{}], "gravity": [0, 0, 0], "time": {{ "step": 0.01 }},
            "contact": {{ "distance": 0.005 }},
            "obstacles": [{{ "name": "wall",
                             "shape": {{ "type": "plane", "point": [1.0, 0, 0], "normal": [-1, 0, 0] }} }}] }})",
                                bar(R"({ "type": "average", "select": { "group": "left" }, "move": ["2*t", 0, 0] })")),
                    "wall", ".", {}));
    double slowed = 0.0;
    bool stopped = false;
    for (int n = 0; n < 100 && !stopped; ++n) {
        const StepReport report = run.step();
        stopped = !report.completed;
        slowed += report.slowed;
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) ASSERT_LT(x[i][0], 1.0);
        const Constraints& constraints = *run.model().constraints;
        if (!stopped) {
            EXPECT_LT(constraints.miss(run.state().c, constraints.at(run.state().script_time())), 1e-10);
        }
    }
    EXPECT_GT(slowed, 0.0);
}

TEST(Constraints, RunsRepeatAndResume) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(
            fmt::format(R"({{ "bodies": [{}], "time": {{ "step": 0.01, "frames": {} }} }})", bar(clamped), frames),
            "bar", ".", {});
        SimulationOptions options;
        options.threads = threads;
        simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
    };
    go("whole", 12, 1, RunMode::fresh);
    go("parts", 5, 2, RunMode::fresh);
    go("parts", 12, 2, RunMode::resume);
    const RunDirectory whole{folder / "whole"}, parts{folder / "parts"};
    EXPECT_EQ(read_whole_file(whole.positions()), read_whole_file(parts.positions()));
    EXPECT_EQ(read_whole_file(whole.series("constraints")), read_whole_file(parts.series("constraints")));
}

}  // namespace
}  // namespace talweg::constraints_test
