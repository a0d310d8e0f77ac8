/// Bodies that are joined: what joints keep is kept exactly, and forces in them are those that the motion asks for.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/model/linkage.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::joints_test {
namespace {

using ::testing::HasSubstr;
using testing::SceneRun;

Scene scene_of(const std::string& text) { return parse_scene(text, "scene.json", ".", {}); }

std::string box(const std::string& name, const Vec3& at, const Vec3& size, const std::string& more = "") {
    return fmt::format(R"({{ "name": "{}", "rigid": true, "density": 1000,
        "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [1, 1, 1] }},
        "place": {{ "translate": [{}, {}, {}] }}{} }})",
                       name, size[0], size[1], size[2], at[0], at[1], at[2], more);
}

/// Where the body's place is that was at `start`, by the four points that lead it.
Vec3 place(const SceneRun& run, int body, const Vec3& start) {
    const Body& b = run.model().bodies[body];
    const Positions x = run.x();
    Mat3 rest, now;
    const auto& r = run.model().rest;
    const int p = b.first_point;
    rest.set_columns(r[p + 1] - r[p], r[p + 2] - r[p], r[p + 3] - r[p]);
    now.set_columns(x[p + 1] - x[p], x[p + 2] - x[p], x[p + 3] - x[p]);
    return x[p] + now * (inverse(rest) * (start - r[p]));
}

/// A row of links along x, `length` each, joined end to end; the first to the world.
std::string chain(int links, const std::string& joint, double length, const std::string& settings) {
    std::string bodies, joints;
    for (int k = 0; k < links; ++k) {
        bodies += (k ? ", " : "") +
                  box(fmt::format("link{}", k), {(k + 0.5) * length, 0, 0}, {length, 0.1 * length, 0.1 * length});
        const std::string before = k ? fmt::format(R"("link{}", )", k - 1) : "";
        joints += fmt::format(R"({}{{ "type": "{}", "between": [{}"link{}"], "at": [{}, 0, 0]{} }})", k ? ", " : "",
                              joint, before, k, k * length, joint == "hinge" ? R"(, "axis": [0, 0, 1])" : "");
    }
    return fmt::format(R"({{ "bodies": [{}], "connections": [{}], {} }})", bodies, joints, settings);
}

TEST(Joints, ABallJointIsOneNodeAndAHingeTwo) {
    const auto nodes = [](const std::string& joint) {
        return SceneRun(scene_of(chain(2, joint, 1.0, R"("time": { "step": 0.01 })"))).model().node_count();
    };
    EXPECT_EQ(nodes("ball"), 4 + 4 - 1);
    EXPECT_EQ(nodes("hinge"), 4 + 4 - 2);
}

TEST(Joints, AChainOfAHundredLinksHasShortRows) {
    for (const char* joint : {"ball", "hinge"}) {
        const SceneRun run(scene_of(chain(100, joint, 0.1, R"("time": { "step": 0.01 })")));
        std::size_t longest = 0;
        for (int i = 0; i < run.model().point_count(); ++i) longest = std::max(longest, run.model().map.row(i).size());
        EXPECT_LE(longest, 8u) << joint;
    }
}

TEST(Joints, HoldExactlyWhileAChainFalls) {
    for (const char* joint : {"ball", "hinge"}) {
        SceneRun run(scene_of(chain(5, joint, 0.2, R"("time": { "step": 0.01 })")));
        double worst = 0.0, lowest = 0.0;
        for (int n = 0; n < 100; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << report.advice;
            for (int k = 0; k + 1 < 5; ++k) {
                const Vec3 at{0.2 * (k + 1), 0, 0};
                worst = std::max(worst, norm(place(run, k, at) - place(run, k + 1, at)));
            }
            worst = std::max(worst, norm(place(run, 0, {0, 0, 0})));
            lowest = std::min(lowest, place(run, 4, {1, 0, 0})[1]);
        }
        EXPECT_LT(worst, 1e-12) << joint;
        EXPECT_LT(lowest, -0.8) << "it must fall";
    }
}

