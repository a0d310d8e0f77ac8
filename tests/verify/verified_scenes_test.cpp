/// Scenes that are right, and that the referee once refuted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"

namespace talweg::verified_scenes_test {
namespace {

using testing::RecordedRun;

constexpr const char* bob = R"({ "name": "bob", "rigid": true, "density": 5000,
    "shape": { "type": "sphere", "radius": 0.02, "divisions": 2 }, "place": { "translate": [0.5, -0.9, 0] } })";

/// What the only body got from what holds it in a step, N s.
Vec3 held_by(const RecordedRun& run, std::size_t step) {
    const auto row = run.series().rows("impulse_holds")[step];
    return {row[0], row[1], row[2]};
}

/// A rope to the world is all that holds the bob: what it does is what the momentum lacks of gravity's.
TEST(VerifiedScenes, ARopeToTheWorldIsInTheBooks) {
    const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.005, "frames": 40 }}, "bodies": [{}], "connections": [
        {{ "type": "spring", "rope": true, "between": ["bob"], "from": [0.5, -0.9, 0], "to": [0, 0, 0],
           "stiffness": 1e6 }}] }})",
                                      bob));
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    const auto momentum = run.series().rows("momentum");
    const double mass = run.bodies()[0].mass;
    const Vec3 pulled = held_by(run, 20);
    EXPECT_GT(pulled[1], 0.0);
    for (int a = 0; a < 3; ++a)
        EXPECT_NEAR(momentum[20][a] - momentum[19][a], pulled[a] - (a == 1 ? mass * 9.81 * 0.005 : 0.0), 1e-6 * mass);
}

/// It bears the weight until it breaks, and nothing after that.
TEST(VerifiedScenes, ABreakingJointToTheWorldIsInTheBooks) {
    for (const char* joint : {R"("type": "ball", "at": [0.5, -0.88, 0])", R"("type": "fixed")"}) {
        const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 60 }}, "bodies": [{}],
            "connections": [{{ {}, "between": ["bob"], "break_force": 3 }}] }})",
                                          std::string(bob).insert(std::string(bob).size() - 1, R"(,
            "loads": [{ "type": "force", "select": { "all": true }, "force": [0, "-6*t", 0] }])"),
                                          joint));
        const Certificate certificate = run.verify();
        EXPECT_TRUE(certificate.passed()) << certificate.text();
        const double weight = 9.81 * run.bodies()[0].mass;
        EXPECT_NEAR(held_by(run, 20)[1] / 0.01, weight + 6.0 * 0.2, 0.01 * weight) << joint;
        EXPECT_EQ(held_by(run, 60)[1], 0.0) << joint;
    }
}

/// Parts of one body are glued face to face, and overlap; its nodes, which carry it, lie outside of it and below the
/// ground. Neither touches anything.
TEST(VerifiedScenes, PartsOfABodyOverlapAndItsNodesTouchNothing) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 40 }, "contact": { "distance": 0.001 },
        "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
        "bodies": [
          { "name": "stool", "rigid": true, "density": 500, "place": { "translate": [0, 0.06, 0] },
            "shape": { "type": "compound", "parts": [
              { "shape": { "type": "box", "size": [0.1, 0.1, 0.1] } },
              { "shape": { "type": "box", "size": [0.1, 0.1, 0.1] }, "place": { "translate": [0.1, 0, 0] } },
              { "shape": { "type": "box", "size": [0.1, 0.05, 0.05] }, "place": { "translate": [0.05, 0, 0] } }] } },
          { "name": "flywheel", "rigid": true, "place": { "translate": [1, 0.06, 0] },
            "shape": { "type": "box", "size": [0.1, 0.1, 0.1] },
            "inertia": { "mass": 1, "tensor": [0.1, 0.1, 0.1] } }] })");
    double lowest = 0.0;
    for (const Vec3& x : run.last_frame()) lowest = std::min(lowest, x[1]);
    EXPECT_LT(lowest, -0.1);
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// A world of one grain has no size but the grain's. It rolls by 5/7 of what gravity has along the slope, less what
/// resists rolling.
TEST(VerifiedScenes, ASingleGrainRolls) {
    const RecordedRun run(R"({ "time": { "step": 0.005, "frames": 100 }, "gravity": [2, -9.81, 0],
        "contact": { "friction": 0.6 }, "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
        "bodies": [{ "name": "grain", "density": 0.001, "grains": { "rolling": 0.1 }, "contact": { "thickness": 0.01 },
                     "shape": { "type": "particles", "points": [[0, 0.00502, 0]] } }] })");
    const double a = 5.0 / 7.0 * (2.0 - 0.1 * 9.81), t = 0.5;
    EXPECT_NEAR(run.last_frame()[0][0], 0.5 * a * t * (t + 0.005), 0.02 * 0.5 * a * t * t);
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

}  // namespace
}  // namespace talweg::verified_scenes_test
