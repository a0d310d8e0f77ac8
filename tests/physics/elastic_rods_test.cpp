/// Rods with twist against what is known in closed form: helices, springs, rings that buckle, turns that are counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "support/dense.hpp"
#include "support/richardson.hpp"
#include "support/rod_runs.hpp"
#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/solve/backend.hpp"
#include "talweg/step/integrators/quasi_static.hpp"

namespace talweg::elastic_rods_test {
namespace {

using testing::HelixMeasure;
using testing::Richardson;
using testing::SceneRun;
constexpr double pi = std::numbers::pi;

Scene scene(const std::string& text) { return parse_scene(text, "scene.json", ".", {}); }

std::string energies(double stretch, double bending, double torsion, double radius, const std::string& natural) {
    return fmt::format(R"([{{ "type": "hooke_spring", "stiffness": {} }},
        {{ "type": "elastic_rod", "bending": {}, "bending_across": {}, "torsion": {}, "radius": {}, {} }}])",
                       stretch, bending, bending, torsion, radius, natural);
}

const std::string straight = R"("curvature": 0, "curvature_across": 0, "twist": 0, "drawn": 0)";

double rod_energy(const SceneRun& run, const StepReport& report) {
    return report.potentials[testing::rod_term(run.model())];
}

/// As in rods_test.cpp, with rods that know twist: bending alone, upwards and sideways.
Vec3 tip_of_rod(int segments, double pull, const Vec3& to) {
    const double length = 1.0 / (segments - 0.5);
    SceneRun run(scene(fmt::format(
        R"({{ "gravity": [0, 0, 0], "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "solver": {{ "tolerance": 1e-9, "max_iterations": 2000 }},
              "bodies": [{{ "name": "rod", "density": 1, "hold": [{{ "select": {{ "indices": [0, 1] }}, "twist": 0 }}],
                "shape": {{ "type": "rope", "from": [{}, 0, 0], "to": [1, 0, 0], "segments": {} }},
                "loads": [{{ "type": "force", "select": {{ "group": "end" }}, "force": [0, {}, {}] }}],
                "energies": {} }}] }})",
        -0.5 * length, segments, pull * to[1], pull * to[2], energies(1e6, 1.0, 0.8, 0.01, straight))));
    const StepReport report = run.step();
    EXPECT_TRUE(report.completed) << report.advice;
    return run.x().back();
}

TEST(ElasticRods, PulledAtTheirEndFollowTheElastica) {
    for (const auto& [load, down, back] : {std::array{1.0, 0.30172, 0.05643}, {10.0, 0.81061, 0.55500}}) {
        const double s = std::sqrt(0.5);
        const Vec3 to = {0, -s, s};
        const Vec3 coarse = tip_of_rod(12, load, to), middle = tip_of_rod(24, load, to),
                   fine = tip_of_rod(48, load, to);
        const auto limit = [&](int a) { return Richardson(coarse[a], middle[a], fine[a]).limit; };
        EXPECT_NEAR(limit(0), 1.0 - back, 0.005 * (1.0 - back)) << load;
        EXPECT_NEAR(limit(2) * s - limit(1) * s, down, 0.005 * down) << load;
    }
}

/// Clamped at both ends, one of which is pulled and turned ten times: all corners take the same part of the twist.
TEST(ElasticRods, TakeTenTurnsUnderTension) {
    const int segments = 21;
    const double torsion = 1e-4, angle = 20.0 * pi, tension = 1.3 * std::pow(torsion * angle, 2) / (4.0 * 1e-4);
    SceneRun run(scene(fmt::format(
        R"({{ "gravity": [0, 0, 0], "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 0.1, "frames": 10 }},
              "solver": {{ "tolerance": 1e-9 }},
              "bodies": [{{ "name": "rod", "density": 1,
                "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [{}, 0, 0], "segments": {} }},
                "hold": [{{ "select": {{ "indices": [0, 1] }}, "twist": 0 }},
                         {{ "select": {{ "indices": [{}, {}] }}, "axes": "yz", "twist": "3600*t" }}],
                "loads": [{{ "type": "force", "select": {{ "group": "end" }}, "force": [{}, 0, 0] }}],
                "energies": {} }}] }})",
        segments / (segments - 1.0), segments, segments - 1, segments, tension,
        energies(1e3, 1e-4, torsion, 1e-3, straight))));
    StepReport report;
    for (int k = 0; k < 10; ++k) {
        report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
    }
    const Positions all = positions(run.model(), run.state());
    const int first = run.model().place_count();
    double twist = all.back()[0] / 1e-3;
    for (const RodFrames& corner : testing::rod_frames(run.model(), run.state())) twist += corner.twist;
    EXPECT_NEAR(twist - all[first][0] / 1e-3, angle, 1e-12 * angle);
    const double expected = 0.5 * torsion * angle * angle;
    EXPECT_NEAR(rod_energy(run, report), expected, 1e-6 * expected);
    for (int k = 1; k < run.model().coordinates; ++k)
        EXPECT_NEAR((all[first + k] - all[first + k - 1])[0] / 1e-3, angle / (segments - 1), 1e-6 * angle);
    for (const Vec3& x : run.x()) EXPECT_NEAR(std::hypot(x[1], x[2]), 0.0, 1e-9) << "stays straight";
}

