/// Angles, ways and speeds of joints as recorded series; joints that follow others; joints that break; targets from
/// tables.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/math/error.hpp"

namespace talweg::joint_motion_test {
namespace {

using ::testing::HasSubstr;
using testing::RecordedRun;

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

/// 16 kg at a joint that bears 200 N: pulled by 100 N/s more, it breaks after 0.43 s, and falls.
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
        double lowest = 0.0;
        for (int n = 1; n <= 140 && broken < 0; ++n) {
            ASSERT_TRUE(run.step().completed);
            const double y = run.x()[0][1] - run.model().rest[0][1];
            if (y < -5e-3) broken = n;
            lowest = std::min(lowest, y);
        }
        const double breaks = (200.0 - 16.0 * 9.81) / 100.0;
        // From there on it falls, 5 mm in √(2 · 5 mm/a).
        const double falls = std::sqrt(2.0 * 5e-3 / (200.0 / 16.0));
        EXPECT_NEAR(0.005 * broken, breaks + falls, 0.011) << joint;
    }
}

/// The rows of a table are the keyframes of a motor.
TEST(JointMotion, AMotorFollowsATable) {
    TemporaryDirectory folder;
    std::filesystem::create_directories(folder / "");
    std::ofstream(folder / "targets.csv") << "time,elbow,wrist\n0,0,1\n0.5,40,2\n1,10,3\n";
    const auto parsed = [&](const std::string& column) {
        return parse_scene(
            scene(wheel("wheel", 0),
                  axle("axle", "wheel", 0,
                       R"(, "motor": { "max_torque": 1000, "angle": { "file": "targets.csv", "column": ")" + column +
                           R"(" } })"),
                  100, 0.01, R"("gravity": [0, 0, 0],)"),
            "scene.json", folder / "", {});
    };
    const Scene all = parsed("elbow");
    simulate(all, build_model(all), RunClaim(folder / "run", RunMode::fresh), {});
    const RecordedSeries series(RunDirectory{folder / "run"});
    EXPECT_NEAR(series.value("joint_motion", "axle.angle", 50), 40.0, 0.5);
    EXPECT_NEAR(series.value("joint_motion", "axle.angle", 75), 25.0, 0.5);
    EXPECT_NEAR(series.value("joint_motion", "axle.speed", 25), 80.0 * degree, 0.02);
    const auto message = [&](const std::string& column) {
        try {
            parsed(column);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(message("elbov"), HasSubstr("scene.json:"));
    EXPECT_THAT(message("elbov"), HasSubstr("it has no column \"elbov\"; did you mean \"elbow\"?"));
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

}  // namespace
}  // namespace talweg::joint_motion_test
