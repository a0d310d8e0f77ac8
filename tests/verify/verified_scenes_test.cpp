/// Scenes that are right, and that the referee once refuted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/recorded_run.hpp"

namespace talweg::verified_scenes_test {
namespace {

using testing::RecordedRun;

constexpr const char* bob = R"({ "name": "bob", "rigid": true, "density": 5000,
    "shape": { "type": "sphere", "radius": 0.02, "divisions": 2 }, "place": { "translate": [0.5, -0.9, 0] } })";

/// What the only body got from what holds it in a step, N s.
Vec3 held_by(const RecordedRun& run, std::size_t step) {
    const auto row = run.series().rows("impulse_holds")[step];
    return {row[0], row[1], row[2]};
}

/// A rope to the world is all that holds the bob: what it does is what the momentum lacks of gravity's.
TEST(VerifiedScenes, ARopeToTheWorldIsInTheBooks) {
    const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.005, "frames": 40 }}, "bodies": [{}], "connections": [
        {{ "type": "spring", "rope": true, "between": ["bob"], "from": [0.5, -0.9, 0], "to": [0, 0, 0],
           "stiffness": 1e6 }}] }})",
                                      bob));
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    const auto momentum = run.series().rows("momentum");
    const double mass = run.bodies()[0].mass;
    const Vec3 pulled = held_by(run, 20);
    EXPECT_GT(pulled[1], 0.0);
    for (int a = 0; a < 3; ++a)
        EXPECT_NEAR(momentum[20][a] - momentum[19][a], pulled[a] - (a == 1 ? mass * 9.81 * 0.005 : 0.0), 1e-6 * mass);
}

/// It bears the weight until it breaks, and nothing after that.
TEST(VerifiedScenes, ABreakingJointToTheWorldIsInTheBooks) {
    for (const char* joint : {R"("type": "ball", "at": [0.5, -0.88, 0])", R"("type": "fixed")"}) {
        const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 60 }}, "bodies": [{}],
            "connections": [{{ {}, "between": ["bob"], "break_force": 3 }}] }})",
                                          std::string(bob).insert(std::string(bob).size() - 1, R"(,
            "loads": [{ "type": "force", "select": { "all": true }, "force": [0, "-6*t", 0] }])"),
                                          joint));
        const Certificate certificate = run.verify();
        EXPECT_TRUE(certificate.passed()) << certificate.text();
        const double weight = 9.81 * run.bodies()[0].mass;
        EXPECT_NEAR(held_by(run, 20)[1] / 0.01, weight + 6.0 * 0.2, 0.01 * weight) << joint;
        EXPECT_EQ(held_by(run, 60)[1], 0.0) << joint;
    }
}

/// Parts of one body are glued face to face, and overlap; its nodes, which carry it, lie outside of it and below the
/// ground. Neither touches anything.
TEST(VerifiedScenes, PartsOfABodyOverlapAndItsNodesTouchNothing) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 40 }, "contact": { "distance": 0.001 },
        "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
        "bodies": [
          { "name": "stool", "rigid": true, "density": 500, "place": { "translate": [0, 0.06, 0] },
            "shape": { "type": "compound", "parts": [
              { "shape": { "type": "box", "size": [0.1, 0.1, 0.1] } },
              { "shape": { "type": "box", "size": [0.1, 0.1, 0.1] }, "place": { "translate": [0.1, 0, 0] } },
              { "shape": { "type": "box", "size": [0.1, 0.05, 0.05] }, "place": { "translate": [0.05, 0, 0] } }] } },
          { "name": "flywheel", "rigid": true, "place": { "translate": [1, 0.06, 0] },
            "shape": { "type": "box", "size": [0.1, 0.1, 0.1] },
            "inertia": { "mass": 1, "tensor": [0.1, 0.1, 0.1] } }] })");
    double lowest = 0.0;
    for (const Vec3& x : run.last_frame()) lowest = std::min(lowest, x[1]);
    EXPECT_LT(lowest, -0.1);
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// A world of one grain has no size but the grain's. It rolls by 5/7 of what gravity has along the slope, less what
/// resists rolling.
TEST(VerifiedScenes, ASingleGrainRolls) {
    const RecordedRun run(R"({ "time": { "step": 0.005, "frames": 100 }, "gravity": [2, -9.81, 0],
        "contact": { "friction": 0.6 }, "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
        "bodies": [{ "name": "grain", "density": 0.001, "grains": { "rolling": 0.1 }, "contact": { "thickness": 0.01 },
                     "shape": { "type": "particles", "points": [[0, 0.00502, 0]] } }] })");
    const double a = 5.0 / 7.0 * (2.0 - 0.1 * 9.81), t = 0.5;
    EXPECT_NEAR(run.last_frame()[0][0], 0.5 * a * t * (t + 0.005), 0.02 * 0.5 * a * t * t);
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// BDF2's velocity is not that of the last move: a rope that friction stops has none, and has moved by a third of the
/// move before.
TEST(VerifiedScenes, WhatComesToRestUnderBdf2MovesOn) {
    const RecordedRun run(R"({ "time": { "step": 0.04, "frames": 12 }, "contact": { "friction": 0.8 },
        "integrator": { "type": "bdf2" }, "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
        "bodies": [{ "name": "rope", "density": 0.1, "shape": { "type": "rope", "from": [-0.002, 0.0005, 0],
            "to": [0.002, 0.0005, 0.0001], "segments": 6 }, "start": { "velocity": [0.004, 0, -0.01] },
            "energies": [{ "type": "hooke_spring", "on": "structural", "stiffness": 100 }] }] })");
    ASSERT_EQ(run.summary.ended.words(), "finished");
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// A joint anywhere in the scene: the books are then kept by the nodes that bodies had of their own, and those of a
/// reduced body are not all places.
TEST(VerifiedScenes, AReducedBodyBesideAJointKeepsItsSpinInTheBooks) {
    const std::string reduced = R"({ "name": "beam", "density": 1000, "reduce": { "modes": 4, "clusters": 30 },
        "shape": { "type": "beam", "size": [0.4, 0.1, 0.1], "cells_through": 2 },
        "place": { "rotate": { "axis": [4, -3, 5], "angle": 209 }, "translate": [0, 0.3, 0] },
        "start": { "velocity": [-1.9, -2.7, 1.4] },
        "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e9, "poissons_ratio": 0.3 }] })";
    const std::string held = R"(, { "name": "card", "rigid": true, "density": 500,
        "shape": { "type": "box", "size": [0.2, 0.1, 0.15] }, "place": { "translate": [0, 3, 0] },
        "hold": [{ "select": { "indices": [0] } }] })";
    const auto scene = [](const std::string& bodies) {
        return fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 12 }}, "contact": {{ "friction": 0.8,
            "distance": 0.001 }}, "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}],
            "bodies": [{}] }})",
                           bodies);
    };
    const RecordedRun alone(scene(reduced)), beside(scene(reduced + held));
    const Certificate certificate = beside.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    const auto of_one = alone.series().rows("momentum"), of_two = beside.series().rows("momentum");
    double spin = 0.0;
    for (std::size_t n = 0; n < of_one.size(); ++n)
        for (int k = 0; k < 6; ++k) {
            EXPECT_NEAR(of_two[n][k], of_one[n][k], 0.02) << n << " " << k;
            if (k >= 3) spin = std::max(spin, std::fabs(of_one[n][k]));
        }
    EXPECT_GT(spin, 1.0);
}

