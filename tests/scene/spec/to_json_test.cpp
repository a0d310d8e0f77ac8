#include "talweg/scene/spec/to_json.hpp"

#include "support/sample_scene.hpp"
#include "talweg/scene/text/print_json.hpp"

namespace talweg::to_json_test {
namespace {

TEST(ToJson, ReadingBackGivesTheSameScene) {
    for (const std::string& text : {testing::small_scene, testing::full_scene}) {
        const Scene scene = parse_scene(text, "scene.json", "/somewhere");
        const Scene again = parse_scene(print_json(to_json(scene)), "resolved.json", "/elsewhere");
        EXPECT_EQ(scene, again);
        EXPECT_EQ(to_json(scene), to_json(again));
    }
}

TEST(ToJson, DefaultsAreWritten) {
    const Json json = to_json(parse_scene(testing::small_scene, "scene.json"));
    EXPECT_EQ(json["gravity"].dump(), "[0.0,-9.81,0.0]");
    EXPECT_EQ(json["integrator"]["type"], "implicit_euler");
    EXPECT_EQ(json["bodies"][0]["mass"], "lumped");
    EXPECT_FALSE(json["solver"].contains("tolerance"));
}

TEST(ToJson, NumbersKeepEveryBit) {
    const std::string text = testing::with(testing::small_scene, "0.01", "0.1234567890123456789");
    const Scene scene = parse_scene(text, "scene.json");
    const Scene again = parse_scene(print_json(to_json(scene)), "resolved.json");
    EXPECT_EQ(again.time.step, 0.1234567890123456789);
}

TEST(ToJson, ScenesThatDifferAreNotEqual) {
    const Scene scene = parse_scene(testing::full_scene, "scene.json");
    for (const char* setting :
         {"gravity[0]=1", "bodies[0].energies[4].rate=0.2", "bodies[0].hold[2].motion.until=3",
          "bodies[0].groups.ball.sphere.radius=5", "expect[1].compare=near", "bodies[0].mass=lumped"})
        EXPECT_NE(scene, parse_scene(testing::full_scene, "scene.json", ".", {setting})) << setting;
}

}  // namespace
}  // namespace talweg::to_json_test