/// Angular acceleration of a rod about its end: 3 g cos θ / (2 l); after one step of implicit Euler from rest the end
/// has moved by h² of that, to first order.
TEST(Joints, ARodOnAHingeBeginsToFallAsARigidRodDoes) {
    const double h = 1e-4;
    SceneRun run(scene_of(
        chain(1, "hinge", 1.0, fmt::format(R"("time": {{ "step": {} }}, "solver": {{ "tolerance": 1e-9 }})", h))));
    run.step();
    // A box of 1 × 0.1 × 0.1: I = m (l² + w²)/12 + m l²/4
    const double inertia = (1.0 + 0.01) / 12.0 + 0.25;
    EXPECT_NEAR(place(run, 0, {1, 0, 0})[1], -h * h * 9.81 * 0.5 / inertia, 1e-3 * h * h * 9.81);
}

/// m g of the weight below; and the moment of a beam that is fixed to the wall.
TEST(Joints, ForcesAtRestAreWeights) {
    SceneRun hanging(scene_of(fmt::format(
        R"({{ "bodies": [{}, {}], "time": {{ "step": 0.01 }}, "solver": {{ "tolerance": 1e-9 }},
             "connections": [{{ "type": "ball", "between": ["upper"], "at": [0, 0.5, 0] }},
                             {{ "type": "ball", "between": ["upper", "lower"], "at": [0, -0.5, 0] }}] }})",
        box("upper", {0, 0, 0}, {0.1, 1, 0.1}), box("lower", {0, -1, 0}, {0.1, 1, 0.1}))));
    StepReport report;
    for (int n = 0; n < 100; ++n) report = hanging.step();  // until what keeps them rigid has been drawn out
    const double weight = 1000.0 * 0.01 * 9.81;
    ASSERT_EQ(report.impulses.in_joints.size(), 2u);
    EXPECT_NEAR(report.impulses.in_joints[0].linear[1] / 0.01, 2.0 * weight, 2e-6 * weight);
    EXPECT_NEAR(report.impulses.in_joints[1].linear[1] / 0.01, weight, 1e-6 * weight);
    EXPECT_NEAR(report.impulses.joints[0].linear[1] / 0.01, weight, 1e-6 * weight);

    SceneRun fixed(scene_of(fmt::format(
        R"({{ "bodies": [{}, {}, {}], "time": {{ "step": 0.01 }}, "solver": {{ "tolerance": 1e-9 }},
             "connections": [{{ "type": "fixed", "between": ["wall", "beam"] }}] }})",
        box("wall", {0, 0, 0}, {0.2, 0.2, 0.2}, R"(, "hold": [{ "select": { "all": true } }])"),
        box("beam", {0.6, 0, 0}, {1, 0.1, 0.1}), box("other", {0, 9, 0}, {1, 1, 1}))));
    for (int n = 0; n < 100; ++n) report = fixed.step();
    EXPECT_NEAR(report.impulses.in_joints[0].linear[1] / 0.01, weight, 1e-6 * weight);
    EXPECT_LT(norm(place(fixed, 1, {1.1, 0, 0}) - Vec3{1.1, 0, 0}), 1e-8);
}

/// A rod of 1 × 0.1 × 0.1 m that swings down from the horizontal: I θ̈ = −m g d cos θ, and the hinge bears m (a − g).
/// The error of a step of implicit Euler falls like its length.
TEST(Joints, TheForceOfASwingingRodConvergesLikeTheStep) {
    const double mass = 10.0, g = 9.81, d = 0.5, inertia = mass * ((1.0 + 0.01) / 12.0 + d * d), end = 0.24;
    double angle = 0.0, rate = 0.0;
    const auto speed_up = [&](double at) { return -mass * g * d * std::cos(at) / inertia; };
    const int fine = 24'000;
    for (int n = 0; n < fine; ++n) {  // Runge and Kutta
        const double s = end / fine, a1 = speed_up(angle), w2 = rate + 0.5 * s * a1,
                     a2 = speed_up(angle + 0.5 * s * rate), w3 = rate + 0.5 * s * a2,
                     a3 = speed_up(angle + 0.5 * s * w2), w4 = rate + s * a3, a4 = speed_up(angle + s * w3);
        angle += s / 6.0 * (rate + 2.0 * w2 + 2.0 * w3 + w4);
        rate += s / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
    const Vec3 out{std::cos(angle), std::sin(angle), 0.0}, across{-out[1], out[0], 0.0};
    const Vec3 force = mass * (d * speed_up(angle) * across - d * rate * rate * out + Vec3{0, g, 0});
    std::vector<double> errors;
    for (const double h : {0.004, 0.002, 0.001}) {
        SceneRun run(scene_of(
            chain(1, "hinge", 1.0, fmt::format(R"("time": {{ "step": {} }}, "solver": {{ "tolerance": 1e-9 }})", h))));
        StepReport report;
        for (int n = 0; n < static_cast<int>(std::lround(end / h)); ++n) report = run.step();
        ASSERT_EQ(report.impulses.in_joints.size(), 1u);
        errors.push_back(norm(report.impulses.in_joints[0].linear / h - force) / norm(force));
    }
    EXPECT_LT(errors[2], 5e-3);
    EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.1);
    EXPECT_NEAR(errors[1] / errors[2], 2.0, 0.1);
}

