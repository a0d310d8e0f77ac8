#include "talweg/scene/spec/check_scene.hpp"

#include "support/sample_scene.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::check_scene_test {
namespace {

using testing::complaint;
using testing::full_scene;
using testing::small_scene;
using testing::with;

TEST(CheckScene, NamesOfBodiesDiffer) {
    EXPECT_EQ(
        complaint(with(full_scene, "\"name\": \"box\"", "\"name\": \"grid\"")),
        "scene.json:58: bodies[2] has the name \"grid\", as bodies[0] has in line 13; names must differ\n"
        "scene.json:163: expect[2] names a body \"box\" that is not in the scene. Bodies: grid, cloth, grid, rope, "
        "bunny, loaded, block, beam, foil, leather, tube, can, ball, ring, plate, disc, washer, piece, sleeve, "
        "shell, dome, knot, cat, map, hammer, hare, "
        "coil, strap, wire, fur, dust, stars, ash, scales");
}

TEST(CheckScene, ColoursAreThoseOfBodiesAndObstacles) {
    EXPECT_EQ(
        complaint(with(small_scene, "\"time\"", "\"picture\": { \"colours\": { \"sqare\": \"#ff0000\" } }, \"time\"")),
        "scene.json:2: picture has a colour for \"sqare\", which is no body and no obstacle; did you mean "
        "\"square\"?");
    EXPECT_EQ(
        complaint(with(small_scene, "\"time\"", "\"picture\": { \"colours\": { \"square\": \"red\" } }, \"time\"")),
        "scene.json:2: picture.colours.square cannot be \"red\". Red, green and blue in two hexadecimal digits "
        "each.");
}

TEST(CheckScene, ErrorControlNeedsAnExplicitIntegrator) {
    std::vector<std::string> able;
    for (const IntegratorEntry& entry : list_integrators())
        if (entry.is_explicit) able.push_back(entry.name);
    EXPECT_EQ(complaint(with(full_scene, "velocity_verlet", "implicit_euler")),
              "scene.json:10: integrator has an error_tolerance, which implicit_euler cannot keep; these can: " +
                  listed(able));
}

TEST(CheckScene, DirectionsHaveOne) {
    EXPECT_EQ(complaint(with(full_scene, "\"axis\": [0, 0, 1]", "\"axis\": [0, 0, 0]")),
              "scene.json:16: bodies[0].place.rotate has an axis without direction: [0, 0, 0]");
    EXPECT_EQ(complaint(with(full_scene, "\"axis\": [0, 1, 0]", "\"axis\": [0, 0, 0]")),
              "scene.json:41: bodies[0].hold[1].motion.keyframes[1].rotate has an axis without direction: [0, 0, 0]");
    EXPECT_EQ(complaint(with(full_scene, "\"normal\": [0, 1, 0]", "\"normal\": [0, 0, 0]")),
              "scene.json:30: bodies[0].groups.half has a plane whose normal has no direction: [0, 0, 0]");
}

TEST(CheckScene, BoxesAreNotInsideOut) {
    EXPECT_EQ(complaint(with(full_scene, "\"min\": [-10, 1, -10]", "\"min\": [-10, 11, -10]")),
              "scene.json:28: bodies[0].groups.tip has a box whose min is greater than its max along y: 11 > 10");
}

TEST(CheckScene, TimeRunsForward) {
    EXPECT_EQ(
        complaint(with(full_scene, "{ \"time\": 0 }", "{ \"time\": 1 }")),
        "scene.json:41: bodies[0].hold[1].motion.keyframes[1] has time 1 s, not after the keyframe before it (1 s); "
        "put them in order");
    EXPECT_EQ(complaint(with(full_scene, "\"until\": 2", "\"until\": 0.25")),
              "scene.json:50: bodies[0].hold[2].motion ends before it begins: until 0.25 s, from 1 s");
}

TEST(CheckScene, RigidBodiesStartInTheirShapeAndAreNotMirrored) {
    const auto told = [](const char* words) {
        return complaint(std::string(R"({ "time": { "step": 1 }, "bodies": [{ "name": "a", "rigid": true, "density": 1,
            "shape": { "type": "box", "size": [1, 1, 1] }, )") +
                         words + " }] }");
    };
    EXPECT_EQ(told(R"("start": { "stretch": [2, 1, 1] })"),
              "scene.json:1: bodies[0] is rigid, and cannot start stretched; scale it by \"place\", or make it "
              "\"affine\"");
    EXPECT_EQ(told(R"("start": { "scramble": 0.1 })"),
              "scene.json:1: bodies[0] is rigid, and cannot start scrambled; scale it by \"place\", or make it "
              "\"affine\"");
    EXPECT_EQ(told(R"("place": { "scale": [1, -1, 1] })"),
              "scene.json:1: bodies[0] has a place.scale[1] of -1, which must be greater than 0; parts of a compound "
              "can be mirrored by negative ones");
}

TEST(CheckScene, ARopeHasLength) {
    EXPECT_EQ(complaint(with(full_scene, "\"to\": [1, 0, 0]", "\"to\": [0, 0, 0]")),
              "scene.json:59: bodies[3].shape is a rope without length: \"from\" and \"to\" are the same point");
}

TEST(CheckScene, ExpectationsNameBodiesThatAreThere) {
    EXPECT_EQ(complaint(with(full_scene, "\"body\": \"rope\"", "\"body\": \"rop\"")),
              "scene.json:162: expect[1] names a body \"rop\" that is not in the scene; did you mean \"rope\"? Bodies: "
              "grid, cloth, box, rope, bunny, loaded, block, beam, foil, leather, tube, can, ball, ring, plate, disc, "
              "washer, piece, "
              "sleeve, shell, dome, knot, cat, map, hammer, hare, "
              "coil, strap, wire, fur, dust, stars, ash, scales");
}

TEST(CheckScene, ExpressionsAreReadAndTheirSlipsToldWithLineAndColumn) {
    EXPECT_EQ(complaint(with(full_scene, "sin(t)/2", "sin(t")),
              "scene.json:69: bodies[5].hold[0].motion.displacement[0]: column 6 of \"sin(t\": \")\" was expected");
    EXPECT_NE(complaint(with(full_scene, "min(t, 1)*5", "5*mim(t, 1)"))
                  .find("scene.json:74: bodies[5].loads[1].traction[1]: column 3 of \"5*mim(t, 1)\": \"mim\" is not "
                        "known; known are t, pi, sin"),
              std::string::npos);
    EXPECT_EQ(complaint(with(full_scene, "[[0, 0], [1, 50]]", "[[0, 0], [1, 50], [1, 60]]")),
              "scene.json:79: bodies[5].loads[3].pressure: the keyframe at 1 s does not come after the one before it "
              "(1 s); put them in order");
    EXPECT_EQ(complaint(with(full_scene, "\"axis\": [0, 0, 2]", "\"axis\": [0, 0, 0]")),
              "scene.json:69: bodies[5].hold[0].motion has an axis without direction: [0, 0, 0]");
}

}  // namespace
}  // namespace talweg::check_scene_test
