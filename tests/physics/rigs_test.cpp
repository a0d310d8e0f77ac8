/// Rigs and complementary dynamics: the rig says the primary motion, the body adds only what the rig could not say.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <fstream>

#include "support/dense.hpp"
#include "support/rigged_box.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/model/constraints.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::rigs_test {
namespace {

using ::testing::HasSubstr;
using testing::rigged_box;
using testing::SceneRun;

const std::string turn_and_go = R"("motion": { "displacement": ["0.3*t", "0.5*t^2", "0.1*sin(5*t) "],
    "angle": "200*t + 40*sin(9*t) ", "axis": [1, 2, 3], "center": [0.4, 0, 0] })";

/// A bar with two handles at its ends.
std::string bar(const std::string& first, const std::string& second, const std::string& rig = "",
                const std::string& body = "", int cells = 2) {
    return fmt::format(R"({{ "name": "bar", "shape": {{ "type": "beam", "size": [1, 0.3, 0.3], "cells_through": {} }},
        "density": 1000, "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }}],
        "rig": {{ "handles": [{{ "name": "left", "at": [[-0.5, 0, 0]] {} }},
                              {{ "name": "right", "at": [[0.5, 0, 0]] {} }}] {} }} {} }})",
                       cells, first.empty() ? "" : ", " + first, second.empty() ? "" : ", " + second, rig, body);
}

Scene scene_of(const std::string& bodies, const std::string& more) {
    return parse_scene(fmt::format(R"({{ "bodies": [{}], {} }})", bodies, more), "rig", ".", {});
}

/// What moves all handles together is said by the rig in full: nothing is left for the body to add. Gravity, too, is
/// taken by the constraint.
TEST(Rigs, MotionOfAllHandlesLeavesNothingToAdd) {
    for (const char* reduce : {"", R"(, "reduce": { "modes": 4, "clusters": 20 })"}) {
        SceneRun run(scene_of(bar(turn_and_go, turn_and_go, "", reduce), R"("time": { "step": 0.02 })"));
        const Motion motion = [&] {
            const Scene scene = scene_of(bar(turn_and_go, turn_and_go), R"("time": { "step": 0.02 })");
            return *scene.bodies[0].rig->handles[0].motion->motion();
        }();
        const Positions start = run.x();
        for (int n = 1; n <= 25; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << report.advice;
            const Positions x = run.x();
            for (std::size_t i = 0; i < x.size(); ++i)
                ASSERT_LT(norm(x[i] - motion.at(start[i], 0.02 * n)), 1e-10) << reduce << " step " << n;
        }
    }
}

TEST(Rigs, MomentumLeaksWhereItIsAllowedTo) {
    SceneRun run(scene_of(bar(turn_and_go, turn_and_go, R"(, "leak": true)", "", 4), R"("time": { "step": 0.02 })"));
    SceneRun tight(scene_of(bar(turn_and_go, turn_and_go, "", "", 4), R"("time": { "step": 0.02 })"));
    for (int n = 0; n < 10; ++n) {
        ASSERT_TRUE(run.step().completed);
        ASSERT_TRUE(tight.step().completed);
    }
    double apart = 0.0;
    for (std::size_t i = 0; i < run.x().size(); ++i) apart = std::max(apart, norm(run.x()[i] - tight.x()[i]));
    EXPECT_GT(apart, 1e-3);
}

/// The minimum of E under A c = d by Newton's method with dense matrices, from the same state.
Positions dense_minimum(const Scene& scene, double dt) {
    World world = build_model(scene);
    const Model& model = world.model;
    Assembler assembler(model);
    const bool inertia = scene.integrator.type != "quasi_static";
    Landscape landscape;
    landscape.c_tilde = world.state.c;
    landscape.inertia = inertia ? 1.0 : 0.0;
    landscape.scale = inertia ? dt * dt : 1.0;
    landscape.rate = 1.0 / dt;
    landscape.b = {model, dt};
    follow(model.map, world.state.c, landscape.b, landscape.x_ref);
    const Constraints& constraints = *model.constraints;
    const int rows = constraints.row_count(), n = 3 * model.node_count();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(rows, n);
    for (const auto& part : constraints.parts)
        for (const auto& [node, weight] : constraints.stencils.row(part.stencil))
            for (int k = 0; k < 3; ++k) a(part.row, 3 * node + k) += weight * part.direction[k];
    const std::vector<double> d = constraints.at(dt);
    Nodes c = world.state.c;
    for (int iteration = 0; iteration < 60; ++iteration) {
        System system;
        assembler.assemble(landscape, c, Hessian::projected, system);
        Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(n + rows, n + rows);
        kkt.topLeftCorner(n, n) = testing::dense(system.hessian);
        kkt.topRightCorner(n, rows) = a.transpose();
        kkt.bottomLeftCorner(rows, n) = a;
        Eigen::VectorXd right(n + rows);
        right.head(n) = -testing::dense(system.gradient);
        const std::vector<double> now = constraints.of(c);
        for (int r = 0; r < rows; ++r) right[n + r] = d[r] - now[r];
        const Eigen::VectorXd p = kkt.fullPivLu().solve(right);
        double alpha = iteration < 30 ? 0.5 : 1.0;
        for (int i = 0; i < model.node_count(); ++i)
            for (int k = 0; k < 3; ++k) c[i][k] += alpha * p[3 * i + k];
        if (p.head(n).cwiseAbs().maxCoeff() < 1e-14) break;
    }
    world.state.c = c;
    world.state.time = dt;
    return places(model, world.state);
}

