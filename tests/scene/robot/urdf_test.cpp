/// Robots from URDF files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/model/motion.hpp"
#include "talweg/scene/robot/urdf_scene.hpp"
#include "talweg/scene/text/print_json.hpp"

namespace talweg::urdf_test {
namespace {

using ::testing::HasSubstr;
using testing::SceneRun;

constexpr const char* arm = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
    <visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual></link>
  <link name="mount"/>
  <link name="upper">
    <inertial><origin xyz="0 0 0.2" rpy="0.1 0 0"/><mass value="1.5"/>
      <inertia ixx="0.02" iyy="0.03" izz="0.015" ixy="0.001"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.03" length="0.4"/></geometry></collision></link>
  <link name="lower">
    <inertial><origin xyz="0 0 .15"/><mass value="0.5"/><inertia ixx="0.004" iyy="0.004" izz="0.001"/></inertial>
    <collision><origin xyz="0 0 0.15"/><geometry><box size="0.04 0.04 0.3"/></geometry></collision>
    <collision><origin xyz="0 0 0.3"/><geometry><sphere radius="0.03"/></geometry></collision></link>
  <link name="finger"><inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4"/></inertial>
    <collision><geometry><box size="0.02 0.02 0.05"/></geometry></collision></link>
  <joint name="plate" type="fixed"><origin xyz="0 0 0.05"/><parent link="base"/><child link="mount"/></joint>
  <joint name="shoulder" type="revolute"><origin rpy="0 0.3 0"/><parent link="mount"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-1.5" upper="1.5" effort="50" velocity="2"/><dynamics damping="0.1"/></joint>
  <joint name="elbow" type="continuous"><origin xyz="0 0 0.4" rpy="0 0 0.5"/>
    <parent link="upper"/><child link="lower"/><axis xyz="1 0 0"/></joint>
  <joint name="grip" type="prismatic"><origin xyz="0 0 0.34"/><parent link="lower"/><child link="finger"/>
    <axis xyz="0 0 1"/><limit lower="0.01" upper="0.05" effort="20" velocity="1"/></joint>
</robot>)";

class Urdf : public ::testing::Test {
protected:
    UrdfScene convert(const std::string& text, const UrdfOptions& options = {}) {
        replace_file(folder_ / "robot.urdf", text);
        return urdf_scene(read_urdf(folder_ / "robot.urdf"), options);
    }
    std::string message(const std::string& text) {
        try {
            convert(text);
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    }
    Scene scene(const Json& json) { return parse_scene(print_json(json), "robot.json", folder_ / ".", {}); }

    TemporaryDirectory folder_;
};

/// Two fingers, one motor: the second mimics the first, which starts at its lower limit.
TEST_F(Urdf, AFingerMimicsTheOther) {
    const std::string both = R"(<robot name="hand">
      <link name="palm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <link name="left"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <link name="right"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="a" type="prismatic"><parent link="palm"/><child link="left"/><axis xyz="1 0 0"/>
        <limit lower="0.1" upper="0.5" effort="20" velocity="1"/></joint>
      <joint name="b" type="prismatic"><parent link="palm"/><child link="right"/><axis xyz="1 0 0"/>
        <limit lower="-0.9" upper="0.9" effort="20" velocity="1"/><mimic joint="LEADER" multiplier="-2" offset="0.05"/>
      </joint></robot>)";
    const auto led_by = [&](const std::string& leader) {
        std::string text = both;
        return text.replace(text.find("LEADER"), 6, leader);
    };
    UrdfOptions options;
    options.motors = true;
    const UrdfScene hand = convert(led_by("a"), options);
    EXPECT_TRUE(hand.notes.empty() || hand.notes[0].find("mimic") == std::string::npos);
    const Json& follower = hand.scene["connections"][1];
    EXPECT_EQ(follower["mimic"]["joint"], "a");
    EXPECT_EQ(follower["mimic"]["ratio"], -2.0);
    EXPECT_NEAR(follower["mimic"]["offset"].get<double>(), 0.0, 1e-15) << "it starts where it belongs: −2 · 0.1 + 0.05";
    EXPECT_FALSE(follower.contains("motor"));
    EXPECT_NEAR(follower["limits"][0].get<double>(), -0.9 + 0.15, 1e-12);
    EXPECT_THAT(message(led_by("c")), HasSubstr("mimics \"c\", which is no other joint"));
}

/// Where the centre of mass of a body is: the mean of its four points.
Vec3 center(const SceneRun& run, const std::string& name) {
    const Positions x = run.x();
    for (const Body& body : run.model().bodies)
        if (body.name == name)
            return 0.25 *
                   (x[body.first_point] + x[body.first_point + 1] + x[body.first_point + 2] + x[body.first_point + 3]);
    ADD_FAILURE() << name;
    return Vec3::zero();
}

TEST_F(Urdf, LinksStandWhereTheKinematicsPutThem) {
    const UrdfScene robot = convert(arm, {.z_up = true});
    const SceneRun run(scene(robot.scene));
    const Mat3 shoulder = rotation_matrix({0, 0.3, 0}), elbow = shoulder * rotation_matrix({0, 0, 0.5});
    const Vec3 at{0, 0, 0.05}, elbow_at = at + shoulder * Vec3{0, 0, 0.4};
    EXPECT_LT(norm(center(run, "base") - Vec3{0, 0, 0}), 1e-12);
    EXPECT_LT(norm(center(run, "upper") - (at + shoulder * Vec3{0, 0, 0.2})), 1e-12);
    EXPECT_LT(norm(center(run, "lower") - (elbow_at + elbow * Vec3{0, 0, 0.15})), 1e-12);
    EXPECT_LT(norm(center(run, "finger") - (elbow_at + elbow * Vec3{0, 0, 0.35})), 1e-12) << "at its lower limit";
    for (const Body& body : run.model().bodies)
        if (body.name == "upper") {
            EXPECT_NEAR(body.mass, 1.5, 1e-12);
        }
}

TEST_F(Urdf, StandsUprightUnlessItsAxesAreKept) {
    const SceneRun kept(scene(convert(arm, {.z_up = true}).scene)), upright(scene(convert(arm).scene));
    for (const char* name : {"upper", "lower", "finger"}) {
        const Vec3 x = center(kept, name), y = center(upright, name);
        EXPECT_LT(norm(y - Vec3{x[0], x[2], -x[1]}), 1e-12) << name;
    }
}

TEST_F(Urdf, MotorsMoveTheJointsAndTheJointsHold) {
    UrdfScene robot = convert(arm, {.motors = true, .z_up = true});
    robot.scene["gravity"] = {0, 0, 0};
    for (Json& connection : robot.scene["connections"]) {
        if (connection["name"] == "shoulder") connection["motor"]["angle"] = "30*(1-exp(-20*t))";
        if (connection["name"] == "grip") connection["motor"]["position"] = 0.02;
    }
    SceneRun run(scene(robot.scene));
    for (int n = 0; n < 150; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
    }
    const Mat3 shoulder = rotation_matrix({0, 0.3 + M_PI / 6, 0}), elbow = shoulder * rotation_matrix({0, 0, 0.5});
    const Vec3 elbow_at = Vec3{0, 0, 0.05} + shoulder * Vec3{0, 0, 0.4};
    EXPECT_LT(norm(center(run, "upper") - (Vec3{0, 0, 0.05} + shoulder * Vec3{0, 0, 0.2})), 2e-4);
    EXPECT_LT(norm(center(run, "finger") - (elbow_at + elbow * Vec3{0, 0, 0.37})), 1e-3);
}

/// Unloaded and without inertia, motors put every joint where they aim: what hangs on them stands where the product of
/// the joints' motions puts it, to 1e-9 m.
TEST_F(Urdf, EveryJointTypeDrivenStandsWhereItsKinematicsSay) {
    const double shoulder_angle = 0.7, elbow_angle = -2.9, way = 0.033;
    UrdfScene robot = convert(arm, {.motors = true, .z_up = true});
    robot.scene["gravity"] = {0, 0, 0};
    robot.scene["integrator"] = {{"type", "quasi_static"}};
    robot.scene["solver"] = {{"tolerance", 1e-11}};
    robot.scene["time"]["step"] = 0.25;
    for (Json& connection : robot.scene["connections"]) {
        const std::string name = connection["name"];
        connection.erase("damping");  // which is a load
        if (name == "shoulder") connection["motor"]["angle"] = fmt::format("{:.17g}*t", shoulder_angle / M_PI * 180.0);
        if (name == "elbow") connection["motor"]["angle"] = fmt::format("{:.17g}*t", elbow_angle / M_PI * 180.0);
        if (name == "grip") connection["motor"]["position"] = fmt::format("{:.17g}*t", way - 0.01);
    }
    SceneRun run(scene(robot.scene));
    for (int n = 1; n <= 4; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const double t = 0.25 * n;
        const Mat3 shoulder = rotation_matrix({0, 0.3, 0}) * rotation_matrix({0, t * shoulder_angle, 0}),
                   elbow = shoulder * rotation_matrix({0, 0, 0.5}) * rotation_matrix({t * elbow_angle, 0, 0});
        const Vec3 at{0, 0, 0.05}, elbow_at = at + shoulder * Vec3{0, 0, 0.4};
        EXPECT_LT(norm(center(run, "base")), 1e-12);
        EXPECT_LT(norm(center(run, "upper") - (at + shoulder * Vec3{0, 0, 0.2})), 1e-9) << n;
        EXPECT_LT(norm(center(run, "lower") - (elbow_at + elbow * Vec3{0, 0, 0.15})), 1e-9) << n;
        EXPECT_LT(norm(center(run, "finger") - (elbow_at + elbow * Vec3{0, 0, 0.35 + t * (way - 0.01)})), 1e-9) << n;
    }
}

/// A puck on a slanted table: it glides and spins, stays in the plane and upright on it; a floating link falls freely.
TEST_F(Urdf, APlanarJointKeepsAPlaneAndAFloatingOneNothing) {
    const std::string text = R"(<robot name="table">
      <link name="top"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
        <collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
      <link name="puck"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
        <collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
      <link name="bird"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
        <collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
      <joint name="glide" type="planar"><origin xyz="0 0 0.2" rpy="0 0.5 0"/><parent link="top"/><child link="puck"/>
        <axis xyz="0 0 1"/></joint>
      <joint name="air" type="floating"><origin xyz="0 0 1"/><parent link="top"/><child link="bird"/></joint></robot>)";
    UrdfScene robot = convert(text, {.z_up = true});
    EXPECT_EQ(robot.scene["connections"].size(), 1u);
    robot.scene["solver"] = {{"tolerance", 1e-11}};
    const Mat3 turn = rotation_matrix({0, 0.5, 0});
    const Vec3 normal = turn * Vec3{0, 0, 1}, start{0, 0, 0.2}, velocity = turn * Vec3{0.3, 0.4, 0};
    for (Json& body : robot.scene["bodies"])
        if (body["name"] == "puck")
            body["start"] = {{"velocity", {velocity[0], velocity[1], velocity[2]}},
                             {"angular_velocity", {2 * normal[0], 2 * normal[1], 2 * normal[2]}}};
    SceneRun run(scene(robot.scene));
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(run.step().completed);
    // Down the slope g sin 0.5, by implicit Euler ½ g t (t + h); across it the weight rests on a guide of 100 m/h².
    const double t = 0.5, fallen = 0.5 * 9.81 * t * (t + 0.01);
    const Vec3 along = turn * Vec3{1, 0, 0}, gone = center(run, "puck") - start;
    EXPECT_NEAR(dot(gone, normal), -0.01 * 9.81 * std::cos(0.5) * 1e-4, 1e-9);
    EXPECT_NEAR(dot(gone, along), 0.3 * t + std::sin(0.5) * fallen, 1e-9);
    EXPECT_NEAR(dot(gone, turn * Vec3{0, 1, 0}), 0.4 * t, 1e-9);
    EXPECT_LT(norm(center(run, "bird") - Vec3{0, 0, 1 - fallen}), 1e-9);
}

