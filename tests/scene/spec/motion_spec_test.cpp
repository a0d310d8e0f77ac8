#include "talweg/scene/spec/motion_spec.hpp"

#include "support/sample_scene.hpp"

namespace talweg::motion_spec_test {
namespace {

Motion motion_of(const std::string& text) {
    const Scene scene = parse_scene(testing::with(testing::small_scene, "\"density\": 1000",
                                                  "\"density\": 1000, \"hold\": [ { \"select\": { \"all\": true }, "
                                                  "\"motion\": " +
                                                      text + " } ]"),
                                    "scene.json");
    return scene.bodies[0].hold[0].motion->motion().value();
}

void expect_near(const Vec3& a, const Vec3& b) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-14) << "axis " << i;
}

TEST(MotionSpecTest, KeyframesTurnByDegreesAboutAnAxisOfAnyLength) {
    const Motion motion = motion_of(R"({ "center": [1, 0, 0], "keyframes": [ { "time": 0 },
        { "time": 2, "translate": [0, 0, 4], "rotate": { "axis": [0, 0, 5], "angle": 180 } } ] })");
    expect_near(motion.at({2, 0, 0}, 0), {2, 0, 0});
    expect_near(motion.at({2, 0, 0}, 1), {1, 1, 2});
    expect_near(motion.at({2, 0, 0}, 2), {0, 0, 4});
}

TEST(MotionSpecTest, SmoothKeyframes) {
    const Motion motion = motion_of(
        R"({ "interpolation": "smooth", "keyframes": [ { "time": 0 }, { "time": 1, "translate": [1, 0, 0] } ] })");
    EXPECT_DOUBLE_EQ(motion.at({0, 0, 0}, 0.25)[0], 0.15625);
}

TEST(MotionSpecTest, SteadyMotionLastsUnlessItIsEnded) {
    const Motion endless = motion_of(R"({ "velocity": [1, 0, 0] })");
    EXPECT_EQ(endless.at({0, 0, 0}, 1e6)[0], 1e6);
    const Motion ended = motion_of(R"({ "velocity": [1, 0, 0], "from": 1, "until": 3 })");
    EXPECT_EQ(ended.at({0, 0, 0}, 1e6)[0], 2);
    const Motion turning = motion_of(R"({ "angular_velocity": [0, 0, 1.5707963267948966], "center": [1, 0, 0] })");
    expect_near(turning.at({2, 0, 0}, 1), {1, 1, 0});
}

TEST(MotionSpecTest, CurvesMoveEachAxisAndTurn) {
    const Motion motion = motion_of(R"({ "displacement": ["2*t", { "keyframes": [[0, 0], [4, 8]] }, 3] })");
    expect_near(motion.at({1, 1, 1}, 2.0), {5, 5, 4});
    const Motion turning = motion_of(R"({ "displacement": [0, 0, "t"], "angle": "90*t", "axis": [0, 0, 7],
        "center": [1, 0, 0] })");
    expect_near(turning.at({2, 0, 0}, 1.0), {1, 1, 1});
}

}  // namespace
}  // namespace talweg::motion_spec_test