TEST(Rigs, FindsTheConstrainedMinimum) {
    const std::string bend =
        R"("motion": { "displacement": [0, 0, 0], "angle": "40*t", "axis": [0, 0, 1], "center": [0.5, 0, 0] })";
    for (const char* integrator : {"quasi_static", "implicit_euler"}) {
        const double dt = std::string(integrator) == "quasi_static" ? 1.0 : 0.5;
        const Scene scene = scene_of(bar("", bend, "", "", 1),
                                     fmt::format(R"("time": {{ "step": {} }}, "integrator": {{ "type": "{}" }},
                                        "solver": {{ "tolerance": 1e-10 }}, "gravity": [0, -2, 0])",
                                                 dt, integrator));
        SceneRun run(scene);
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Positions x = run.x(), expected = dense_minimum(scene, dt);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(x[i] - expected[i]), 1e-9) << integrator << " " << i;
        const Constraints& constraints = *run.model().constraints;
        EXPECT_LT(constraints.miss(run.state().c, constraints.at(dt)), 1e-10);
    }
}

/// Every point a handle of its own leaves nothing free: the rig's motion, exactly.
TEST(Rigs, EveryPointAHandle) {
    TemporaryDirectory folder;
    std::string handles;
    const int points = 8;
    std::ofstream weights(folder / "weights.txt");
    for (int i = 0; i < points; ++i) {
        for (int j = 0; j < points; ++j) weights << (i == j ? "1 " : "0 ");
        weights << "\n";
        handles += fmt::format(R"({}{{ "at": [[0, 0, 0]], "motion": {{ "velocity": [{}, {}, 0.1] }} }})", i ? ", " : "",
                               0.01 * i, 0.02 * (i % 3));
    }
    weights.close();
    const Scene scene = parse_scene(fmt::format(R"({{ "time": {{ "step": 0.05 }}, "bodies": [{{ "name": "cube",
            "shape": {{ "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }}, "density": 1000,
            "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }}],
            "rig": {{ "handles": [{}], "weights": "{}" }} }}] }})",
                                                handles, (folder / "weights.txt").string()),
                                    "every", ".", {});
    SceneRun run(scene);
    const Positions start = run.x();
    for (int n = 1; n <= 4; ++n) {
        ASSERT_TRUE(run.step().completed);
        for (int i = 0; i < points; ++i)
            EXPECT_LT(norm(run.x()[i] - start[i] - 0.05 * n * Vec3{0.01 * i, 0.02 * (i % 3), 0.1}), 1e-12);
    }
}

/// A fast wave of one handle: the rig's own values are kept, the body swings beside them, and calms down on them.
TEST(Rigs, TheBodySwingsAndTheRigStaysInCharge) {
    const std::string wave = R"("motion": { "displacement": [0, "0.2*sin(20*t) ", 0] })";
    SceneRun run(scene_of(bar("", wave), R"("time": { "step": 0.01 }, "gravity": [0, 0, 0])"));
    SceneRun rig(
        scene_of(bar("", wave, R"(, "secondary": "none")"), R"("time": { "step": 0.01 }, "gravity": [0, 0, 0])"));
    double apart = 0.0;
    for (int n = 1; n <= 30; ++n) {
        ASSERT_TRUE(run.step().completed);
        ASSERT_TRUE(rig.step().completed);
        const Constraints& constraints = *run.model().constraints;
        EXPECT_LT(constraints.miss(run.state().c, constraints.at(0.01 * n)), 1e-10);
        for (std::size_t i = 0; i < run.x().size(); ++i) apart = std::max(apart, norm(run.x()[i] - rig.x()[i]));
    }
    EXPECT_GT(apart, 0.005);
    EXPECT_LT(apart, 0.2);
}

TEST(Rigs, RunsRepeatAndResume) {
    TemporaryDirectory folder;
    const std::string wave = R"("motion": { "displacement": [0, "0.2*sin(20*t) ", 0] })";
    for (const char* reduce : {"", R"(, "reduce": { "modes": 3, "clusters": 10 })"}) {
        const auto go = [&](const std::string& name, int frames, int threads, RunMode mode) {
            const Scene scene =
                scene_of(bar("", wave, "", reduce), fmt::format(R"("time": {{ "step": 0.01, "frames": {} }})", frames));
            SimulationOptions options;
            options.threads = threads;
            simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
        };
        const std::string whole = *reduce ? "reduced" : "full", parts = whole + "_parts";
        go(whole, 10, 1, RunMode::fresh);
        go(parts, 4, 2, RunMode::fresh);
        go(parts, 10, 2, RunMode::resume);
        EXPECT_EQ(read_whole_file(RunDirectory{folder / whole}.positions()),
                  read_whole_file(RunDirectory{folder / parts}.positions()));
    }
}