/// A rod that wants to be a helix becomes one.
TEST(ElasticRods, OfNaturalCurvatureAndTwistAreHelices) {
    for (const double twist : {3.0, -3.0}) {
        const double curvature = 4.0;
        SceneRun run(scene(fmt::format(
            R"({{ "gravity": [0, 0, 0], "integrator": {{ "type": "quasi_static" }},
                  "time": {{ "step": 1, "frames": 1 }}, "solver": {{ "tolerance": 1e-9, "max_iterations": 3000 }},
                  "bodies": [{{ "name": "rod", "density": 1,
                    "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 60 }},
                    "hold": [{{ "select": {{ "indices": [0, 1] }}, "twist": 0 }}],
                    "energies": {} }}] }})",
            energies(
                1e3, 0.01, 0.01, 0.01,
                fmt::format(R"("curvature": {}, "curvature_across": 0, "twist": {}, "drawn": 0)", curvature, twist)))));
        Assembler assembler(run.model());
        const double before =
            assembler.potentials(positions(run.model(), run.state()), 0.0)[testing::rod_term(run.model())];
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        EXPECT_LE(rod_energy(run, report), 1e-12 * before);
        const double square = curvature * curvature + twist * twist;
        const Positions x = run.x();
        for (int k = 0; k + 3 < static_cast<int>(x.size()); k += 19) {
            const HelixMeasure helix(x[k], x[k + 1], x[k + 2], x[k + 3]);
            EXPECT_NEAR(helix.radius, curvature / square, 0.005 * curvature / square);
            EXPECT_NEAR(helix.pitch, 2.0 * pi * twist / square, 0.005 * 2.0 * pi * std::fabs(twist) / square);
        }
    }
}

/// A close coil pulled along its axis, both ends clamped: k = G d⁴/(8 D³ n).
TEST(ElasticRods, CoiledSpringsAreAsStiffAsTextbooksSay) {
    const double d = 0.004, diameter = 0.05, turns = 12.0, e = 2e11, nu = 0.3, g = e / (2.0 + 2.0 * nu);
    const double pitch = pi * diameter * std::tan(3.0 * pi / 180.0), pull = 0.02 * pitch * turns;
    SceneRun run(scene(fmt::format(
        R"({{ "gravity": [0, 0, 0], "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "bodies": [{{ "name": "spring", "density": 0.1,
                "shape": {{ "type": "helix", "radius": {}, "pitch": {}, "turns": {}, "segments": {} }},
                "hold": [{{ "select": {{ "indices": [0, 1] }}, "twist": 0 }},
                         {{ "select": {{ "indices": [{}, {}] }}, "twist": 0,
                            "motion": {{ "displacement": [0, "{}*t", 0], "angle": 0, "axis": [0, 1, 0] }} }}],
                "rod": {{ "diameter": {}, "youngs_modulus": {}, "poissons_ratio": {} }} }}] }})",
        0.5 * diameter, pitch, turns, 24 * 12, 24 * 12 - 1, 24 * 12, pull, d, e, nu)));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    double energy = 0.0;
    for (const double joules : report.potentials) energy += joules;
    const double expected = g * std::pow(d, 4) / (8.0 * std::pow(diameter, 3) * turns);
    EXPECT_NEAR(2.0 * energy / (pull * pull), expected, 0.03 * expected);
}

/// Whether a ring of n edges, radius 1 and bending rigidity 1, which is naturally straight and carries a twist, has a
/// way to leave its plane that costs less than nothing.
bool ring_buckles(int n, double torsion, double twist) {
    SceneRun run(scene(fmt::format(
        R"({{ "gravity": [0, 0, 0], "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "bodies": [{{ "name": "ring", "density": 1, "shape": {{ "type": "ring", "radius": 1, "segments": {} }},
                "energies": {} }}] }})",
        n,
        energies(1e4, 1.0, torsion, 0.1,
                 fmt::format(R"("curvature": 0, "curvature_across": 0, "twist": {:.17g}, "drawn": 0)",
                             -twist / (2.0 * n * std::sin(pi / n)))))));
    const Model& model = run.model();
    Landscape at = QuasiStatic::predict(model, run.state(), 1.0);
    Assembler assembler(model);
    Nodes c = run.state().c, gradient;
    // In its plane it rests where its tension carries the bending: one number to find.
    const auto scaled = [&](double scale) {
        Nodes moved = run.state().c;
        for (int i = 0; i < model.place_count(); ++i) moved[i] = scale * moved[i];
        return moved;
    };
    const auto outward = [&](double scale) {
        assembler.gradient(at, scaled(scale), gradient);
        return dot(gradient[0], run.state().c[0]);
    };
    double low = 0.9, high = 1.1;
    for (int k = 0; k < 100; ++k) (outward(0.5 * (low + high)) < 0.0 ? low : high) = 0.5 * (low + high);
    System system;
    assembler.assemble(at, scaled(low), Hessian::exact, system);
    const Eigen::MatrixXd h = testing::free_part(testing::dense(system.hessian), Unknowns(model.held_axes));
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(h, Eigen::EigenvaluesOnly).eigenvalues();
    return values[0] < -1e-9 * values[values.size() - 1];
}

