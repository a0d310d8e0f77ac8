/// Sheets and ropes in the air: falling, held against the wind, carried by it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

namespace talweg::air_test {
namespace {

using testing::SceneRun;

Scene scene_of(const std::string& text) { return parse_scene(text, "air.json", ".", {}); }

constexpr double rho = 1.2, normal = 1.17, tangential = 0.02, areal = 0.15, g = 9.81;

/// A square metre of triangles as a file: its points weigh what a third of the triangles around them does, and the air
/// acts on the same thirds.
std::string square() {
    static const TemporaryDirectory folder;
    static const std::string file = [] {
        const Mesh mesh = make_cloth({1, 1}, {6, 6});
        std::ofstream text(folder / "square.obj");
        for (const Vec3& p : mesh.points) text << fmt::format("v {:.17g} {:.17g} {:.17g}\n", p[0], p[1], p[2]);
        for (const auto& t : mesh.triangles) text << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
        return (folder / "square.obj").string();
    }();
    return file;
}

/// That square at rest. `world` and `body` are more keys.
std::string cloth(const std::string& world, const std::string& body, double step, const char* energies = "") {
    return fmt::format(
        R"({{ {}, "time": {{ "step": {}, "frames": 1 }},
              "bodies": [{{ "name": "sheet", "density": {}, {}
                "shape": {{ "type": "mesh", "file": "{}" }},
                "energies": [{{ "type": "sheet_drag", "normal": {}, "tangential": {} }}{}] }}] }})",
        world, step, areal, body, square(), normal, tangential, energies);
}
constexpr const char* fabric = R"(, { "type": "membrane_stable_neo_hookean", "youngs_modulus": 1e5,
    "poissons_ratio": 0.3, "thickness": 3e-4 }, { "type": "hinge_bending", "rigidity": 1e-5 })";

/// Steps until `time` and returns the mean velocity.
Vec3 velocity_at(SceneRun& run, double time) {
    while (run.state().time < time - 1e-9) {
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
        if (!report.completed) break;
    }
    Vec3 sum = Vec3::zero();
    for (const Vec3& v : run.state().v) sum += v / double(run.state().v.size());
    return sum;
}

TEST(Air, AFlatSheetFallsAtItsTerminalSpeed) {
    const double terminal = std::sqrt(2.0 * areal * g / (rho * normal));
    SceneRun run(scene_of(cloth(R"("gravity": [0, -9.81, 0])", "", 0.01, fabric)));
    const Vec3 v = velocity_at(run, 1.5);
    EXPECT_NEAR(v[1], -terminal, 1e-6 * terminal);
    EXPECT_NEAR(v[0], 0.0, 1e-9);
    // On the way there: v = v_t tanh(g t/v_t).
    SceneRun fine(scene_of(cloth(R"("gravity": [0, -9.81, 0])", "", 1e-3, fabric)));
    const double time = 0.148;
    EXPECT_NEAR(velocity_at(fine, time)[1], -terminal * std::tanh(g * time / terminal), 0.01 * terminal);
}

TEST(Air, ASheetHeldInTheWindFeelsTheDragOfItsPlate) {
    // Held along the wind only, so that something may move; turned by 30°, so that both coefficients count.
    const double angle = 30.0 * M_PI / 180.0, w = 7.0;
    const double across = w * std::cos(angle), along = w * std::sin(angle);
    const double force_n = 0.5 * rho * normal * across * across, force_t = 0.5 * rho * tangential * along * along;
    const std::string world = R"("gravity": [0, 0, 0], "air": { "wind": [0, -7, 0] })";
    for (const bool turned : {false, true}) {
        const std::string body = turned ? R"("hold": [{ "select": { "all": true }, "axes": "y" }],
            "place": { "rotate": { "axis": [0, 0, 1], "angle": 30 } },)"
                                        : R"("hold": [{ "select": { "all": true }, "axes": "y" }],)";
        SceneRun run(scene_of(cloth(world, body, 1e-6, fabric)));
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const double expected =
            turned ? force_n * std::cos(angle) + force_t * std::sin(angle) : 0.5 * rho * normal * w * w;
        EXPECT_NEAR(report.impulses.holds.at(0).linear[1] / 1e-6, expected, 1e-4 * expected) << turned;
        EXPECT_NEAR(report.impulses.loads.at(0).linear[1] / 1e-6, -expected, 1e-4 * expected) << turned;
    }
}

TEST(Air, WindIsAFieldOfTimeAndPlace) {
    // Nothing but air joins the points: each obeys σ v₁/h = ½ ρ C (w(t, z) − v₁)² on its own.
    const double h = 0.02;
    SceneRun run(
        scene_of(cloth(R"("gravity": [0, 0, 0], "air": { "density": 2, "wind": [0, "4 + z - 50*t", 0] })", "", h)));
    const Positions x = run.x();
    ASSERT_TRUE(run.step().completed);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double v = run.state().v[i][1], w = 4.0 + x[i][2] - 50.0 * h;
        EXPECT_NEAR(areal * v / h, 0.5 * 2.0 * normal * (w - v) * (w - v), 1e-6);
        EXPECT_GT(v, 0.0);
        EXPECT_LT(v, w);
    }
}