/// P(n+1) − P(n) = Σ impulses on every body, those of joints included: also where bodies fly, and where they touch.
TEST(Joints, TheBooksOfEveryBodyBalance) {
    for (const char* joint : {"ball", "hinge"})
        for (const char* integrator : {"implicit_euler", "conserving"}) {
            SceneRun run(scene_of(chain(4, joint, 0.3,
                                        fmt::format(R"("time": {{ "step": 0.01 }}, "solver": {{ "tolerance": 1e-9 }},
                          "integrator": {{ "type": "{}" }}, "contact": {{ "distance": 0.002, "friction": 0.3 }},
                          "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane", "point": [0, -0.1, 0] }} }}])",
                                                    integrator))));
            std::vector<Momentum> before = body_momenta(run.model(), run.state().c, run.state().v);
            double touched = 0.0;
            for (int n = 0; n < 30; ++n) {
                const StepReport report = run.step();
                ASSERT_TRUE(report.completed) << report.advice;
                const auto now = body_momenta(run.model(), run.state().c, run.state().v);
                const Impulses& i = report.impulses;
                for (std::size_t body = 0; body < 4; ++body) {
                    Momentum left = now[body];
                    for (const std::vector<Momentum>* part : std::initializer_list<const std::vector<Momentum>*>{
                             &before, &i.loads, &i.holds, &i.joints, &i.contact, &i.friction, &i.integrator})
                        if (body < part->size()) left += -1.0 * (*part)[body];
                    EXPECT_LT(norm(left.linear), 1e-6) << joint << " " << integrator << " " << n << " " << body;
                    EXPECT_LT(norm(left.angular), 1e-6) << joint << " " << integrator << " " << n << " " << body;
                    if (body < i.contact.size()) touched = std::max(touched, norm(i.contact[body].linear));
                }
                before = now;
            }
            EXPECT_GT(touched, 0.01) << "it must fall on the ground";
        }
}

/// A crank, a coupler and a rocker, closed, with parallel axes.
const std::string four_bar = fmt::format(
    R"({{ "gravity": [0, 0, 0], "bodies": [{}, {}, {}], "time": {{ "step": 0.01 }}, "connections": [
        {{ "type": "hinge", "between": ["crank"], "at": [0, 0, 0], "axis": [0, 0, 1], "torque": 0.02 }},
        {{ "type": "hinge", "between": ["crank", "coupler"], "at": [0, 0.2, 0], "axis": [0, 0, 1] }},
        {{ "type": "hinge", "between": ["coupler", "rocker"], "at": [0.5, 0.2, 0], "axis": [0, 0, 1] }},
        {{ "type": "hinge", "between": ["rocker"], "at": [0.5, 0, 0], "axis": [0, 0, 1] }}] }})",
    box("crank", {0, 0.1, 0}, {0.02, 0.2, 0.02}), box("coupler", {0.25, 0.2, 0.05}, {0.5, 0.02, 0.02}),
    box("rocker", {0.5, 0.1, 0.1}, {0.02, 0.2, 0.02}));

