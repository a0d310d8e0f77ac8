#include "talweg/scene/build/liquid_builder.hpp"

#include <gtest/gtest.h>

#include <string>

#include "talweg/model/liquid.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::liquid_builder_test {
namespace {

/// Planes that bear the liquids of a scene, with default settings.
std::size_t bearing_planes(const std::string& bodies) {
    const World world = build_model(
        parse_scene(R"({ "planar": true, "time": { "step": 0.01, "frames": 1 }, "contact": {}, "obstacles": [
        { "name": "floor", "shape": { "type": "plane" } } ], "bodies": [)" +
                        bodies + "] }",
                    "test"));
    for (const auto& term : world.model.terms)
        if (const auto* volume = dynamic_cast<const LiquidVolume*>(term.get()))
            return volume->particles()->walls.planes.size();
    throw Error("there is no liquid");
}

/// Whether a liquid has walls is not for another one to say that touches nothing, in whatever order they come.
TEST(LiquidBuilder, WallsAreOfTheLiquidsThatTouchThem) {
    const auto liquid = [](const char* name, double x, const char* contact) {
        return std::string(R"({ "name": ")") + name + R"(", "density": 1000, "liquid": {}, )" + contact +
               R"("place": { "translate": [)" + std::to_string(x) +
               R"(, 0.2, 0] }, "shape": { "type": "particles", "size": [0.1, 0.1, 0], "spacing": 0.025 } })";
    };
    const std::string ghost = liquid("ghost", 0.0, R"("contact": { "touches": "nothing" }, )"),
                      water = liquid("water", 1.0, "");
    EXPECT_EQ(bearing_planes(water), 1u);
    EXPECT_EQ(bearing_planes(ghost), 0u);
    EXPECT_EQ(bearing_planes(water + "," + ghost), 1u);
    EXPECT_EQ(bearing_planes(ghost + "," + water), 1u);
}

}  // namespace
}  // namespace talweg::liquid_builder_test
