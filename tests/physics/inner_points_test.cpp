/// Every point of a spring body feels planes and obstacles, not only its border; so does every point of a body whose
/// material allows inversion. Solver and referee look at the same ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"

namespace talweg::inner_points_test {
namespace {

using testing::RecordedRun;

/// By how much the deepest point of the body is below the plane through `on`.
double depth(const RecordedRun& run, const Vec3& on, const Vec3& normal) {
    const int points = run.bodies()[0].point_count;
    double lowest = 0.0;
    for (std::uint64_t f = 0; f <= run.summary.frames; ++f) {
        const std::vector<Vec3> x = run.frame(f);
        for (int i = 0; i < points; ++i) lowest = std::min(lowest, dot(x[i] - on, normal) / norm(normal));
    }
    return -lowest;
}

void expect_above(const RecordedRun& run, const Vec3& on, const Vec3& normal) {
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_EQ(depth(run, on, normal), 0.0);
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
    EXPECT_GT(run.largest("contact"), 0.0);
}

TEST(InnerPoints, OfASoftSquareOfSpringsStayAboveASlope) {
    const RecordedRun run(R"({ "planar": true, "time": { "step": 0.01, "frames": 80 },
      "contact": { "distance": 0.01, "friction": 0.05 },
      "bodies": [{ "name": "square", "shape": { "type": "grid", "size": [1, 1], "cells": [6, 6] }, "density": 1000,
                   "energies": [{ "type": "spring", "stiffness": 2e4 }] }],
      "obstacles": [{ "name": "slope", "shape": { "type": "plane", "point": [0, -1, 0], "normal": [0.1, 1, 0] } }] })");
    expect_above(run, {0, -1, 0}, {0.1, 1, 0});
}

TEST(InnerPoints, OfALatticeOfSpringsStayAboveABlock) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 60 }, "contact": { "distance": 0.01 },
      "bodies": [{ "name": "lattice", "shape": { "type": "lattice", "size": [1, 1, 1], "cells": [3, 3, 3] },
                   "place": { "translate": [0, 0.7, 0] }, "density": 1000,
                   "energies": [{ "type": "spring", "stiffness": 2e4 }] }],
      "obstacles": [{ "name": "block", "shape": { "type": "block", "center": [0, -2, 0], "size": [8, 4, 8] } }] })");
    expect_above(run, {0, 0, 0}, {0, 1, 0});
}

TEST(InnerPoints, OfAMaterialThatCanInvertStayAboveThePlane) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 40 }, "contact": { "distance": 0.01 },
      "bodies": [{ "name": "box", "shape": { "type": "box", "size": [1, 1, 1], "cells": [3, 3, 3] },
                   "place": { "translate": [0, 0.55, 0] }, "density": 1000, "start": { "velocity": [0, -5, 0] },
                   "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 2e4, "poissons_ratio": 0.3 }] }],
      "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    expect_above(run, {0, 0, 0}, {0, 1, 0});
}

}  // namespace
}  // namespace talweg::inner_points_test