/// How far its joints are open, m.
double open_by(const SceneRun& run) {
    return std::max({norm(place(run, 0, {0, 0, 0})), norm(place(run, 0, {0, 0.2, 0}) - place(run, 1, {0, 0.2, 0})),
                     norm(place(run, 1, {0.5, 0.2, 0}) - place(run, 2, {0.5, 0.2, 0})),
                     norm(place(run, 2, {0.5, 0, 0}) - Vec3{0.5, 0, 0})});
}

/// One of its relations follows from the others, and all hold.
TEST(Joints, AFourBarLinkageTurnsAndStaysClosed) {
    SceneRun run(scene_of(four_bar));
    int redundant = 0;
    for (const auto flag : run.model().linkage->redundant) redundant += flag;
    EXPECT_GE(redundant, 1);
    double worst = 0.0;
    for (int n = 0; n < 150; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        worst = std::max(worst, open_by(run));
    }
    EXPECT_LT(worst, 1e-12);
    EXPECT_GT(norm(place(run, 0, {0, 0.2, 0}) - Vec3{0, 0.2, 0}), 0.05) << "it must turn";
    EXPECT_NEAR(norm(place(run, 0, {0, 0.2, 0})), 0.2, 1e-6) << "and stay rigid";
}

double angle_of(const SceneRun& run, int body) {
    const Vec3 from = place(run, body, {0, 0, 0}), to = place(run, body, {1, 0, 0});
    return std::atan2((to - from)[1], (to - from)[0]);
}

std::string flywheel(const std::string& hinge, const std::string& more = "") {
    return fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.001 }}, {} "bodies": [{}],
        "connections": [{{ "type": "hinge", "between": ["wheel"], "at": [0, 0, 0], "axis": [0, 0, 1], {} }}] }})",
                       more, box("wheel", {0, 0, 0}, {0.4, 0.4, 0.1}), hinge);
}

/// Implicit Euler's own recurrence of a body about a fixed axis, which turned by Δ in the step before:
/// 2 sin Δ' − sin(Δ' + Δ) = h² τ/I. To first order that is τ/I.
TEST(Joints, ATorqueSpeedsUpAFlywheelByTorqueOverInertia) {
    const double inertia = 16.0 * (0.16 + 0.16) / 12.0, torque = 0.5, h = 0.001;
    SceneRun run(scene_of(flywheel(fmt::format(R"("torque": {})", torque), R"("solver": { "tolerance": 1e-9 },)")));
    double angle = 0.0, turn = 0.0, before = 0.0;
    for (int n = 0; n < 100; ++n) {
        ASSERT_TRUE(run.step().completed);
        if (n == 0) before = angle_of(run, 0);  // with what the torque shears it by, 2e-8 rad
        double next = turn;
        for (int k = 0; k < 20; ++k)
            next -= (2.0 * std::sin(next) - std::sin(next + turn) - h * h * torque / inertia) /
                    (2.0 * std::cos(next) - std::cos(next + turn));
        turn = next;
        if (n > 0) angle += turn;
    }
    EXPECT_NEAR(angle_of(run, 0) - before, angle, 1e-6 * angle);
    EXPECT_NEAR(turn / h, 0.1 * torque / inertia, 1e-3 * turn / h);
    SceneRun curve(scene_of(flywheel(R"("torque": "0.5*t/0.1")")));
    for (int n = 0; n < 100; ++n) curve.step();
    const auto spin = body_momenta(curve.model(), curve.state().c, curve.state().v)[0].angular[2] / inertia;
    EXPECT_NEAR(spin, 0.5 * 0.1 * 0.5 / inertia, 0.02 * spin);
}

TEST(Joints, AMotorReachesItsSpeedAndGivesNoMoreThanItsTorque) {
    const double inertia = 16.0 * 0.32 / 12.0, torque = 2.0, speed = 3.0;
    SceneRun run(scene_of(flywheel(R"("motor": { "speed": 3, "max_torque": 2 })")));
    for (int n = 0; n < 200; ++n) run.step();
    const auto spin = [&] { return body_momenta(run.model(), run.state().c, run.state().v)[0].angular[2] / inertia; };
    EXPECT_NEAR(spin(), 0.2 * torque / inertia, 0.01 * spin()) << "until it is fast enough, the torque is all it has";
    for (int n = 0; n < 1500; ++n) run.step();
    EXPECT_NEAR(spin(), speed, 0.01 * speed);
}