/// A link of two boxes and a scaled mesh is one body; without a mass of its own it weighs what they do together.
TEST_F(Urdf, SeveralGeometriesAreOneBody) {
    replace_file(folder_ / "tet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    const UrdfScene robot = convert(R"(<robot name="r"><link name="bar">
        <collision><origin xyz="0.5 0 0"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision>
        <collision><origin xyz="-0.5 0 0" rpy="0 0 0.3"/><geometry><box size="0.2 0.1 0.2"/></geometry></collision>
        <collision><geometry><mesh filename="tet.obj" scale="0.1 0.2 0.3"/></geometry></collision></link></robot>)",
                                    {.floating = true, .z_up = true});
    ASSERT_EQ(robot.scene["bodies"].size(), 1u);
    EXPECT_TRUE(robot.scene["connections"].empty());
    const SceneRun run(scene(robot.scene));
    const double tet = 0.006 / 6.0, mass = 1000.0 * (0.008 + 0.004 + tet);
    EXPECT_EQ(run.model().node_count(), 4);
    EXPECT_NEAR(run.model().bodies[0].mass, mass, 1e-9);
    const Vec3 middle =
        (1000.0 / mass) * (0.008 * Vec3{0.5, 0, 0} + 0.004 * Vec3{-0.5, 0, 0} + tet * Vec3{0.1 / 4, 0.2 / 4, 0.3 / 4});
    EXPECT_LT(norm(center(run, "bar") - middle), 1e-12);
}

