/// What is recorded of joints: angles, ways and speeds; forces of those that energies keep; targets, errors and torques
/// of motors; by how much limits, guides, gears and ropes give way. Joints that follow others, that break; targets from
/// tables.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/export/npz_writer.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

namespace talweg::joint_motion_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RecordedRun;
using ::testing::UnorderedElementsAre;

constexpr double degree = M_PI / 180.0;

/// A plate of 0.4 × 0.4 × 0.1 m, 16 kg, about z: I = 16 · 0.32/12.
constexpr double inertia = 16.0 * 0.32 / 12.0;
std::string wheel(const std::string& name, double x) {
    return fmt::format(R"({{ "name": "{}", "rigid": true, "density": 1000,
        "shape": {{ "type": "box", "size": [0.4, 0.4, 0.1], "cells": [1, 1, 1] }},
        "place": {{ "translate": [{}, 0, 0] }} }})",
                       name, x);
}
std::string axle(const std::string& name, const std::string& body, double x, const std::string& more = "") {
    return fmt::format(
        R"({{ "type": "hinge", "name": "{}", "between": ["{}"], "at": [{}, 0, 0], "axis": [0, 0, 1]{} }})", name, body,
        x, more);
}
std::string scene(const std::string& bodies, const std::string& connections, int frames, double step = 0.01,
                  const std::string& more = "") {
    return fmt::format(R"({{ "time": {{ "step": {}, "frames": {} }}, {} "bodies": [{}], "connections": [{}] }})", step,
                       frames, more, bodies, connections);
}
const std::string free_of_loss = R"("gravity": [0, 0, 0], "integrator": { "type": "conserving" },)";

/// θ = ½ (τ/I) t², through more than two turns, and θ̇ = (τ/I) t.
TEST(JointMotion, TurnsAreCounted) {
    const RecordedRun run(
        scene(wheel("wheel", 0), axle("axle", "wheel", 0, R"(, "torque": 0.5)"), 500, 0.01, free_of_loss));
    const double alpha = 0.5 / inertia, t = 5.0;
    EXPECT_NEAR(run.series().value("joint_motion", "axle.angle", 500) * degree, 0.5 * alpha * t * t,
                0.01 * alpha * t * t);
    EXPECT_GT(run.series().value("joint_motion", "axle.angle", 500), 720.0);
    EXPECT_NEAR(run.series().value("joint_motion", "axle.speed", 500), alpha * t, 0.005 * alpha * t);
    EXPECT_NEAR(run.series().value("joint_motion", "axle.angle", 0), 0.0, 1e-9);
}

/// Turns are counted across a resume, to the last bit.
TEST(JointMotion, ResumesToTheLastBit) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, RunMode mode) {
        const Scene all = parse_scene(
            scene(wheel("wheel", 0), axle("axle", "wheel", 0, R"(, "torque": 2)"), frames, 0.01, free_of_loss),
            "scene.json", ".", {});
        simulate(all, build_model(all), RunClaim(folder / name, mode), {});
    };
    go("whole", 300, RunMode::fresh);
    go("parts", 220, RunMode::fresh);
    go("parts", 300, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.series("joint_motion")),
              read_whole_file(RunDirectory{folder / "parts"}.series("joint_motion")));
    EXPECT_GT(RecordedSeries(RunDirectory{folder / "parts"}).value("joint_motion", "axle.angle", 300), 720.0);
}

/// A gear of ratio r: the torque turns I + r² I. The wheels go round several times, and the ratio is kept.
TEST(JointMotion, AGearTurnsBothWheelsByItsRatio) {
    const double ratio = -2.5, torque = 2.0, t = 3.0;
    const RecordedRun run(
        scene(wheel("large", 0) + ", " + wheel("small", 1),
              axle("first", "large", 0, fmt::format(R"(, "torque": {})", torque)) + ", " +
                  axle("second", "small", 1, fmt::format(R"(, "mimic": {{ "joint": "first", "ratio": {} }})", ratio)),
              300, 0.01, free_of_loss));
    const double alpha = torque / (inertia * (1.0 + ratio * ratio));
    const double leader = run.series().value("joint_motion", "first.angle", 300) * degree,
                 follower = run.series().value("joint_motion", "second.angle", 300) * degree;
    EXPECT_NEAR(leader, 0.5 * alpha * t * t, 0.01 * leader);
    EXPECT_LT(follower, -6.3) << "more than a turn";
    EXPECT_NEAR(follower, ratio * leader, 1e-3 * std::fabs(follower));
}