/// A glTF file as shape and as rig, in a lattice, placed in the world: the far end goes where its joint leads it.
TEST(Rigs, AFileLeadsTheSolidThatItHolds) {
    TemporaryDirectory folder;
    std::ofstream(folder / "box.gltf") << rigged_box();
    for (const char* secondary : {"none", "complementary"}) {
        SceneRun run(parse_scene(
            fmt::format(
                R"({{ "time": {{ "step": 0.1, "frames": 10 }}, "gravity": [0, 0, 0], "bodies": [{{ "name": "box",
                "shape": {{ "type": "solid", "surface": {{ "type": "mesh", "file": "box.gltf" }}, "spacing": 0.3 }},
                "place": {{ "scale": 2, "translate": [0, 5, 0] }}, "density": 1000,
                "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }}],
                "rig": {{ "file": "box.gltf", "animation": "bend", "secondary": "{}" }} }}] }})",
                secondary),
            "box", folder.path(), {}));
        const Positions start = run.x();
        for (int n = 0; n < 10; ++n) ASSERT_TRUE(run.step().completed);
        const double half = std::sqrt(0.5);
        double farthest = 0.0;
        for (std::size_t i = 0; i < start.size(); ++i) {
            if (start[i][0] < 3.0) continue;
            const Vec3 r = start[i] - Vec3{2, 5, 0};
            const Vec3 led{2 + half * (r[0] - r[1]), 5 + half * (r[0] + r[1]), r[2]};
            farthest = std::max(farthest, norm(run.x()[i] - led));
        }
        // Exactly by the rig alone; beside it, within what the body adds.
        EXPECT_LT(farthest, std::string(secondary) == "none" ? 1e-6 : 0.5) << secondary;
        EXPECT_GT(farthest, std::string(secondary) == "none" ? -1.0 : 1e-4) << secondary;
    }
}

/// The same under an armature of half the size that stands a metre aside: mesh and joints are found together.
TEST(Rigs, AFileWhoseArmatureWasMovedLeadsItsSolid) {
    TemporaryDirectory folder;
    std::ofstream(folder / "box.gltf") << rigged_box(R"(,"scale":[0.5,0.5,0.5],"translation":[0,0,1])");
    SceneRun run(parse_scene(
        R"({ "time": { "step": 0.1, "frames": 10 }, "gravity": [0, 0, 0], "bodies": [{ "name": "box",
             "shape": { "type": "solid", "surface": { "type": "mesh", "file": "box.gltf" }, "spacing": 0.15 },
             "place": { "translate": [0, 5, 0] }, "density": 1000,
             "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }],
             "rig": { "file": "box.gltf", "animation": "bend", "secondary": "none" } }] })",
        "box", folder.path(), {}));
    const Positions start = run.x();
    for (int n = 0; n < 10; ++n) ASSERT_TRUE(run.step().completed);
    const double half = std::sqrt(0.5);
    int far = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        EXPECT_NEAR(start[i][2], 1.0, 0.3);
        if (start[i][0] < 0.85) continue;
        ++far;
        const Vec3 r = start[i] - Vec3{0.5, 5, 1};
        const Vec3 led{0.5 + half * (r[0] - r[1]), 5 + half * (r[0] + r[1]), 1 + r[2]};
        EXPECT_LT(norm(run.x()[i] - led), 1e-6);
    }
    EXPECT_GT(far, 4);
}

TEST(Rigs, MistakesAreNamed) {
    const auto complaint = [](const std::string& rig,
                              const std::string& shape = R"("type": "box", "size": [1, 1, 1], "cells": [1, 1, 1])") {
        try {
            build_model(parse_scene(
                fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "cube", "shape": {{ {} }},
                    "density": 1000, "rig": {{ {} }} }}] }})",
                            shape, rig),
                "mistake", ".", {}));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(complaint(""), HasSubstr("has no handles"));
    EXPECT_THAT(complaint(R"("handles": [{ "at": [[0, 0, 0]] }], "weights": "nowhere.txt")"),
                HasSubstr("cannot be read"));
    EXPECT_THAT(complaint(R"("file": "nowhere.glb")"), HasSubstr("cannot be read"));
    EXPECT_THAT(complaint(R"("handles": [{ "at": [[0, 0, 0]] }], "leak": true)",
                          R"("type": "cloth", "size": [1, 1], "cells": [2, 2])"),
                HasSubstr("only solids"));
}

}  // namespace
}  // namespace talweg::rigs_test