/// A negative scale mirrors: the other hand of a robot is often the same file.
TEST_F(Urdf, NegativeScalesMirrorMeshes) {
    replace_file(folder_ / "tet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    const UrdfScene robot = convert(R"(<robot name="r"><link name="hand">
        <collision><geometry><mesh filename="tet.obj" scale="-0.1 0.2 0.3"/></geometry></collision></link></robot>)",
                                    {.floating = true, .z_up = true});
    const SceneRun run(scene(robot.scene));
    EXPECT_NEAR(run.model().bodies[0].mass, 1000.0 * 0.006 / 6.0, 1e-12);
    EXPECT_LT(norm(center(run, "hand") - Vec3{-0.1 / 4, 0.2 / 4, 0.3 / 4}), 1e-12);
    const Body& body = run.model().bodies[0];
    double volume = 0.0;  // outside is still outside
    for (const auto& [a, b, c] : body.triangles) volume += dot(run.x()[a], cross(run.x()[b], run.x()[c])) / 6.0;
    EXPECT_NEAR(volume, 0.001, 1e-12);
}

TEST_F(Urdf, FrictionIsABrakeOrIsTold) {
    const std::string from = "<dynamics damping=\"0.1\"/>";
    std::string text = arm;
    text.replace(text.find(from), from.size(), "<dynamics damping=\"0.1\" friction=\"0.4\"/>");
    const UrdfScene braked = convert(text);
    for (const Json& connection : braked.scene["connections"])
        if (connection["name"] == "shoulder") {
            EXPECT_EQ(connection["motor"]["speed"], 0.0);
            EXPECT_EQ(connection["motor"]["max_torque"], 0.4);
        }
    const UrdfScene driven = convert(text, {.motors = true});
    ASSERT_EQ(driven.notes.size(), 1u);
    EXPECT_THAT(driven.notes[0], HasSubstr("joint \"shoulder\" has friction, which is left out"));
}