/// A stiff thing of a millimetre takes on no momentum but that of its weight and its hold, though a millionth of its
/// size moves it by forces of a hundred weights.
TEST(VerifiedScenes, WhatIsHeldKeepsItsBooks) {
    for (const double diameter : {5e-5, 1e-4}) {
        const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 12 }}, "contact": {{}},
            "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}],
            "bodies": [{{ "name": "rod", "material": "nylon", "rod": {{ "diameter": {} }},
              "place": {{ "rotate": {{ "axis": [-0.545, -0.1, 0.145], "angle": 55 }}, "translate": [0, 0.0125, 0] }},
              "shape": {{ "type": "helix", "radius": 0.0006, "pitch": 0.0005, "turns": 2, "segments": 30 }},
              "start": {{ "velocity": [0.0145, -0.02, -0.0072] }},
              "hold": [{{ "select": {{ "indices": [0] }} }}] }}] }})",
                                          diameter));
        const auto momentum = run.series().rows("momentum");
        const double mass = run.bodies()[0].mass, weight = 9.81 * 0.01 * mass;
        for (std::size_t n = 1; n < momentum.size(); ++n)
            for (int a = 0; a < 3; ++a)
                EXPECT_NEAR(momentum[n][a] - momentum[n - 1][a], held_by(run, n)[a] - (a == 1 ? weight : 0.0),
                            1e-4 * weight)
                    << "step " << n << ", diameter " << diameter;
    }
}

/// Cloth of edges that are short beside what a ball touches of it: each triangle counts by its area, and what the ball
/// gives is the weight, at default settings.
TEST(VerifiedScenes, ALargeBallCarriesFineClothByItsWeight) {
    const RecordedRun run(R"({ "time": { "step": 0.02, "frames": 60 },
        "contact": { "distance": 0.002, "friction": 0.5 },
        "obstacles": [{ "name": "ball", "shape": { "type": "ball", "radius": 0.25 } }],
        "bodies": [{ "name": "cloth", "material": "cotton", "damping": { "mass": 20 },
          "shape": { "type": "cloth", "size": [0.24, 0.24], "cells": [14, 14] },
          "place": { "translate": [0, 0.253, 0] } }] })");
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    Vec3 given = Vec3::zero();  // in the last step
    for (const char* name : {"impulse_contact", "impulse_friction"})
        for (int a = 0; a < 3; ++a) given[a] += run.series().rows(name).back()[a];
    const double weight = 9.81 * 0.02 * run.bodies()[0].mass;
    EXPECT_NEAR(given[1], weight, 0.02 * weight);
    EXPECT_NEAR(given[0], 0.0, 0.02 * weight);
    EXPECT_NEAR(given[2], 0.0, 0.02 * weight);
    double nearest = 1.0;
    const std::vector<Vec3> lying = run.last_frame();
    for (int k = 0; k < run.bodies()[0].point_count; ++k) nearest = std::min(nearest, norm(lying[k]));
    EXPECT_GT(nearest, 0.25);
    EXPECT_LT(nearest, 0.252 + 0.318e-3);  // d̂, and the thickness of the cloth
}

}  // namespace
}  // namespace talweg::verified_scenes_test
