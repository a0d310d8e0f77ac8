/// Loads that change with time, damping and mass as scenes ask for them, against closed forms.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <numbers>

#include "support/scene_run.hpp"

namespace talweg::loads_test {
namespace {

/// A plate of 1 m² and 2 kg that nothing holds together, in the plane, without weight, with more keys in its body.
std::string plate(const std::string& integrator, double step, const std::string& keys, int cells = 1) {
    return fmt::format(
        R"({{"planar": true, "gravity": [0, 0, 0], "time": {{"step": {}}}, "integrator": {{"type": "{}"}},
        "solver": {{"tolerance": 1e-11}}, "bodies": [{{"name": "plate", "density": 2,
        "shape": {{"type": "grid", "size": [1, 1], "cells": [{}, {}]}}, {}}}]}})",
        step, integrator, cells, cells, keys);
}

Vec3 center(const testing::SceneRun& run) {
    Vec3 sum = Vec3::zero();
    for (const Vec3& x : run.x()) sum += x;
    return sum / double(run.x().size());
}

TEST(Loads, AForceThatFadesMovesAFreeBodyAtTheOrderOfEveryIntegrator) {
    // m ẍ = F exp(−t) from rest: x = F/m (t − 1 + exp(−t)).
    const double t = 1.0, exact = 6.0 / 2.0 * (t - 1.0 + std::exp(-t));
    for (const IntegratorEntry& entry : list_integrators()) {
        if (std::string(entry.name) == "quasi_static" || std::string(entry.name) == "minimise") continue;
        const auto error = [&](int steps) {
            testing::SceneRun run(parse_scene(
                plate(entry.name, t / steps,
                      R"("loads": [{"type": "force", "select": {"all": true}, "force": ["exp(-t)*6", 0, 0]}])"),
                "plate"));
            for (int n = 0; n < steps; ++n) EXPECT_TRUE(run.step().completed);
            return std::fabs(center(run)[0] - exact);
        };
        const std::string name = entry.name;
        const double order = name == "bdf2" || name == "newmark" || name == "velocity_verlet" ? 2.0 : 1.0;
        const double coarse = error(100), fine = error(200);
        EXPECT_LT(fine, 0.02 * exact) << name;
        EXPECT_NEAR(std::log2(coarse / fine), order, 0.15) << name;
    }
}

// Far from the world's origin, where −f·x would be thousands of joules, the energy of the load is minus its work.
TEST(Loads, TheirEnergiesAreMeasuredFromTheStart) {
    testing::SceneRun run(parse_scene(
        plate("implicit_euler", 0.01, R"("place": {"translate": [1000, 500, 0]}, "start": {"translate": [1, 2, 0]},
              "loads": [{"type": "force", "select": {"all": true}, "force": [6, "3*t", 0]}])"),
        "plate"));
    const Vec3 start = center(run);
    for (int n = 1; n <= 20; ++n) {
        const StepReport report = run.step();
        double loads = 0.0;
        for (const double potential : report.potentials) loads += potential;
        const Vec3 way = center(run) - start;
        EXPECT_NEAR(loads, -(6.0 * way[0] + 0.03 * n * way[1]), 1e-9) << "step " << n;
    }
}

TEST(Loads, KeyframesAndExpressionsThatSayTheSameMoveAlike) {
    const auto after = [](const char* pull) {
        testing::SceneRun run(
            parse_scene(plate("implicit_euler", 0.01,
                              fmt::format(R"("loads": [{{"type": "body_force", "force_density": [0, {}, 0]}}])", pull)),
                        "plate"));
        for (int n = 0; n < 50; ++n) EXPECT_TRUE(run.step().completed);
        return center(run)[1];
    };
    const double ramp = after(R"("min(t, 0.2)*8")");
    EXPECT_GT(ramp, 0.05);
    EXPECT_NEAR(after(R"({"keyframes": [[0, 0], [0.2, 1.6]]})"), ramp, 1e-12);
}

/// An elastic plate of St. Venant and Kirchhoff's material.
const std::string elastic =
    R"("energies": [{"type": "plane_strain_st_venant_kirchhoff", "youngs_modulus": 1e4, "poissons_ratio": 0.3,
    "thickness": 1}])";