/// A screw of 2 cm per turn: turned by a motor, it carries its nut up against gravity; and the nut's weight turns it
/// back when nothing else does, m g p/2π = (I + m (p/2π)²) α.
TEST(JointMotion, AScrewMovesItsNut) {
    const double lead = 0.2 / (2.0 * M_PI);  // m/rad
    const auto run = [&](const std::string& drive, int frames) {
        return RecordedRun(scene(
            wheel("screw", 0) + ", " + wheel("nut", 1),
            R"({ "type": "hinge", "name": "turn", "between": ["screw"], "at": [0, 0, 0], "axis": [0, 0, 1])" + drive +
                R"( }, { "type": "slider", "name": "rise", "between": ["nut"], "at": [1, 0, 0], "axis": [0, 1, 0], )" +
                fmt::format(R"("mimic": {{ "joint": "turn", "ratio": {} }} }})", lead),
            frames, 0.002));
    };
    const RecordedRun driven = run(R"(, "motor": { "speed": 2, "max_torque": 100 })", 500);
    EXPECT_NEAR(driven.series().value("joint_motion", "rise.position", 500), lead * 2.0, 0.03 * lead * 2.0);
    EXPECT_NEAR(driven.series().value("joint_motion", "turn.angle", 500) * degree * lead,
                driven.series().value("joint_motion", "rise.position", 500), 1e-4);
    const RecordedRun sinking = run("", 100);
    const double alpha = 16.0 * 9.81 * lead / (inertia + 16.0 * lead * lead), t = 0.2;
    EXPECT_NEAR(sinking.series().value("joint_motion", "turn.speed", 100), -alpha * t, 0.02 * alpha * t);
}

/// 16 kg at a joint that bears 200 N: pulled by 100 N/s more, that is 0.5 N in a step, it breaks after 0.4304 s, in the
/// step that ends at 0.435 s, and bears nothing from then on.
TEST(JointMotion, AJointBreaksAtItsForce) {
    for (const char* joint : {R"({ "type": "ball", "at": [0, 0.2, 0], "between": ["weight"], "break_force": 200 })",
                              R"({ "type": "fixed", "between": ["weight"], "break_force": 200 })"}) {
        const Scene all = parse_scene(fmt::format(R"({{ "time": {{ "step": 0.005 }}, "bodies": [
                {{ "name": "weight", "rigid": true, "density": 1000,
                   "shape": {{ "type": "box", "size": [0.4, 0.4, 0.1], "cells": [1, 1, 1] }},
                   "loads": [{{ "type": "body_force", "force_density": [0, "-100*t/0.016", 0] }}] }}],
                "connections": [{}] }})",
                                                  joint),
                                      "scene.json", ".", {});
        testing::SceneRun run(all);
        int broken = -1;
        double before = 0.0, most = 0.0;
        for (int n = 1; n <= 100 && broken < 0; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed);
            ASSERT_EQ(report.impulses.in_joints.size(), 1u);
            const double force = norm(report.impulses.in_joints[0].linear) / 0.005;
            if (force == 0.0 && most > 0.0) broken = n - 1;
            if (force > most) before = most;
            most = std::max(most, force);
        }
        EXPECT_EQ(broken, 87) << joint;
        EXPECT_GT(most, 200.0) << joint;
        EXPECT_LT(most, 200.0 + 0.5) << joint;
        EXPECT_LE(before, 200.0) << joint;
    }
}

