/// Fabrics by name, at default settings: limits, bias, drape.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "support/scene_run.hpp"
#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/scene/spec/materials.hpp"

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

/// How much longer a hanging strip of silk becomes when it is pulled by 10 N/m, its warp along (x, y).
double lengthening(double warp_x, double warp_y) {
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
    EXPECT_TRUE(report.completed) << warp_x << " " << warp_y << ": " << report.advice;
    return before - lowest();
}

/// A flat sheet whose hinges carry nothing: the equilibrium is found in one step, though no hinge has a force to
/// compare what is left with.
TEST(Fabrics, ClothGivesOnTheBias) {
    const double along_weft = lengthening(1, 0), along_warp = lengthening(0, 1), bias = lengthening(1, 1);
    // 10 N/m in threads of a t; of a free strip less, by the other threads' pull: E = a₂ − a₁₂²/a₁, and a₁ − a₁₂²/a₂.
    EXPECT_NEAR(along_weft, 0.6 * 10.0 / (4.195e6 * 1.8e-4), 0.15 * along_weft);
    EXPECT_NEAR(along_warp, 0.6 * 10.0 / (1.8145e6 * 1.8e-4), 0.15 * along_warp);
    // Threads that hardly stretch turn: E₁₂ = ½ S/g at S = 5 N/m and more, ε ≈ 2 E₁₂ = 0.05 along the strip.
    EXPECT_GT(bias, 1.3 * along_warp);
    EXPECT_GT(bias, 3.0 * along_weft);
}

/// Cotton may become 6.08 % longer. A strip of 40 cm, pulled by 5 cm/s, does so in 0.4864 s.
TEST(Fabrics, AStopAtTheLimitHasItsName) {
    for (const char* integrator : {"implicit_euler", "quasi_static"}) {
        SceneRun run(parse_scene(fmt::format(R"({{ "time": {{ "step": 0.02, "frames": 1 }},
            "integrator": {{ "type": "{}" }},
            "bodies": [{{ "name": "cloth", "material": "cotton",
              "shape": {{ "type": "cloth", "size": [0.2, 0.4], "cells": [4, 8] }},
              "hold": [{{ "select": {{ "group": "back" }} }},
                       {{ "select": {{ "group": "front" }},
                          "motion": {{ "displacement": [0, 0, "0.05*t"] }} }}] }}] }})",
                                             integrator),
                                 "pull.json", ".", {}));
        StepReport report;
        int steps = 0;
        while (steps < 40 && (report = run.step()).completed) ++steps;
        EXPECT_EQ(steps, 24) << integrator;
        EXPECT_STREQ(describe(report.stop), "overstretched") << integrator;
        EXPECT_NE(report.advice.find("strain limit"), std::string::npos);
    }
}

/// What the textile test of Cusick makes of a disc of cloth, 30 cm wide, on a stand of 18 cm.
struct Drape {
    double coefficient;  // of the ring that hangs over, the part that its shadow covers, per cent
    int folds;
};

