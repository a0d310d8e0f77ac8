/// What is said to liquids that cannot be.
#include <gtest/gtest.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::liquid_spec_test {
namespace {

using testing::complaint;
using testing::with;

const std::string liquid = R"({ "time": { "step": 0.01 },
  "bodies": [
    { "name": "water", "density": 1000, "liquid": {},
      "shape": { "type": "particles", "size": [1, 1, 1], "spacing": 0.25 } }
  ] })";

void expect_said(const std::string& text, const std::string& words) {
    EXPECT_NE(complaint(text).find(words), std::string::npos) << complaint(text);
}

TEST(LiquidSpec, SaysWhatDoesNotGo) {
    EXPECT_EQ(complaint(liquid), "");
    expect_said(with(liquid, R"("type": "particles", "size": [1, 1, 1], "spacing": 0.25)",
                     R"("type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 3)"),
                "bodies[0].liquid goes with particles");
    expect_said(with(liquid, R"("size": [1, 1, 1], "spacing": 0.25)", R"("points": [[0, 0, 0]])"),
                "does not know how much each particle takes up");
    expect_said(with(liquid, R"("liquid": {})", R"("liquid": { "spacing": 0.05 })"), "none would see another");
    expect_said(with(liquid, R"("liquid": {})", R"("liquid": {}, "place": { "scale": 2 })"), "scale the size");
    expect_said(with(liquid, R"("time")", R"("gravity": [0, 0, 0], "time")"), "give it a \"bulk_modulus\"");
    expect_said(with(liquid, R"("time")", R"("integrator": { "type": "quasi_static" }, "time")"), "quasi_static");
    expect_said(with(liquid, R"("time")", R"("integrator": { "type": "xpbd" }, "time")"), "which xpbd does not know");
    const std::string classical = with(liquid, R"("time")", R"("integrator": { "type": "position_based" }, "time")");
    EXPECT_EQ(complaint(classical), "");
    expect_said(with(classical, R"("liquid": {})", R"("liquid": { "no_slip": true })"), "no_slip");
    expect_said(with(classical, R"("liquid": {})", R"("liquid": { "volume": "least_squares" })"), "least squares");
    expect_said(with(liquid, R"("liquid": {})", R"("liquid": { "volume": "det" })"), "least_squares");
    expect_said(with(liquid, R"("time")", R"("integrator": { "type": "xpbd", "relaxation": 1 }, "time")"),
                "has relaxation, which xpbd does not know; these do: position_based");
    expect_said(with(liquid, R"("time")", R"("solver": { "linear": "cholesky" }, "time")"), "leave it \"auto\"");
    expect_said(with(liquid, R"("liquid": {})", R"("liquid": { "viscosity": -1 })"), "viscosity");
    expect_said(with(liquid, R"("liquid": {})", R"("liquid": { "compression": 0 })"), "compression");
    EXPECT_EQ(complaint(with(liquid, R"("liquid": {})", R"("liquid": { "spacing": 0.05 })")).find("scene.json:3:"), 0u);
}

TEST(LiquidSpec, RefusesLiquidsOfDifferentSpacingOrMeasure) {
    const std::string oil = R"("bodies": [
      { "name": "oil", "density": 900, "liquid": {}, "place": { "translate": [3, 0, 0] },
        "shape": { "type": "particles", "size": [1, 1, 1], "spacing": 0.2 } },)";
    const std::string other = with(with(oil, "0.2 ", "0.25 "), "{}", R"({ "volume": "least_squares" })");
    for (const std::string& first : {oil, other}) try {
            build_model(parse_scene(with(liquid, R"("bodies": [)", first), "scene.json", ".", {}));
            FAIL();
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("mix, and need the same"), std::string::npos) << error.what();
        }
}

TEST(LiquidSpec, WeighsAsMuchAsItFills) {
    const World world = build_model(parse_scene(liquid, "scene.json", ".", {}));
    ASSERT_EQ(world.model.bodies.at(0).point_count, 64);
    EXPECT_NEAR(world.model.bodies[0].mass, 1000.0, 1e-9);
}

}  // namespace
}  // namespace talweg::liquid_spec_test