/// The rows of a table are the keyframes of a motor.
TEST(JointMotion, AMotorFollowsATable) {
    TemporaryDirectory folder;
    std::filesystem::create_directories(folder / "");
    std::ofstream(folder / "targets.csv") << "time,elbow,wrist\n0,0,1\n0.5,40,2\n1,10,3\n";
    const auto parsed = [&](const std::string& column, const std::string& file = "targets.csv") {
        return parse_scene(scene(wheel("wheel", 0),
                                 axle("axle", "wheel", 0,
                                      R"(, "motor": { "max_torque": 1000, "angle": { "file": ")" + file +
                                          R"(", "column": ")" + column + R"(" } })"),
                                 100, 0.01, R"("gravity": [0, 0, 0],)"),
                           "scene.json", folder / "", {});
    };
    const Scene all = parsed("elbow");
    simulate(all, build_model(all), RunClaim(folder / "run", RunMode::fresh), {});
    const RecordedSeries series(RunDirectory{folder / "run"});
    EXPECT_NEAR(series.value("joint_motion", "axle.angle", 50), 40.0, 0.5);
    EXPECT_NEAR(series.value("joint_motion", "axle.angle", 75), 25.0, 0.5);
    EXPECT_NEAR(series.value("joint_motion", "axle.speed", 25), 80.0 * degree, 0.02);
    const std::vector<double> times = {0, 0.5, 1}, angles = {0, 40, 10};
    NpzWriter archive(folder / "targets.npz");
    archive.add<double>("time", "<f8", {3}, times);
    archive.add<double>("elbow", "<f8", {3}, angles);
    archive.finish();
    EXPECT_EQ(parsed("elbow", "targets.npz").connections, all.connections) << "arrays of NumPy say the same";
    const auto message = [&](const std::string& column, const std::string& file = "targets.csv") {
        try {
            parsed(column, file);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(message("elbov"), HasSubstr("scene.json:"));
    EXPECT_THAT(message("elbov"), HasSubstr("it has no column \"elbov\"; did you mean \"elbow\"?"));
    EXPECT_THAT(message("elbov", "targets.npz"), HasSubstr("it has no column \"elbov\"; did you mean \"elbow\"?"));
    std::ofstream(folder / "targets.csv") << "time,elbow\n0,0\n1,2";
    EXPECT_THAT(message("elbow"), HasSubstr("its last line does not end"));
    std::filesystem::remove(folder / "targets.csv");
    EXPECT_THAT(message("elbow"), HasSubstr("there is no such file"));
}

TEST(JointMotion, LeadersMustBeThere) {
    const auto message = [](const std::string& first, const std::string& second) {
        try {
            parse_scene(scene(wheel("a", 0) + ", " + wheel("b", 1),
                              axle("one", "a", 0, first) + ", " + axle("two", "b", 1, second), 1),
                        "scene.json", ".", {});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(message("", R"(, "mimic": { "joint": "onne", "ratio": 1 })"),
                HasSubstr("follows \"onne\", which is no hinge or slider with a name; did you mean \"one\"?"));
    EXPECT_THAT(message(R"(, "mimic": { "joint": "two", "ratio": 1 })", R"(, "mimic": { "joint": "one", "ratio": 1 })"),
                HasSubstr("in a ring"));
    EXPECT_EQ(message("", R"(, "mimic": { "joint": "one", "ratio": 1 })"), "nothing");
}

constexpr double g = 9.81;

std::string box(const std::string& name, const Vec3& at, const Vec3& size, const std::string& more = "") {
    return fmt::format(R"({{ "name": "{}", "rigid": true, "density": 1000,
        "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [1, 1, 1] }},
        "place": {{ {} "translate": [{}, {}, {}] }} }})",
                       name, size[0], size[1], size[2], more, at[0], at[1], at[2]);
}
std::string tight(const std::string& bodies, const std::string& connections, int frames, const std::string& more = "",
                  double step = 0.01) {
    return fmt::format(
        R"({{ "time": {{ "step": {}, "frames": {} }}, {} "solver": {{ "tolerance": 1e-9 }}, "bodies": [{}],
              "connections": [{}] }})",
        step, frames, more, bodies, connections);
}

