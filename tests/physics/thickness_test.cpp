/// Thickness is kept to the last digit where it is asked for most: in a knot that is pulled tight, and between rollers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/scene_run.hpp"
#include "talweg/geometry/distance/distances.hpp"

namespace talweg::thickness_test {
namespace {

using testing::SceneRun;

/// A cord of 2 mm, an overhand knot: pieces that touch, and are no neighbours along the cord, stay 2 mm apart.
TEST(Thickness, AKnotPulledTightKeepsIt) {
    constexpr double cord = 2e-3, reach = 4e-4;
    SceneRun run(testing::gallery("pulled_knot"), {});
    double smallest = HUGE_VAL, last = HUGE_VAL;
    for (int n = 0; n < 100; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Positions x = run.x();
        const auto& edges = run.model().bodies[0].edges;
        last = HUGE_VAL;
        for (std::size_t a = 0; a < edges.size(); ++a)
            for (std::size_t b = a + 4; b < edges.size(); ++b)
                last =
                    std::min(last, edge_edge_squared(x[edges[a][0]], x[edges[a][1]], x[edges[b][0]], x[edges[b][1]]));
        smallest = std::min(smallest, std::sqrt(last));
    }
    EXPECT_GT(smallest, cord);
    EXPECT_LT(std::sqrt(last), cord + reach) << "it is tight";
}

/// A cloth of 2 mm between two rollers of 5 cm that close on it, until a tenth of a millimetre is left on either side,
/// and through which it is then drawn: no point comes nearer to an axis than the radius and half of the thickness.
TEST(Thickness, AClothDrawnBetweenRollersKeepsIt) {
    constexpr double radius = 0.05, cloth = 2e-3, reach = 4e-4, apart = radius + 0.0021, way = 1e-3, step = 0.02;
    const auto roller = [&](const char* name, double side) {
        return fmt::format(R"({{ "name": "{}", "shape": {{ "type": "capsule", "from": [0, {}, -0.2], "to": [0, {}, 0.2],
            "radius": {} }}, "motion": {{ "displacement": [0, {{ "keyframes": [[0, 0], [0.1, {}]] }}, 0] }} }})",
                           name, side * apart, side * apart, radius, -way * side);
    };
    SceneRun run(parse_scene(fmt::format(R"({{ "time": {{ "step": {}, "frames": 1 }}, "gravity": [0, 0, 0],
          "contact": {{ "distance": {}, "friction": 0.2 }}, "obstacles": [{}, {}],
          "bodies": [{{ "name": "cloth", "material": "wool", "contact": {{ "thickness": {} }},
            "shape": {{ "type": "cloth", "size": [0.2, 0.06], "cells": [16, 4], "cut": "crossed" }},
            "hold": [{{ "select": {{ "group": "right" }},
                        "motion": {{ "displacement": [{{ "keyframes": [[0.1, 0], [0.4, 0.03]] }}, 0, 0] }} }}] }}] }})",
                                         step, reach, roller("upper", 1.0), roller("lower", -1.0), cloth),
                             "rollers.json", ".", {}));
    double nearest = HUGE_VAL;
    for (int n = 1; n <= 20; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << n << ": " << report.advice;
        const double away = apart - way * std::min(10.0 * step * n, 1.0);
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i)
            for (const double side : {1.0, -1.0})
                nearest = std::min(nearest, std::hypot(x[i][0], x[i][1] - side * away));
    }
    EXPECT_GT(nearest, radius + 0.5 * cloth);
    EXPECT_LT(nearest, radius + 0.5 * cloth + reach) << "they do touch it";
    double left = 0.0;
    for (const Vec3& p : run.x()) left = std::min(left, p[0]);
    EXPECT_NEAR(left, -0.1 + 0.03, 0.01) << "the other end has come along";
}

}  // namespace
}  // namespace talweg::thickness_test