TEST(ElasticRods, TwistedRingsBuckleWhereMichellSays) {
    for (const double ratio : {0.75, 1.0, 1.5}) {  // EI/GJ
        const double expected = 2.0 * pi * std::sqrt(3.0) * ratio;
        double low = 0.5 * expected, high = 1.5 * expected;
        EXPECT_FALSE(ring_buckles(48, 1.0 / ratio, low));
        EXPECT_TRUE(ring_buckles(48, 1.0 / ratio, high));
        for (int k = 0; k < 8; ++k) {
            const double middle = 0.5 * (low + high);
            (ring_buckles(48, 1.0 / ratio, middle) ? high : low) = middle;
        }
        EXPECT_NEAR(0.5 * (low + high), expected, 0.02 * expected) << ratio;
    }
}

/// Twisted far beyond that it writhes; frames are carried along, so that link = twist + writhe stays what it was, 0, as
/// long as it does not pass through itself: contact sees to that.
TEST(ElasticRods, LinkOfAWrithingRingIsKept) {
    SceneRun run(scene(fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.02, "frames": 1 }}, "contact": {{ "distance": 0.0005 }},
              "bodies": [{{ "name": "ring", "density": 0.01, "contact": {{ "thickness": 0.004 }},
                "start": {{ "scramble": 1e-4 }}, "damping": {{ "mass": 1 }},
                "shape": {{ "type": "ring", "radius": 0.1, "segments": 48 }},
                "energies": {} }}] }})",
        energies(10.0, 1e-4, 1e-4, 0.002, R"("curvature": 0, "curvature_across": 0, "twist": -40, "drawn": 0)"))));
    double largest = 0.0;
    for (int k = 0; k < 60; ++k) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const double out = testing::writhe(run.x());
        EXPECT_NEAR(testing::twist_of_ring(run.model(), run.state()) + out, 0.0, 1e-6) << k;
        largest = std::max(largest, std::fabs(out));
    }
    EXPECT_GT(largest, 0.5) << "it has left its plane";
}

/// Without bending to speak of, a rod hangs as a chain does.
TEST(ElasticRods, HangAsTheCatenary) {
    const int segments = 60;
    SceneRun run(scene(fmt::format(
        R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "solver": {{ "tolerance": 1e-8, "max_iterations": 2000 }},
              "bodies": [{{ "name": "chain", "density": 0.1,
                "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": {} }},
                "hold": [{{ "select": {{ "group": "start" }} }},
                         {{ "select": {{ "group": "end" }}, "motion": {{ "displacement": ["-0.3*t", 0, 0], "angle": 0,
                            "axis": [0, 1, 0] }} }}],
                "energies": {} }}] }})",
        segments, energies(1e4, 1e-7, 1e-7, 0.001, straight))));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    // Span 0.7 of a length 1: sinh(u)/u = 1/0.7, sag = 0.35 (cosh u − 1)/u.
    double u = 1.5;
    for (int k = 0; k < 50; ++k) u -= (std::sinh(u) - u / 0.7) / (std::cosh(u) - 1.0 / 0.7);
    const double sag = 0.35 * (std::cosh(u) - 1.0) / u;
    EXPECT_NEAR(-run.x()[segments / 2][1], sag, 0.005 * sag);
}