/// A beam of 10 kg sticks out of a wall: the motor bears m g l/2 cos θ, and gives way by that over its stiffness, which
/// is a hundred times its strength.
TEST(JointRecords, AMotorTellsTargetErrorAndTorque) {
    const RecordedRun run(tight(box("beam", {0.5, 0, 0}, {1, 0.1, 0.1}),
                                R"({ "type": "hinge", "name": "elbow", "between": ["beam"], "at": [0, 0, 0],
                                     "axis": [0, 0, 1], "motor": { "angle": { "keyframes": [[0, 0], [0.2, 10]] },
                                                                  "max_torque": 100 },
                                     "damping": 20 })",
                                200));
    const RecordedSeries series = run.series();
    const double angle = series.value("joint_motion", "elbow.angle", 200),
                 torque = 10.0 * g * 0.5 * std::cos(angle * degree);
    EXPECT_NEAR(series.value("joint_drives", "elbow.target", 10), 5.0, 1e-9);
    EXPECT_NEAR(series.value("joint_drives", "elbow.target", 200), 10.0, 1e-9);
    EXPECT_NEAR(series.value("joint_drives", "elbow.error", 200), angle - 10.0, 1e-9);
    EXPECT_NEAR(series.value("joint_drives", "elbow.motor", 200), torque, 1e-3 * torque);
    EXPECT_NEAR(series.value("joint_drives", "elbow.error", 200) * degree, -torque / 1e4, 1e-3 * torque / 1e4);
    // What the joint does to the beam: all of its weight, and the motor's torque.
    EXPECT_NEAR(series.value("joints", "elbow.y", 200) / 0.01, 10.0 * g, 1e-3 * 10.0 * g);
    EXPECT_NEAR(series.value("joints", "elbow.turn_z", 200) / 0.01, torque, 1e-3 * torque);
}

/// A motor of a given speed at full strength: its torque is I α, its error what is lacking of the speed.
TEST(JointRecords, AMotorOfASpeedTellsWhatItLacks) {
    const double inertia = 16.0 * 0.32 / 12.0;
    const RecordedRun run(tight(box("wheel", {0, 0, 0}, {0.4, 0.4, 0.1}),
                                R"({ "type": "hinge", "name": "axle", "between": ["wheel"], "at": [0, 0, 0],
                                     "axis": [0, 0, 1], "motor": { "speed": 3, "max_torque": 2 } })",
                                100, R"("gravity": [0, 0, 0],)", 0.001));
    const RecordedSeries series = run.series();
    EXPECT_NEAR(series.value("joint_drives", "axle.motor", 100), 2.0, 1e-6);
    EXPECT_EQ(series.value("joint_drives", "axle.target_speed", 100), 3.0);
    EXPECT_NEAR(series.value("joint_drives", "axle.speed_error", 100), 0.1 * 2.0 / inertia - 3.0, 1e-3);
}

/// A cart on a rail across gravity: the guides bear its weight, and give way by g h²/100.
TEST(JointRecords, ASliderTellsHowFarItIsOffItsLine) {
    const RecordedRun run(tight(box("cart", {0, 0, 0}, {0.2, 0.1, 0.1}),
                                R"({ "type": "slider", "name": "rail", "between": ["cart"], "at": [0, 0, 0],
                                     "axis": [1, 0, 0], "force": 6, "limits": [-1, 0.1] })",
                                120));
    const RecordedSeries series = run.series();
    const double mass = 2.0, weight = mass * g;
    EXPECT_NEAR(series.value("joint_drives", "rail.aside", 120), 0.01 * g * 1e-4, 1e-4 * g * 1e-4);
    EXPECT_NEAR(series.value("joints", "rail.y", 120) / 0.01, weight, 1e-3 * weight);
    // It has run into its limit, which bears what drives it: k = 100 m/h².
    EXPECT_NEAR(series.value("joint_drives", "rail.beyond", 120), 6.0 / (100.0 * mass / 1e-4), 1e-8);
    EXPECT_NEAR(series.value("joints", "rail.x", 120) / 0.01, 0.0, 1e-3 * weight) << "drive and limit together";
}