TEST(Joints, LimitsStopAHingeAndASpringHoldsIt) {
    const std::string arm = box("arm", {0.5, 0, 0}, {1, 0.1, 0.1});
    SceneRun limited(scene_of(fmt::format(R"({{ "bodies": [{}], "time": {{ "step": 0.01 }}, "connections": [
        {{ "type": "hinge", "between": ["arm"], "at": [0, 0, 0], "axis": [0, 0, 1],
           "limits": [-30, 90], "damping": 5 }}] }})",
                                          arm)));
    double lowest = 0.0;
    for (int n = 0; n < 150; ++n) {
        limited.step();
        lowest = std::min(lowest, angle_of(limited, 0));
    }
    EXPECT_GT(lowest, -31.0 * M_PI / 180.0);
    EXPECT_NEAR(angle_of(limited, 0), -M_PI / 6.0, 1e-3);
    // ½ m g l cos θ = −k θ
    SceneRun sprung(
        scene_of(fmt::format(R"({{ "bodies": [{}], "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1 }},
        "solver": {{ "tolerance": 1e-9 }}, "connections": [
        {{ "type": "hinge", "between": ["arm"], "at": [0, 0, 0], "axis": [0, 0, 1], "stiffness": 200 }}] }})",
                             arm)));
    sprung.step();
    const double angle = angle_of(sprung, 0);
    EXPECT_NEAR(0.5 * 10.0 * 9.81 * std::cos(angle), -200.0 * angle, 0.01)
        << "what keeps it rigid gives way by a part in 20,000";
}

TEST(Joints, ARigidBodyHeldAtAPointTurnsAboutIt) {
    SceneRun run(scene_of(fmt::format(R"({{ "bodies": [{}], "time": {{ "step": 0.01 }} }})",
                                      box("arm", {0.5, 0, 0}, {1, 0.1, 0.1}, R"(, "hold": [{ "select": { "sphere":
                                          { "center": [0, 0.05, 0.05], "radius": 0.001 } } }])"))));
    for (int n = 0; n < 60; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_LT(norm(place(run, 0, {0, 0.05, 0.05}) - Vec3{0, 0.05, 0.05}), 1e-12);
    EXPECT_LT(place(run, 0, {1, 0, 0})[1], -0.3);
}

/// A hundred seconds of a swinging chain of hinges; of balls, and of a closed loop that turns, with ./test --all.
TEST(Joints, DoNotDriftOverManySteps) {
    for (const char* joint : {"hinge", "ball"}) {
        SceneRun run(scene_of(chain(3, joint, 0.2, R"("time": { "step": 0.01 })")));
        const int steps = joint[0] == 'h' || std::getenv("TALWEG_ALL") ? 10'000 : 1'000;
        double worst = 0.0;
        for (int n = 0; n < steps; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << n << " " << report.advice;
            for (int k = 0; k + 1 < 3; ++k) {
                const Vec3 at{0.2 * (k + 1), 0, 0};
                worst = std::max(worst, norm(place(run, k, at) - place(run, k + 1, at)));
            }
            worst = std::max(worst, norm(place(run, 0, {0, 0, 0})));
        }
        EXPECT_LT(worst, 1e-12) << joint;
    }
}

TEST(Joints, AClosedLoopDoesNotDriftOverManySteps) {
    SceneRun run(scene_of(four_bar));
    double worst = 0.0, most = 0.0;
    for (int n = 0; n < (std::getenv("TALWEG_ALL") ? 10'000 : 1'000); ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << n << " " << report.advice;
        worst = std::max(worst, open_by(run));
        most = std::max(most, norm(place(run, 0, {0, 0.2, 0}) - Vec3{0, 0.2, 0}));
    }
    EXPECT_LT(worst, 1e-12);
    EXPECT_GT(most, 0.39) << "it must have gone round";
}

/// A soft block hangs by a ball joint on another one, which hangs on a rigid beam: every body follows its own nodes.
TEST(Joints, JoinSoftBodiesToo) {
    const auto jelly = [](const char* name, double y) {
        return fmt::format(R"({{ "name": "{}", "material": "rubber", "place": {{ "translate": [0, {}, 0] }},
            "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [2, 2, 2] }} }})",
                           name, y);
    };
    SceneRun run(
        scene_of(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{}, {}, {}], "connections": [
        {{ "type": "ball", "between": ["beam"], "at": [0.2, 0.1, 0] }},
        {{ "type": "fixed", "between": ["beam", "upper"] }},
        {{ "type": "ball", "between": ["upper", "lower"], "at": [0.03, -0.05, 0.02] }}] }})",
                             box("beam", {0, 0.1, 0}, {0.5, 0.05, 0.05}), jelly("upper", 0.0), jelly("lower", -0.1))));
    const Model& model = run.model();
    ASSERT_TRUE(model.linkage);
    double worst = 0.0, before = 1e300;
    for (int n = 0; n < 60; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << n << " " << report.advice;
        const Nodes own = model.linkage->own(run.state().c);
        for (const Relation& relation : model.linkage->relations) {
            Vec3 left = -1.0 * relation.value;
            for (const NodeWeight& w : relation.row) left += w.weight * own[w.node];
            worst = std::max(worst, norm(left));
        }
        before = std::min(before, body_momenta(model, run.state().c, run.state().v)[2].linear[1]);
    }
    EXPECT_LT(worst, 1e-12);
    EXPECT_LT(before, -1e-3) << "it must swing";
}

