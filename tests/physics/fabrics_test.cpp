/// Woven fabrics by name, at default settings: no thread reaches its limit, whatever the time step.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "talweg/energies/orthotropic_membrane.hpp"

namespace talweg::fabrics_test {
namespace {

using testing::SceneRun;

/// The largest strain of a run over its limit, of warp, weft and shear.
Vec3 largest_strains(const char* material, double dt, int steps) {
    // Held by two corners, five times as heavy as it is, so that limits are felt.
    const std::string text = fmt::format(
        R"({{ "time": {{ "step": {}, "frames": 1 }}, "gravity": [0, -200, 0],
              "bodies": [{{ "name": "cloth", "material": "{}",
                "shape": {{ "type": "cloth", "size": [1, 1], "cells": [8, 8] }},
                "hold": [{{ "select": {{ "box": {{ "min": [-0.51, -1, -0.51], "max": [-0.49, 1, -0.49] }} }} }},
                         {{ "select": {{ "box": {{ "min": [0.49, -1, -0.51], "max": [0.51, 1, -0.49] }} }} }}] }}] }})",
        dt, material);
    const Scene scene = parse_scene(text, "scene.json", ".", {});
    SceneRun run(scene);
    std::vector<double> values;
    for (const Parameter& p : OrthotropicMembrane::parameters)
        values.push_back(*scene.bodies[0].energies[0].parameters.at(p.name).value);
    const Positions rest = run.x();
    std::vector<OrthotropicMembrane::Element> elements;
    const auto& triangles = run.model().bodies[0].triangles;
    for (const auto& t : triangles)
        elements.push_back(OrthotropicMembrane::make({{{rest[t[0]], rest[t[1]], rest[t[2]]}}, 0.0, 2}, values.data()));
    Vec3 largest = Vec3::zero();
    for (int n = 0; n < steps; ++n) {
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << material << " " << dt << ": " << report.advice;
        if (!report.completed) break;
        const Positions x = run.x();
        for (std::size_t k = 0; k < elements.size(); ++k) {
            const auto& t = triangles[k];
            const Vec3 s = OrthotropicMembrane::strains(Points<double, 3>{{x[t[0]], x[t[1]], x[t[2]]}}, elements[k]);
            for (int a = 0; a < 3; ++a)
                largest[a] = std::max(largest[a], (a == 2 ? std::fabs(s[2]) : s[a]) / values[4 + a]);
        }
    }
    return largest;
}

TEST(Fabrics, NoThreadReachesItsLimit) {
    for (const char* material : {"silk", "denim"})
        for (const double dt : {0.1, 0.01, 0.001}) {
            const Vec3 largest = largest_strains(material, dt, dt < 0.005 ? 100 : 20);
            for (int a = 0; a < 3; ++a) EXPECT_LT(largest[a], 1.0) << material << " " << dt << " " << a;
            if (dt >= 0.01) {
                EXPECT_GT(std::max({largest[0], largest[1], largest[2]}), 0.5) << material << " " << dt;
            }
        }
}

}  // namespace
}  // namespace talweg::fabrics_test