/// Hooke's joint bent by β: tan θ₂ = cos β tan θ₁, through a whole turn; the axes stay square.
TEST(JointRecords, AUniversalJointTurnsAsHookesDoes) {
    const double beta = 30.0 * degree, c = std::cos(beta), s = std::sin(beta);
    const RecordedRun run(tight(
        box("in", {-0.3, 0, 0}, {0.4, 0.06, 0.06}) + ", " +
            box("out", {0.3 * c, 0.3 * s, 0}, {0.4, 0.06, 0.06}, R"("rotate": { "axis": [0, 0, 1], "angle": 30 },)"),
        fmt::format(R"({{ "type": "hinge", "name": "first", "between": ["in"], "at": [-0.3, 0, 0],
                               "axis": [1, 0, 0], "motor": {{ "speed": 5, "max_torque": 50 }} }},
                            {{ "type": "hinge", "name": "second", "between": ["out"], "at": [{0}, {1}, 0],
                               "axis": [{2}, {3}, 0] }},
                            {{ "type": "universal", "name": "cross", "between": ["in", "out"], "at": [0, 0, 0],
                               "axis": [0, 0, 1], "second_axis": [{4}, {2}, 0] }})",
                    0.3 * c, 0.3 * s, c, s, -s),
        300, R"("gravity": [0, 0, 0],)", 0.005));
    const RecordedSeries series = run.series();
    double most = 0.0, skew = 0.0, apart = 0.0;
    for (int n = 1; n <= 300; ++n) {
        const double first = series.value("joint_motion", "first.angle", n) * degree,
                     second = series.value("joint_motion", "second.angle", n) * degree;
        apart = std::max(
            apart, std::fabs(std::remainder(second - std::atan2(c * std::sin(first), std::cos(first)), 2.0 * M_PI)));
        most = std::max(most, std::fabs(second - first));
        skew = std::max(skew, std::fabs(series.value("joint_drives", "cross.skew", n)));
    }
    EXPECT_GT(series.value("joint_motion", "first.angle", 300), 360.0);
    EXPECT_LT(apart, 2e-4) << "rad";
    EXPECT_GT(skew, 0.0);
    EXPECT_LT(skew, 0.01) << "degrees";
    EXPECT_NEAR(most, std::atan((1.0 - c) / (2.0 * std::sqrt(c))), 2e-3) << "by as much as it is uneven";
}

/// The same joint with places of five digits, whose lines miss one another by half a micrometre, turns as well.
TEST(JointRecords, RoundedPlacesDoNotLockALoop) {
    const RecordedRun run(tight(
        box("in", {-0.3, 0, 0}, {0.4, 0.06, 0.06}) + ", " +
            box("out", {0.24574, 0.17207, 0}, {0.4, 0.06, 0.06}, R"("rotate": { "axis": [0, 0, 1], "angle": 35 },)"),
        R"({ "type": "hinge", "name": "first", "between": ["in"], "at": [-0.3, 0, 0], "axis": [1, 0, 0],
                   "motor": { "speed": 5, "max_torque": 50 } },
                 { "type": "hinge", "name": "second", "between": ["out"], "at": [0.24574, 0.17207, 0],
                   "axis": [0.81915, 0.57358, 0] },
                 { "type": "universal", "name": "cross", "between": ["in", "out"], "at": [0, 0, 0],
                   "axis": [0, 0, 1], "second_axis": [-0.57358, 0.81915, 0] })",
        60, R"("gravity": [0, 0, 0],)", 0.005));
    EXPECT_NEAR(run.series().value("joint_motion", "first.angle", 60) * degree, 0.3 * 5.0, 0.03);
}

