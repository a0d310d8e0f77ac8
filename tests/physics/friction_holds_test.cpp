/// What friction holds together: an arch, a tower, a grip.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::friction_holds_test {
namespace {

Vec3 middle(const testing::SceneRun& run, int body) {
    const Body& b = run.model().bodies[body];
    const Positions x = run.x();
    Vec3 sum = Vec3::zero();
    for (int i = 0; i < b.point_count; ++i) sum += x[b.first_point + i];
    return sum / b.point_count;
}

void take(testing::SceneRun& run, int steps) {
    for (int i = 0; i < steps; ++i) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        ASSERT_GT(report.gap, 0.0);
    }
}

/// A half circle of wedges needs a coefficient of about 0.31 (Heyman, "The Stone Skeleton", 1995).
TEST(FrictionHolds, AnArchAtOneHalfAndNotAtOneFifth) {
    constexpr int keystone = 6;
    testing::SceneRun stands(testing::gallery("arch"), {"contact.friction=0.5"});
    take(stands, 20);
    const Vec3 settled = middle(stands, keystone);
    take(stands, 180);
    EXPECT_LE(norm(middle(stands, keystone) - settled), 1e-3);

    testing::SceneRun falls(testing::gallery("arch"), {"contact.friction=0.2"});
    take(falls, 80);
    EXPECT_LT(middle(falls, keystone)[1], settled[1] - 0.4);
}

/// Ten boxes, each a little beside the one below, for ten seconds.
TEST(FrictionHolds, AStackAtRest) {
    std::string bodies;
    for (int i = 0; i < 10; ++i)
        bodies += fmt::format(
            R"({}{{ "name": "box{}", "shape": {{ "type": "box", "size": [0.4, 0.2, 0.4], "cells": [1, 1, 1] }},
                "place": {{ "translate": [{}, {}, {}] }}, "density": 1000,
                "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e7, "poissons_ratio": 0.3 }}] }})",
            i > 0 ? "," : "", i, 0.01 * (i * 7 % 3 - 1), 0.1035 + 0.2035 * i, 0.01 * (i * 5 % 3 - 1));
    const std::string scene = R"({ "time": { "step": 0.05 }, "contact": { "distance": 0.004, "friction": 0.5 },
      "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }], "bodies": [)" +
                              bodies + "] }";
    testing::SceneRun run(parse_scene(scene, "stack", ".", {}));
    take(run, 20);
    const Positions before = run.x();
    take(run, 180);
    const Positions after = run.x();
    const double size = 2.0;
    for (int i = 0; i < 80; ++i) EXPECT_LE(norm(after[i] - before[i]), 1e-3 * size) << "point " << i;
}

/// One kilogram between two fingers of 5 N, its weight of 10 N growing within half a second: μ = 1 is the limit.
double sunk(double mu) {
    const auto body = [](const char* name, double width, double x, const char* load, const char* hold) {
        return fmt::format(
            R"({{ "name": "{}", "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [1, 1, 1] }}, "density": 1000,
                  "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }}],
                  "place": {{ "translate": [{}, 0, 0] }}, {}
                  "loads": [{{ "type": "body_force", "select": {{ "all": true }}, "force_density": {} }}] }})",
            name, width, width > 0.05 ? 0.1 : 0.08, width > 0.05 ? 0.1 : 0.08, x, hold, load);
    };
    const char* hold = R"("hold": [{ "select": { "all": true }, "axes": "yz" }],)";
    const std::string scene = fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.02 }}, "solver": {{ "tolerance": 1e-7 }},
              "contact": {{ "distance": 0.001, "friction": {}, "slip_speed": 1e-5, "friction_updates": 0 }},
              "bodies": [{}, {}, {}] }})",
        mu, body("block", 0.1, 0.0, R"x([0, "-1e4*min(t/0.5, 1)", 0])x", ""),
        body("left", 0.04, -0.0708, "[19531.25, 0, 0]", hold), body("right", 0.04, 0.0708, "[-19531.25, 0, 0]", hold));
    testing::SceneRun run(parse_scene(scene, "grip", ".", {}));
    take(run, 50);  // the weight is whole after 25, and what slipped meanwhile is at rest
    const double before = middle(run, 0)[1];
    take(run, 30);
    return before - middle(run, 0)[1];
}

TEST(FrictionHolds, AGripFromOneOn) {
    EXPECT_LE(sunk(1.01), 1e-5 * 0.6);
    EXPECT_GT(sunk(0.99), 0.5 * 0.1 * 0.6 * 0.6);
}

}  // namespace
}  // namespace talweg::friction_holds_test