/// A rod as a free body spins about its own axis: what its coordinates carry is momentum that nothing slows.
TEST(ElasticRods, SpinAboutThemselvesForEver) {
    SceneRun run(scene(
        R"({ "gravity": [0, 0, 0], "time": { "step": 0.01, "frames": 1 },
              "bodies": [{ "name": "rod", "density": 1,
                "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 8 },
                "rod": { "diameter": 0.02, "youngs_modulus": 1e7, "poissons_ratio": 0.3 } }] })"));
    const Model& model = run.model();
    ASSERT_EQ(model.coordinates, 8);
    double inertia = 0.0;
    for (int i = 0; i < model.node_count(); ++i)
        if (model.is_coordinate(i)) {
            run.state().v[i] = {0.01 * 3.0, 0, 0};  // 3 rad/s
            inertia += model.mass.diagonal[i] * 0.01 * 0.01;
        }
    EXPECT_NEAR(inertia, 0.5 * 1.0 * 0.01 * 0.01, 1e-15) << "½ m r²";
    EXPECT_NEAR(kinetic_energy(model, run.state()), 0.5 * inertia * 9.0, 1e-15);
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(run.step().completed);
    EXPECT_NEAR(positions(model, run.state()).back()[0] / 0.01, 3.0 * 0.2, 1e-9);
    EXPECT_NEAR(kinetic_energy(model, run.state()), 0.5 * inertia * 9.0, 1e-12 * inertia);
}

const std::string falling_coil =
    R"({ "contact": { "friction": 0.3 }, "time": { "step": 0.01, "frames": 1 },
         "obstacles": [{ "name": "floor", "shape": { "type": "plane", "point": [0, -0.03, 0], "normal": [0, 1, 0] } }],
         "bodies": [{ "name": "coil", "density": 0.01, "contact": { "thickness": 0.004 },
           "shape": { "type": "helix", "radius": 0.05, "pitch": 0.015, "turns": 3, "segments": 60 },
           "start": { "rotate": { "axis": [1, 0, 0], "angle": 50 }, "translate": [0, 0.05, 0] },
           "rod": { "diameter": 0.004, "youngs_modulus": 1e7, "poissons_ratio": 0.3 } }] })";

/// Resumed from any step, and with any number of threads, to the last bit; memory included.
TEST(ElasticRods, GoOnBitwise) {
    const auto end_of = [&](int save_at) {
        auto run = std::make_unique<SceneRun>(scene(falling_coil));
        for (int k = 0; k < 12; ++k) {
            if (k == save_at) {
                const auto state = save(run->state()), solver = run->stepper().backend().save();
                run = std::make_unique<SceneRun>(scene(falling_coil));
                run->state() = restore(state);
                run->stepper().backend().restore(solver);
            }
            EXPECT_TRUE(run->step().completed);
        }
        EXPECT_FALSE(run->state().memory.empty());
        return save(run->state());
    };
    const auto through = testing::with_threads(1, [&] { return end_of(-1); });
    EXPECT_EQ(through, testing::with_threads(3, [&] { return end_of(-1); }));
    EXPECT_EQ(through, testing::with_threads(2, [&] { return end_of(5); }));
}

/// A coil turned before it falls is relaxed at its start, and never nearer to itself or the floor than it is thick.
TEST(ElasticRods, FallOnTheFloorAndKeepTheirThickness) {
    SceneRun run(scene(falling_coil));
    Assembler assembler(run.model());
    EXPECT_LT(assembler.potentials(positions(run.model(), run.state()), 0.0)[testing::rod_term(run.model())], 1e-20);
    double gap = 1.0, lowest = 1.0;
    for (int k = 0; k < 40; ++k) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        gap = std::min(gap, report.gap);
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) lowest = std::min(lowest, x[i][1]);
    }
    EXPECT_GT(gap, 0.0);
    EXPECT_GT(lowest, -0.03 + 0.002);
    EXPECT_LT(lowest, -0.03 + 0.006) << "it has come down";
}

TEST(ElasticRods, RefuseWhatTheyCannotDo) {
    const auto message = [](const std::string& body) {
        try {
            build_model(scene(R"({ "time": { "step": 0.01, "frames": 1 }, "bodies": [{ "name": "rod", "density": 1, )" +
                              body + "}] }"));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string rope = R"("shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 4 })";
    const std::string rod = R"("rod": { "diameter": 0.01, "youngs_modulus": 1e6, "poissons_ratio": 0.3 })";
    EXPECT_EQ(message(rope + ", " + rod), "");
    EXPECT_NE(message(rope + R"(, "hold": [{ "select": { "group": "end" }, "twist": 0 }])").find("only rods"),
              std::string::npos);
    EXPECT_NE(
        message(rope + ", " + rod + R"(, "hold": [{ "select": { "group": "end" }, "twist": 0 }])").find("both points"),
        std::string::npos);
    EXPECT_NE(message(R"("shape": { "type": "grid", "size": [1, 1], "cells": [2, 2] }, )" + rod).find("lines alone"),
              std::string::npos);
    EXPECT_NE(message(rope + R"(, "rod": { "width": 0.1 })").find("neither round nor rectangular"), std::string::npos);
    EXPECT_NE(message(rope + R"(, "rod": { "diameter": 0.1 })").find("youngs_modulus"), std::string::npos);
    EXPECT_NE(message(R"("shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 1 }, )" + rod)
                  .find("more segments"),
              std::string::npos);
}

}  // namespace
}  // namespace talweg::elastic_rods_test