/// The follower's moment I r α presses on the teeth: error = I r α/k, k = 100 m d²/4 h².
TEST(JointRecords, AGearTellsItsError) {
    const double inertia = 16.0 * 0.32 / 12.0, ratio = -2.5, torque = 2.0;
    const RecordedRun run(
        tight(box("large", {0, 0, 0}, {0.4, 0.4, 0.1}) + ", " + box("small", {1, 0, 0}, {0.4, 0.4, 0.1}),
              R"({ "type": "hinge", "name": "first", "between": ["large"], "at": [0, 0, 0], "axis": [0, 0, 1],
                   "torque": 2 }, { "type": "hinge", "name": "second", "between": ["small"], "at": [1, 0, 0],
                   "axis": [0, 0, 1], "mimic": { "joint": "first", "ratio": -2.5 } })",
              60, R"("gravity": [0, 0, 0], "integrator": { "type": "conserving" },)"));
    const double alpha = ratio * torque / (inertia * (1.0 + ratio * ratio));
    const double stiffness = 100.0 * 16.0 / 1e-4 * 0.25 * 0.33;
    EXPECT_NEAR(run.series().value("joint_drives", "second.mimic_error", 60) * degree, -inertia * alpha / stiffness,
                0.02 * std::fabs(inertia * alpha / stiffness));
    EXPECT_NEAR(run.series().value("joints", "second.turn_z", 60) / 0.01, inertia * alpha,
                0.02 * std::fabs(inertia * alpha));
}

/// A weight on a rope and on a spring; a bond that holds: scenes without any joint that is kept exactly.
TEST(JointRecords, RopesSpringsAndBondsTellWhatTheyBear) {
    for (const char* kind : {R"("type": "spring", "rope": true)", R"("type": "spring")"}) {
        const RecordedRun run(tight(box("weight", {0, -1, 0}, {0.1, 0.1, 0.1}),
                                    fmt::format(R"({{ {}, "name": "line", "between": ["weight"], "from": [0, -0.95, 0],
                                                "to": [0, 0, 0], "stiffness": 5000, "damping": 50 }})",
                                                kind),
                                    300));
        EXPECT_NEAR(run.series().value("joints", "line.y", 300) / 0.01, g, 1e-4 * g) << kind;
        EXPECT_NEAR(run.series().value("joint_drives", "line.stretch", 300), g / 5000.0, 1e-4 * g / 5000.0) << kind;
        EXPECT_NEAR(run.series().value("joint_drives", "line.length", 300), 0.95 + g / 5000.0, 1e-6) << kind;
    }
    const RecordedRun bond(tight(box("weight", {0, -1, 0}, {0.1, 0.1, 0.1}),
                                 R"({ "type": "ball", "name": "glue", "between": ["weight"], "at": [0, -0.95, 0],
                                      "break_force": 20 })",
                                 100));
    EXPECT_NEAR(bond.series().value("joints", "glue.y", 100) / 0.01, g, 1e-4 * g);
    EXPECT_NEAR(bond.series().value("joint_drives", "glue.apart", 100), 0.01 * g * 1e-4, 1e-3 * 0.01 * g * 1e-4);
    EXPECT_EQ(bond.series().value("joint_drives", "glue.whole", 100), 1.0);
}

/// A door on two hinges shares its load between them; one on a hinge and a chain do not.
TEST(JointRecords, JointsThatShareALoadAreMarked) {
    const auto marked = [](const std::string& connections) {
        const RecordedRun run(
            tight(box("door", {0.5, 0, 0}, {1, 2, 0.05}) + ", " + box("knob", {0.9, 0, 0.1}, {0.05, 0.05, 0.1}),
                  connections, 1));
        const auto json = nlohmann::json::parse(read_whole_file(run.run().run()));
        return json["series"]["joints"]["redundant"].get<std::vector<std::string>>();
    };
    const std::string knob = R"({ "type": "fixed", "name": "screws", "between": ["door", "knob"] })",
                      upper = R"({ "type": "hinge", "name": "upper", "between": ["door"], "at": [0, 0.8, 0],
                                   "axis": [0, 1, 0] }, )",
                      lower = R"({ "type": "hinge", "name": "lower", "between": ["door"], "at": [0, -0.8, 0],
                                   "axis": [0, 1, 0] }, )";
    EXPECT_THAT(marked(upper + knob), IsEmpty());
    EXPECT_THAT(marked(upper + lower + knob), UnorderedElementsAre("upper", "lower"));
}

}  // namespace
}  // namespace talweg::joint_motion_test
