/// Thickness is kept to the last digit where it is asked for most: in a knot that is pulled tight, and between rollers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/joined_rows.hpp"
#include "talweg/geometry/near_along.hpp"
#include "talweg/geometry/unique_edges.hpp"

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
    const testing::RecordedRun run(fmt::format(R"({{ "time": {{ "step": {}, "frames": 20 }}, "gravity": [0, 0, 0],
          "contact": {{ "distance": {}, "friction": 0.2 }}, "obstacles": [{}, {}],
          "bodies": [{{ "name": "cloth", "material": "wool", "contact": {{ "thickness": {} }},
            "shape": {{ "type": "cloth", "size": [0.2, 0.06], "cells": [16, 4], "cut": "crossed" }},
            "hold": [{{ "select": {{ "group": "right" }},
                        "motion": {{ "displacement": [{{ "keyframes": [[0.1, 0], [0.4, 0.03]] }}, 0, 0] }} }}] }}] }})",
                                               step, reach, roller("upper", 1.0), roller("lower", -1.0), cloth));
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    double nearest = HUGE_VAL;
    for (int n = 1; n <= 20; ++n) {
        const double away = apart - way * std::min(10.0 * step * n, 1.0);
        const std::vector<Vec3> x = run.frame(n);
        for (int i = 0; i < run.bodies()[0].point_count; ++i)
            for (const double side : {1.0, -1.0})
                nearest = std::min(nearest, std::hypot(x[i][0], x[i][1] - side * away));
    }
    EXPECT_GT(nearest, radius + 0.5 * cloth);
    EXPECT_LT(nearest, radius + 0.5 * cloth + reach) << "they do touch it";
    double left = 0.0;
    for (int i = 0; i < run.bodies()[0].point_count; ++i) left = std::min(left, run.frame(20)[i][0]);
    EXPECT_NEAR(left, -0.1 + 0.03, 0.01) << "the other end has come along";
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// The smallest distance of a point and a triangle, or of two edges, that are not near along the body at rest.
double smallest_distance(const Body& body, const JoinedRows& near, const std::vector<Vec3>& x) {
    double smallest = HUGE_VAL;
    const auto met = [&](const auto& a, const auto& b) {
        return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end() || near.join(a, b);
    };
    for (const auto& t : body.triangles)
        for (int p = 0; p < body.point_count; ++p)
            if (!met(std::array{p}, t))
                smallest = std::min(smallest, point_triangle_squared(x[p], x[t[0]], x[t[1]], x[t[2]]));
    const auto edges = body.triangles.empty() ? body.edges : unique_edges(body.triangles);
    for (std::size_t e = 0; e < edges.size(); ++e)
        for (std::size_t f = e + 1; f < edges.size(); ++f)
            if (const auto& a = edges[e], &b = edges[f]; !met(a, b))
                smallest = std::min(smallest, edge_edge_squared(x[a[0]], x[a[1]], x[b[0]], x[b[1]]));
    return std::sqrt(smallest);
}

/// Runs a scene whose first body is thicker than its edges, and comes to touch itself.
void expect_thickness_kept(const std::string& text, double thickness, double reach) {
    const testing::RecordedRun run(text);
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const Body body = run.bodies()[0];
    const auto edges = body.triangles.empty() ? body.edges : unique_edges(body.triangles);
    const JoinedRows near{SewnPairs(near_along(run.frame(0), edges, 2.0 * thickness))};
    double last = HUGE_VAL;
    const std::uint64_t frames = FrameReader(run.run().positions()).frames();
    for (std::uint64_t n = 0; n < frames; ++n) {
        last = smallest_distance(body, near, run.frame(n));
        EXPECT_GT(last, thickness) << n;
    }
    EXPECT_LT(last, thickness + reach) << "it lies on itself";
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// Felt as thick as three of its edges: one half is held, the other folded over it and let down.
TEST(Thickness, FeltOfThreeEdgesFoldsAndLiesOnItself) {
    constexpr double felt = 0.045, reach = 2e-3;
    expect_thickness_kept(fmt::format(R"json({{ "time": {{ "step": 0.025, "frames": 40 }},
          "contact": {{ "distance": {}, "friction": 0.2 }},
          "bodies": [{{ "name": "felt", "density": 1, "damping": {{ "mass": 5 }}, "contact": {{ "thickness": {} }},
            "shape": {{ "type": "cloth", "size": [0.3, 0.045], "cells": [20, 3] }},
            "energies": [{{ "type": "membrane_stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3,
                            "thickness": 1e-3 }}, {{ "type": "hinge_bending", "rigidity": 1e-4 }}],
            "hold": [{{ "select": {{ "box": {{ "min": [-1, -1, -1], "max": [0.001, 1, 1] }} }} }},
                     {{ "select": {{ "group": "right" }}, "motion": {{ "displacement": [
                        "0.095*(cos(pi*min(t/0.7, 1)) - 1)",
                        "0.0235*(1 - cos(pi*min(t/0.7, 1))) + 0.06*sin(pi*min(t/0.7, 1))", 0] }} }}] }}] }})json",
                                      reach, felt),
                          felt, reach);
}

/// A cord of three segments' length across: its ends are brought together above the loop that hangs from them.
TEST(Thickness, ACordOfThreeSegmentsHangsBesideItself) {
    constexpr double cord = 0.03, reach = 2e-3;
    const auto end = [](const char* group, double way) {
        return fmt::format(R"({{ "select": {{ "group": "{}" }},
            "motion": {{ "displacement": [{{ "keyframes": [[0, 0], [0.8, {}]] }}, 0, 0] }} }})",
                           group, way);
    };
    expect_thickness_kept(fmt::format(R"({{ "time": {{ "step": 0.02, "frames": 60 }}, "contact": {{ "distance": {} }},
          "bodies": [{{ "name": "cord", "density": 0.5, "damping": {{ "mass": 4 }}, "contact": {{ "thickness": {} }},
            "shape": {{ "type": "rope", "from": [-0.3, 0, 0], "to": [0.3, 0, 0], "segments": 60 }},
            "rod": {{ "diameter": 0.03, "youngs_modulus": 2e4, "poissons_ratio": 0.3 }},
            "hold": [{}, {}] }}] }})",
                                      reach, cord, end("start", 0.2845), end("end", -0.2845)),
                          cord, reach);
}

}  // namespace
}  // namespace talweg::thickness_test