TEST(Joints, BodiesThatStartApartInSpeedBeginWithWhatTheirJointAllows) {
    const SceneRun run(scene_of(fmt::format(R"({{ "gravity": [0, 0, 0], "bodies": [{}, {}], "time": {{ "step": 0.01 }},
        "connections": [{{ "type": "fixed", "between": ["a", "b"] }}] }})",
                                            box("a", {0, 0, 0}, {1, 1, 1}, R"(, "start": { "velocity": [3, 0, 0] })"),
                                            box("b", {1, 0, 0}, {1, 1, 1}))));
    SceneRun& moving = const_cast<SceneRun&>(run);
    const auto momenta = body_momenta(run.model(), moving.state().c, moving.state().v);
    EXPECT_NEAR(momenta[0].linear[0] + momenta[1].linear[0], 3000.0, 1e-3);
    EXPECT_NEAR(momenta[0].linear[0], momenta[1].linear[0], 1e-3) << "as one body, with half the speed";
}

/// Motors, sliders, contact and a soft body together, broken off while the gripper closes, resumed on other threads.
TEST(Joints, ARobotResumesToTheLastBit) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = read_scene(testing::gallery("robot_arm"), {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
    };
    go("whole", 140, 1, RunMode::fresh);
    go("parts", 125, 2, RunMode::fresh);
    go("parts", 140, 2, RunMode::resume);
    const RunDirectory whole{folder / "whole"}, parts{folder / "parts"};
    EXPECT_EQ(read_whole_file(whole.positions()), read_whole_file(parts.positions()));
    for (const char* name : {"joints", "joint_motion", "joint_drives"})
        EXPECT_EQ(read_whole_file(whole.series(name)), read_whole_file(parts.series(name))) << name;
}

TEST(Joints, MistakesAreNamed) {
    const auto message = [](const std::string& connections) {
        try {
            const Scene scene =
                scene_of(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{}, {}], "connections": [{}] }})",
                                     box("a", {0, 0, 0}, {1, 1, 1}), box("b", {2, 0, 0}, {1, 1, 1}), connections));
            build_model(scene);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(message(R"({ "type": "ball", "between": ["a", "c"], "at": [1, 0, 0] })"),
                HasSubstr("which is no body"));
    EXPECT_THAT(message(R"({ "type": "ball", "between": ["a", "a"], "at": [1, 0, 0] })"), HasSubstr("to itself"));
    EXPECT_THAT(message(R"({ "type": "hinge", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 0] })"),
                HasSubstr("axis without direction"));
    EXPECT_THAT(
        message(R"({ "type": "hinge", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 1], "limits": [20, 10] })"),
        HasSubstr("smaller comes first"));
    EXPECT_THAT(
        message(R"({ "type": "hinge", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 1], "limits": [10, 20] })"),
        HasSubstr("starts at 0"));
    EXPECT_THAT(message(R"({ "type": "screw", "between": ["a", "b"], "at": [1, 0, 0] })"), HasSubstr("type"));
    EXPECT_THAT(
        message(
            R"({ "type": "hinge", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 1], "motor": { "speed": 1 } })"),
        HasSubstr("max_torque"));
    EXPECT_THAT(message(R"({ "type": "slider", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 1],
                             "motor": { "position": 1 } })"),
                HasSubstr("max_force"));
    EXPECT_THAT(message(R"({ "type": "hinge", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 1],
                             "motor": { "speed": 1, "max_torque": 0 } })"),
                HasSubstr("max_torque"));
}

