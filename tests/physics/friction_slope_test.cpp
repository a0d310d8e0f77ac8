/// A block on a slope: it slides if and only if μ < tan θ, and then with a = g (sin θ − μ cos θ). The slope is level,
/// and gravity is turned instead.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/scene_run.hpp"

namespace talweg::friction_slope_test {
namespace {

constexpr double g = 9.81, h = 0.025, slip = 1e-5;

struct Slope {
    const char* name;
    double degrees;
    bool planar;
    double angle() const { return degrees * std::numbers::pi / 180.0; }
};

/// `gently`: the pull along the slope begins when the block has come to rest on it.
testing::SceneRun block_on(const Slope& slope, double mu, bool gently = false) {
    const std::string shape = slope.planar ? R"("grid", "size": [0.4, 0.1], "cells": [4, 1])"
                                           : R"("lattice", "size": [0.4, 0.1, 0.2], "cells": [2, 1, 1])";
    const double along = g * std::sin(slope.angle());
    const std::string pull = gently ? fmt::format(R"x("loads": [{{ "type": "body_force", "select": {{ "all": true }},
                                 "force_density":
                                   ["{}*min(max(t - 1, 0), 1)^2*(3 - 2*min(max(t - 1, 0), 1))", 0, 0] }}],)x",
                                                  1000.0 * along)
                                    : "";
    const std::string scene = fmt::format(
        R"({{ "planar": {}, "gravity": [{}, {}, 0], "time": {{ "step": {} }}, "solver": {{ "tolerance": 1e-9 }},
             "contact": {{ "distance": 0.001, "friction": {}, "slip_speed": {}, "friction_updates": 0 }},
             "bodies": [{{ "name": "block", "shape": {{ "type": {} }}, "density": 1000, {}
                           "place": {{ "translate": [0, 0.0508, 0] }},
                           "energies": [{{ "type": "spring", "stiffness": 1e6 }}] }}],
             "obstacles": [{{ "name": "slope", "shape": {{ "type": "plane" }} }}] }})",
        slope.planar, gently ? 0.0 : along, -g * std::cos(slope.angle()), h, mu, slip, shape, pull);
    return testing::SceneRun(parse_scene(scene, "slope", ".", {}));
}

/// Mean of x, over the points of the block.
double place(const testing::SceneRun& run) {
    const Body& block = run.model().bodies[0];
    const Positions x = run.x();
    double sum = 0.0;
    for (int i = 0; i < block.point_count; ++i) sum += x[block.first_point + i][0];
    return sum / block.point_count;
}

double moved_by(testing::SceneRun& run, int steps) {
    const double before = place(run);
    for (int i = 0; i < steps; ++i) {
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
        EXPECT_GT(report.gap, 0.0);
    }
    return place(run) - before;
}

class OnSlope : public ::testing::TestWithParam<Slope> {};

TEST_P(OnSlope, HoldsJustAboveTheTangent) {
    testing::SceneRun run = block_on(GetParam(), 1.01 * std::tan(GetParam().angle()));
    moved_by(run, 20);  // lands
    EXPECT_LE(std::fabs(moved_by(run, 20)), slip * 20 * h);
}

TEST_P(OnSlope, SlidesJustBelowItByTheLawOfImplicitEuler) {
    const double mu = 0.99 * std::tan(GetParam().angle());
    testing::SceneRun run = block_on(GetParam(), mu);
    moved_by(run, 20);
    const double speed = moved_by(run, 1) / h;  // of the step just taken
    constexpr int n = 40;
    const double t = n * h, a = g * (std::sin(GetParam().angle()) - mu * std::cos(GetParam().angle()));
    const double expected = 0.5 * a * t * (t + h);
    EXPECT_NEAR(moved_by(run, n) - speed * t, expected, 0.01 * expected);
}

/// tan 26.565° is one half but for a millionth.
TEST(SlopeOfOneHalf, HoldsAtOneHalfAndSlidesAt049) {
    for (const bool planar : {true, false}) {
        const Slope slope{"", 26.565, planar};
        testing::SceneRun holds = block_on(slope, 0.5, true), slides = block_on(slope, 0.49, true);
        // Rests for a second, is pulled ever more for another; what speed that gave it is lost at 8 µm/s².
        moved_by(holds, 880);
        moved_by(slides, 80);
        EXPECT_LE(std::fabs(moved_by(holds, 40)), slip * 40 * h);
        EXPECT_GT(moved_by(slides, 40), 0.9 * 0.5 * 0.01 * g * std::cos(slope.angle()));  // after one second
    }
}

INSTANTIATE_TEST_SUITE_P(Angles, OnSlope,
                         ::testing::Values(Slope{"planar10", 10, true}, Slope{"planar26", 26.565, true},
                                           Slope{"planar40", 40, true}, Slope{"space10", 10, false},
                                           Slope{"space26", 26.565, false}, Slope{"space40", 40, false}),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace talweg::friction_slope_test
