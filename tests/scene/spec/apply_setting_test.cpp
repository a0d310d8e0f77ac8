#include "talweg/scene/spec/apply_setting.hpp"

#include "support/sample_scene.hpp"

namespace talweg::apply_setting_test {
namespace {

using testing::complaint;
using testing::full_scene;
using testing::small_scene;

Scene scene_with(const std::vector<std::string>& settings, const std::string& text = small_scene) {
    return parse_scene(text, "scene.json", ".", settings);
}

TEST(ApplySetting, ReplacesValues) {
    const Scene scene =
        scene_with({"time.step=0.5", "bodies[0].energies[1].stiffness=2e4", "bodies[1].name=other"}, full_scene);
    EXPECT_EQ(scene.time.step, 0.5);
    EXPECT_EQ(scene.bodies[0].energies[1].parameters.at("stiffness").value, 2e4);
    EXPECT_EQ(scene.bodies[0].energies[0].parameters.at("stiffness").value, 1e5);
    EXPECT_EQ(scene.bodies[1].name, "other");
}

TEST(ApplySetting, AddsWhatTheFileLeavesToDefaults) {
    const Scene scene = scene_with({"integrator.type=symplectic_euler", "gravity[1]=-1.62", "time.frames=7",
                                    "bodies[0].place.rotate={\"axis\": [0, 1, 0], \"angle\": 30}",
                                    "bodies[0].groups.top={\"all\": true}"});
    EXPECT_EQ(scene.integrator.type, "symplectic_euler");
    EXPECT_EQ(scene.gravity, (Vec3{0, -1.62, 0}));
    EXPECT_EQ(scene.time.frames, 7);
    EXPECT_EQ(scene.bodies[0].place.rotate->angle, 30);
    EXPECT_TRUE(scene.bodies[0].groups.contains("top"));
}

TEST(ApplySetting, LaterSettingsSeeEarlierOnes) {
    const Scene scene = scene_with({"bodies[0].energies=[{\"type\": \"spring\", \"stiffness\": 1}]",
                                    "bodies[0].energies[0].stiffness=2", "bodies[0].energies[0].stiffness=3"});
    EXPECT_EQ(scene.bodies[0].energies[0].parameters.at("stiffness").value, 3);
}

TEST(ApplySetting, ValuesAreJsonOrElseText) {
    EXPECT_EQ(scene_with({"title=Hello, \"world\""}).title, "Hello, \"world\"");
    EXPECT_EQ(scene_with({"title=\"5\""}).title, "5");
    EXPECT_EQ(scene_with({"title="}).title, "");
    EXPECT_EQ(scene_with({"title=a=b"}).title, "a=b");
    EXPECT_EQ(scene_with({"planar=true"}).planar, true);
}

TEST(ApplySetting, ProblemsNameTheArgument) {
    EXPECT_EQ(complaint(small_scene, {"time.stp=1"}),
              "--set time.stp=1: unknown key \"stp\" in time; did you mean \"step\"? Known keys: step, frames, "
              "steps_per_frame");
    EXPECT_EQ(complaint(small_scene, {"tme.step=1"}),
              "--set tme.step=1: unknown key \"tme\" in the scene; did you mean \"time\"? Known keys: $schema, title, "
              "description, planar, gravity, air, gravitation, time, integrator, solver, record, bodies, obstacles, "
              "connections, contact, expect, picture");
    EXPECT_EQ(complaint(small_scene, {"time.step=-1"}),
              "--set time.step=-1: time.step must be greater than 0 [s], but is -1");
    EXPECT_EQ(complaint(small_scene, {"time.step=nan"}),
              "--set time.step=nan: time.step must be a number [s], but is the text \"nan\"");
    EXPECT_EQ(complaint(small_scene, {"time.step=1e999"}),
              "--set time.step=1e999: time.step must be a number [s], but is the text \"1e999\"");
    EXPECT_EQ(
        complaint(small_scene, {"bodies[0].shape={\"type\": \"rope\", \"segments\": 0}"}),
        "--set bodies[0].shape={\"type\": \"rope\", \"segments\": 0}: bodies[0].shape.segments must be at least 1, "
        "but is 0\n"
        "--set bodies[0].shape={\"type\": \"rope\", \"segments\": 0}: bodies[0].shape lacks the key \"from\": First "
        "end of the rope [m].\n"
        "--set bodies[0].shape={\"type\": \"rope\", \"segments\": 0}: bodies[0].shape lacks the key \"to\": Last end "
        "of the rope [m].");
}

TEST(ApplySetting, PathsThatLeadNowhereAreRefused) {
    EXPECT_EQ(complaint(small_scene, {"bodies[3].density=1"}),
              "--set bodies[3].density=1: bodies has 1 entries, counted from 0; there is no [3]");
    EXPECT_EQ(complaint(small_scene, {"time[0]=1"}), "--set time[0]=1: time is an object, not a list");
    EXPECT_EQ(complaint(small_scene, {"time.step.x=1"}), "--set time.step.x=1: time.step is 0.01, not an object");
    EXPECT_EQ(complaint(small_scene, {"bodies[0].hold[0].axes=x"}),
              "--set bodies[0].hold[0].axes=x: bodies[0].hold has no entries; write the first one into the scene, then "
              "it can "
              "be changed");
    EXPECT_EQ(complaint(small_scene, {"colors[0]=1"}), "--set colors[0]=1: colors is absent, not a list");
    EXPECT_EQ(complaint(small_scene, {"time.step"}),
              "--set time.step: write path=value, for example --set time.step=0.01");
    EXPECT_EQ(complaint(small_scene, {"a..b=1"}),
              "--set a..b=1: \"a..b\" is not a path; keys are joined by single dots: time.step");
    EXPECT_EQ(complaint(small_scene, {"=1"}), "--set =1: the path is empty; write one like time.step");
}

TEST(ApplySetting, TheRestKeepsItsLines) {
    EXPECT_EQ(
        complaint(testing::with(small_scene, "1000", "-1"), {"time.step=1"}),
        "scene.json:6: bodies[0].density must be greater than 0 [kg/m on ropes, kg/m² on sheets, kg/m³ on lattices "
        "and volumes, kg of a particle], but is -1");
}

}  // namespace
}  // namespace talweg::apply_setting_test