/// A block of jelly of 0.1 m carries what lies inside of it or beside it, but not a place a metre away.
TEST(Joints, APlaceFarFromASoftSolidIsRefused) {
    const auto message = [](const std::string& connection) {
        try {
            build_model(scene_of(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{}, {{ "name": "jelly",
                "material": "rubber", "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [2, 2, 2] }} }}],
                "connections": [{}] }})",
                                             box("beam", {1, 0, 0}, {1, 0.1, 0.1}), connection)));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_EQ(message(R"({ "type": "ball", "between": ["beam", "jelly"], "at": [0.05, 0, 0] })"), "nothing");
    EXPECT_EQ(message(R"({ "type": "ball", "between": ["beam", "jelly"], "at": [0.055, 0, 0] })"), "nothing");
    for (const char* joint :
         {R"({ "type": "ball", "name": "knot", "between": ["beam", "jelly"], "at": [1.05, 0, 0] })",
          R"({ "type": "hinge", "name": "knot", "between": ["jelly", "beam"], "at": [1.05, 0, 0], "axis": [0, 0, 1] })",
          R"({ "type": "universal", "name": "knot", "between": ["beam", "jelly"], "at": [1.05, 0, 0],
               "axis": [0, 0, 1], "second_axis": [0, 1, 0] })"}) {
        EXPECT_THAT(message(joint), HasSubstr("scene.json:")) << joint;
        EXPECT_THAT(message(joint), HasSubstr("(knot)")) << joint;
        EXPECT_THAT(message(joint), HasSubstr("away from \"jelly\"")) << joint;
    }
    EXPECT_THAT(message(R"({ "type": "ball", "between": ["beam", "jelly"], "at": [1.05, 0, 0] })"), HasSubstr("1 m"));
    EXPECT_THAT(message(R"({ "type": "spring", "between": ["beam", "jelly"], "from": [1, 0, 0], "to": [0.55, 0, 0],
                             "stiffness": 10 })"),
                HasSubstr("0.5 m away from \"jelly\""));
}

/// The same corner of a cloth, held at two places, and a place that the world holds and a script leads.
TEST(Joints, WhatContradictsIsNamedTogether) {
    const auto message = [](const std::string& bodies, const std::string& connections) {
        try {
            build_model(scene_of(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{}], "connections": [{}] }})",
                                             bodies, connections)));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    const std::string cloth = R"({ "name": "cloth", "material": "cotton",
        "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] } })";
    const std::string corner = message(cloth, R"({ "type": "ball", "name": "left", "between": ["cloth"],
        "at": [-0.5000003, 0, -0.5] }, { "type": "ball", "name": "right", "between": ["cloth"],
        "at": [-0.5, 0, -0.5000003] })");
    EXPECT_THAT(corner, HasSubstr("left"));
    EXPECT_THAT(corner, HasSubstr("right"));
    EXPECT_THAT(corner, HasSubstr("contradicts"));
    const std::string led = message(
        box("arm", {0.5, 0, 0}, {1, 0.1, 0.1}, R"(, "hold": [{ "select": { "sphere": { "center": [0, 0.05, 0.05],
            "radius": 0.001 } }, "motion": { "displacement": ["t", 0, 0] } }])"),
        R"({ "type": "ball", "name": "nail", "between": ["arm"], "at": [0, 0.05, 0.05] })");
    EXPECT_THAT(led, HasSubstr("(nail) contradicts hold of arm"));
}

}  // namespace
}  // namespace talweg::joints_test
