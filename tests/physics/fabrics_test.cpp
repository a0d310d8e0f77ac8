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
    for (const char* material : {"silk", "denim", "woven_cotton"})
        for (const double dt : {0.1, 0.01, 0.001}) {
            const Vec3 largest = largest_strains(material, dt, dt < 0.005 ? 200 : 30);
            for (int a = 0; a < 3; ++a) EXPECT_LT(largest[a], 1.0) << material << " " << dt << " " << a;
            if (dt >= 0.01) {
                EXPECT_GT(std::max({largest[0], largest[1], largest[2]}), 0.5) << material << " " << dt;
            }
        }
}

/// Cloth gives on the bias and not along its threads.
TEST(Fabrics, ClothIsSoftOnTheBias) {
    const auto sag = [](double warp_x, double warp_y) {
        const std::string text = fmt::format(
            R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
                  "bodies": [{{ "name": "cloth", "density": 0.083,
                    "shape": {{ "type": "cloth", "size": [0.2, 0.6], "cells": [6, 18], "cut": "crossed" }},
                    "place": {{ "rotate": {{ "axis": [1, 0, 0], "angle": 90 }} }},
                    "hold": [{{ "select": {{ "group": "back" }} }}],
                    "loads": [{{ "type": "force", "select": {{ "group": "front" }}, "force": [0, -2, 0] }}],
                    "energies": [{{ "type": "orthotropic_membrane", "warp": 4.3e6, "weft": 9.942e6, "cross": 4.971e6,
                      "shear": 5.7e5, "warp_limit": 0.41, "weft_limit": 0.34, "shear_limit": 0.11, "warp_x": {},
                      "warp_y": {}, "warp_z": 0, "thickness": 1.8e-4 }},
                      {{ "type": "hinge_bending", "rigidity": 1e-4 }}] }}] }})",
            warp_x, warp_y);
        SceneRun run(parse_scene(text, "scene.json", ".", {}));
        const auto lowest = [&] {
            double y = 0.0;
            for (const Vec3& p : run.x()) y = std::min(y, p[1]);
            return y;
        };
        const double before = lowest();
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
        return before - lowest();
    };
    // 10 N/m in threads of 9.9 MPa · 0.18 mm; of a free strip less, by the other threads' pull: E = a₂ − a₁₂²/a₁.
    const double along = sag(1, 0), bias = sag(1, 1);
    EXPECT_NEAR(along, 0.6 * 10.0 / (4.195e6 * 1.8e-4), 0.15 * along);
    EXPECT_GT(bias, 3.0 * along);
}

}  // namespace
}  // namespace talweg::fabrics_test