/// Whoever flies with −w through still air sees what somebody at rest sees in the wind w.
TEST(Air, OnlyTheMotionAgainstTheAirCounts) {
    for (const char* integrator : {"implicit_euler", "bdf2", "newmark", "symplectic_euler"}) {
        const bool is_explicit = std::string(integrator) == "symplectic_euler";
        const double h = is_explicit ? 2e-4 : 5e-3;
        const std::string world = fmt::format(R"("gravity": [0, 0, 0], "integrator": {{ "type": "{}" }}{})", integrator,
                                              is_explicit ? "" : R"(, "solver": { "tolerance": 1e-10 })");
        const std::string shaken = R"("scramble": 0.01, "seed": 3)";
        SceneRun flying(
            scene_of(cloth(world, fmt::format(R"("start": {{ {}, "velocity": [3, -4, 1] }},)", shaken), h, fabric)));
        SceneRun standing(scene_of(cloth(world + R"(, "air": { "wind": [-3, 4, -1] })",
                                         fmt::format(R"("start": {{ {} }},)", shaken), h, fabric)));
        for (int n = 0; n < 20; ++n) {
            ASSERT_TRUE(flying.step().completed) << integrator;
            ASSERT_TRUE(standing.step().completed) << integrator;
        }
        const double t = flying.state().time;
        const Positions a = flying.x(), b = standing.x();
        double moved = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_NEAR(norm(a[i] - t * Vec3{3, -4, 1} - b[i]), 0.0, 1e-9) << integrator;
            moved = std::max(moved, norm(b[i] - flying.model().rest[i]));
        }
        EXPECT_GT(moved, 0.01) << integrator << ": the wind must be felt";
    }
}

TEST(Air, StillAirOnlyTakesEnergy) {
    SceneRun run(scene_of(cloth(
        R"("gravity": [0, 0, 0], "integrator": { "type": "newmark" })",
        R"("start": { "scramble": 0.02, "angular_velocity": [0, 8, 3], "velocity": [1, 0, 2] },)", 2e-3, fabric)));
    const auto kinetic = [&] { return kinetic_energy(run.model(), run.state()); };
    double before = HUGE_VAL, first = 0.0;
    for (int n = 0; n < 100; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const double total = kinetic() + std::accumulate(report.potentials.begin(), report.potentials.end(), 0.0);
        if (n == 0) first = total;
        EXPECT_LE(total, before + 1e-3 * first) << n;  // the trapezoidal rule itself keeps no more than that
        before = total;
    }
    EXPECT_LT(before, 0.9 * first);
}

TEST(Air, RopesFallFasterAlongThanAcross) {
    const auto speed = [](const char* to) {
        SceneRun run(scene_of(fmt::format(
            R"({{ "time": {{ "step": 0.02, "frames": 1 }}, "air": {{ "density": 1.5 }},
                  "bodies": [{{ "name": "rope", "density": 0.05,
                    "shape": {{ "type": "rope", "from": [0, 0, 0], "to": {}, "segments": 8 }},
                    "energies": [{{ "type": "hooke_spring", "stiffness": 1000 }},
                      {{ "type": "rope_drag", "diameter": 0.02, "normal": 1.1, "tangential": 0.1 }}] }}] }})",
            to)));
        return -velocity_at(run, 15.0)[1];
    };
    EXPECT_NEAR(speed("[1, 0, 0]"), std::sqrt(2.0 * 0.05 * g / (1.5 * 1.1 * 0.02)), 1e-4);
    EXPECT_NEAR(speed("[0, 1, 0]"), std::sqrt(2.0 * 0.05 * g / (1.5 * 0.1 * 0.02)), 0.01);
}

TEST(Air, WhatIsWrongWithTheWindIsSaid) {
    const auto complaint = [](const char* wind) -> std::string {
        try {
            scene_of(cloth(fmt::format(R"("air": {{ "wind": {} }})", wind), "", 0.01));
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    EXPECT_NE(complaint(R"([0, "3*w", 0])").find("\"w\" is not known; known are t, x, y, z, pi"), std::string::npos);
    EXPECT_NE(complaint(R"([0, 0])").find("air.wind"), std::string::npos);
    const World calm = build_model(scene_of(
        R"({ "air": { "wind": [1, 0, 0] }, "time": { "step": 0.01 }, "bodies": [{ "name": "sheet", "density": 1,
             "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] } }] })"));
    ASSERT_FALSE(calm.notes.empty());
    EXPECT_NE(calm.notes.back().find("sheet_drag"), std::string::npos);
}

}  // namespace
}  // namespace talweg::air_test