TEST(Loads, PressureAllRoundShrinksAPlateByTheClosedForm) {
    // F = s I with Piola stress P = s (λ + μ)(s² − 1) against the pressure, −q s per rest length.
    const double lame_sum = 1e4 * 0.3 / (1.3 * 0.4) + 1e4 / 2.6, q = 500.0;
    testing::SceneRun run(parse_scene(
        plate("quasi_static", 1.0,
              elastic + R"(, "hold": [{"select": {"indices": [12]}}, {"select": {"indices": [2, 22]}, "axes": "y"}],
              "loads": [{"type": "pressure", "pressure": "500*t"}])",
              4),
        "plate"));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    const double s = std::sqrt(1.0 - q / lame_sum);
    const Positions x = run.x();
    EXPECT_NEAR(norm(x[24] - x[0]) / std::numbers::sqrt2, s, 1e-9);
    EXPECT_LE(report.iterations.size(), 20u);
}

TEST(Loads, PressureOnOneSideOfAFreeBodyPushesItThroughItsCentre) {
    // The rim is free, so its part lags by a step; force and torque at the start are exact.
    testing::SceneRun run(parse_scene(
        plate("newmark", 1e-3,
              elastic + R"(, "loads": [{"type": "pressure", "select": {"group": "left"}, "pressure": 4}])", 4),
        "plate"));
    for (int n = 0; n < 500; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_NEAR(center(run)[0], 0.5 * 4.0 / 2.0 * 0.25, 2e-3);  // ½ (q/m) t² and a little vibration
    EXPECT_NEAR(center(run)[1], 0.0, 1e-4);                     // the side tilts a little
}

TEST(Loads, PressureTurnsWithTheBody) {
    // A plate that spins once per second under a constant pressure on one side: the force goes round with it, and after
    // one turn the velocity has come back to what it was, which a dead force would have made q/m.
    testing::SceneRun run(
        parse_scene(plate("newmark", 1e-3, elastic + R"(, "start": {"angular_velocity": [0, 0, 6.283185307179586]},
              "loads": [{"type": "pressure", "select": {"group": "left"}, "pressure": 0.5}])",
                          2),
                    "plate"));
    for (int n = 0; n < 1000; ++n) ASSERT_TRUE(run.step().completed);
    Vec3 momentum = Vec3::zero();
    for (std::size_t i = 0; i < run.state().v.size(); ++i) momentum += run.model().mass.diagonal[i] * run.state().v[i];
    EXPECT_LT(norm(momentum), 0.02 * 0.5);
}

TEST(Damping, OfTheMassStopsFlightAtItsRate) {
    testing::SceneRun run(
        parse_scene(plate("bdf2", 0.01, R"("start": {"velocity": [1, 0, 0]}, "damping": {"mass": 2})"), "plate"));
    for (int n = 0; n < 100; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_NEAR(center(run)[0], 0.5 * (1.0 - std::exp(-2.0)), 1e-3);
}

TEST(Damping, OfTheStiffnessActsOnEveryElasticEnergyAndNotOnFlight) {
    const auto energy_left = [](const char* damping) {
        testing::SceneRun run(parse_scene(
            plate(
                "newmark", 1e-3,
                elastic + fmt::format(R"(, "start": {{"stretch": [1.05, 1, 1], "velocity": [1, 2, 0]}}, "damping": {})",
                                      damping),
                2),
            "plate"));
        StepReport report;
        for (int n = 0; n < 300; ++n) report = run.step();
        EXPECT_NEAR(center(run)[0], 0.3, 1e-9);
        EXPECT_NEAR(center(run)[1], 0.6, 1e-9);
        double potential = 0.0;
        for (const double joules : report.potentials) potential += joules;
        return kinetic_energy(run.model(), run.state()) - 5.0 +
               potential;  // without that of the flight, ½ 2 kg 5 m²/s²
    };
    const double free = energy_left("{}"), damped = energy_left(R"({"stiffness": 0.005})");
    EXPECT_GT(free, 10.0);
    EXPECT_LT(damped, 0.02 * free);
}

}  // namespace
}  // namespace talweg::loads_test