/// Laid flat, uneven by a tenth of its thickness; what carries the ring is lowered within some seconds, as the
/// apparatus does, and the cloth comes to rest.
Drape cusick(const char* material, int rings, int seed, double lowering = 2.0) {
    const std::string text = fmt::format(
        R"json({{ "time": {{ "step": 0.05, "frames": 1 }},
              "bodies": [{{ "name": "cloth", "material": "{}",
                "shape": {{ "type": "disc", "radius": 0.15, "rings": {} }},
                "place": {{ "rotate": {{ "axis": [1, 0, 0], "angle": -90 }} }},
                "damping": {{ "mass": 3, "stiffness": 0 }}, "start": {{ "scramble": {}, "seed": {} }},
                "loads": [{{ "type": "body_force", "force_density": [0, "WEIGHT*(1 - min(t/{}, 1))", 0] }}],
                "hold": [{{ "select": {{ "sphere": {{ "center": [0, 0, 0], "radius": 0.0901 }} }} }}] }}] }})json",
        material, rings, 0.1 * find_material(material)->thickness, seed, lowering);
    const auto weighing = [&](double weight) {
        std::string filled = text;
        filled.replace(filled.find("WEIGHT"), 6, fmt::format("{}", weight));
        return parse_scene(filled, "cusick.json", ".", {});
    };
    SceneRun run(weighing(9.81 * weighing(0.0).bodies[0].density));
    std::vector<std::pair<double, int>> rim;
    for (int i = 0; i < run.model().point_count(); ++i) {
        const Vec3& p = run.model().rest[i];
        if (std::hypot(p[0], p[2]) > 0.1499) rim.emplace_back(std::atan2(p[2], p[0]), i);
    }
    std::sort(rim.begin(), rim.end());
    for (double t = 0.0; t < lowering + 1.5; t += 0.05) {
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
        if (!report.completed) break;
    }
    const Positions x = run.x();
    double area = 0.0, mean = 0.0;
    std::vector<double> reach;
    for (std::size_t k = 0; k < rim.size(); ++k) {
        const Vec3 &a = x[rim[k].second], &b = x[rim[(k + 1) % rim.size()].second];
        area += 0.5 * (a[0] * b[2] - b[0] * a[2]);
        reach.push_back(std::hypot(a[0], a[2]));
        mean += reach.back() / double(rim.size());
    }
    int folds = 0;
    for (std::size_t k = 0; k < reach.size(); ++k) folds += reach[k] < mean && reach[(k + 1) % reach.size()] >= mean;
    const double stand = M_PI * 0.09 * 0.09, disc = M_PI * 0.15 * 0.15;
    return {100.0 * (std::fabs(area) - stand) / (disc - stand), folds};
}

/// Silks drape to 20…40 % (docs/shells.md). Triangles as large as its bending length would stand out to 62 %.
TEST(Fabrics, SilkDrapes) {
    const Drape silk = cusick("silk", 24, 1);
    EXPECT_GT(silk.coefficient, 25.0);
    EXPECT_LT(silk.coefficient, 38.0);
    EXPECT_GE(silk.folds, 3);
    EXPECT_LE(silk.folds, 10);
}

/// What fabrics of a kind have in the laboratory, per cent, and by how much two meshes may differ.
struct Band {
    const char* material;
    double low, high, apart = 3.0;
};
class Cusick : public ::testing::TestWithParam<Band> {};

TEST_P(Cusick, DrapesAsInTheLaboratory) {
    if (!std::getenv("TALWEG_ALL")) GTEST_SKIP() << "./test --all drapes fabrics for minutes";
    const auto& [material, low, high, apart] = GetParam();
    double means[2] = {0.0, 0.0};
    int fewest = 100, most = 0;
    for (const int fine : {0, 1})
        for (int seed = 1; seed <= 5; ++seed) {
            const Drape drape = cusick(material, fine ? 36 : 24, seed, 4.0);
            means[fine] += drape.coefficient / 5.0;
            fewest = std::min(fewest, drape.folds);
            most = std::max(most, drape.folds);
        }
    std::printf("%s: %.1f and %.1f %%, %d to %d folds\n", material, means[0], means[1], fewest, most);
    EXPECT_GE(fewest, 3);
    EXPECT_LE(most, 8);
    for (const double mean : means) {
        EXPECT_GT(mean, low);
        EXPECT_LT(mean, high);
    }
    EXPECT_NEAR(means[0], means[1], apart);
}

// Cotton is stable with five folds and with six, and a finer mesh finds six more often.
INSTANTIATE_TEST_SUITE_P(Fabrics, Cusick,
                         ::testing::Values(Band{"silk", 20, 40}, Band{"wool", 40, 70}, Band{"woven_wool", 40, 70},
                                           Band{"woven_cotton", 58, 76, 5.0}, Band{"denim", 70, 90}),
                         [](const auto& fabric) { return std::string(fabric.param.material); });

}  // namespace
}  // namespace talweg::fabrics_test