TEST_F(Urdf, WhatIsMalformedIsRefusedByLine) {
    const auto with = [](std::string from, std::string to) {
        std::string text = arm;
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    };
    EXPECT_THAT(message("<mesh/>"), HasSubstr("is this an URDF file?"));
    EXPECT_THAT(message(with("type=\"revolute\"", "type=\"screw\"")),
                HasSubstr("robot.urdf:17: joint \"shoulder\" is of type"));
    EXPECT_THAT(message(with("child link=\"lower\"", "child link=\"low\"")), HasSubstr("which there is not"));
    EXPECT_THAT(message(with("child link=\"lower\"", "child link=\"upper\"")), HasSubstr("two parents"));
    EXPECT_THAT(message(with("lower=\"-1.5\"", "lower=\"1.6\"")), HasSubstr("above the upper one"));
    EXPECT_THAT(message(with("<box size=\"0.04 0.04 0.3\"/>", "<mesh filename=\"package://arm/none.stl\"/>")),
                HasSubstr("is not there"));
    EXPECT_THAT(message(with("<box size=\"0.04 0.04 0.3\"/>", "<mesh filename=\"none.stl\"/>")),
                HasSubstr("robot.urdf:12: the mesh \"none.stl\" is not there; looked in"));
    EXPECT_THAT(message(with("mass value=\"1.5\"", "mass value=\"-1\"")), HasSubstr("must be greater than 0"));
    EXPECT_THAT(message(with("iyy=\"0.03\"", "iyy=\"-0.03\"")),
                HasSubstr("robot.urdf:8: the inertia of link \"upper\" has principal moments"));
    EXPECT_THAT(message(with("iyy=\"0.03\"", "iyy=\"0.3\"")), HasSubstr("more than the sum of the others"));
    EXPECT_THAT(message(with("size=\"0.04 0.04 0.3\"", "size=\"0.04 0.04\"")), HasSubstr("2 numbers, not 3"));
    EXPECT_THAT(message(with("size=\"0.04 0.04 0.3\"", "size=\"0.04 -0.04 0.3\"")),
                HasSubstr("robot.urdf:12: size of <box> is -0.04; it must be greater than 0"));
    EXPECT_THAT(message(with("radius=\"0.03\" length=\"0.4\"", "radius=\"0\" length=\"0.4\"")),
                HasSubstr("robot.urdf:9: radius of <cylinder> is 0"));
    replace_file(folder_ / "tet.obj", "v 0 0 0\n");
    EXPECT_THAT(message(with("<box size=\"0.04 0.04 0.3\"/>", "<mesh filename=\"tet.obj\" scale=\"1 0 1\"/>")),
                HasSubstr("robot.urdf:12: scale of <mesh> has a 0"));
    EXPECT_THAT(message(with("name=\"elbow\"", "name=\"shoulder\"")),
                HasSubstr("robot.urdf:19: there is a joint \"shoulder\" already"));
    EXPECT_THAT(message(with("<joint name=\"plate\" type=\"fixed\">", "<joint name=\"plate\" type=\"continuous\">")),
                HasSubstr("neither mass nor geometry"));
    EXPECT_THAT(message(with("<limit lower=\"0.01\" upper=\"0.05\" effort=\"20\" velocity=\"1\"/>", "")),
                HasSubstr("has no <limit>"));
    EXPECT_THAT(message(with("</robot>", "<link name=\"x\">")), HasSubstr("never closed"));
    EXPECT_THAT(message(with("value=\"0.5\"", "value=\"heavy\"")), HasSubstr("no number"));
}

}  // namespace
}  // namespace talweg::urdf_test
