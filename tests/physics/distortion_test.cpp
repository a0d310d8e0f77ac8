/// Distortion minimisation: the energy falls at every iteration, and what rests comes back.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "support/scene_run.hpp"
#include "talweg/geometry/measures.hpp"

namespace talweg::distortion_test {
namespace {

using testing::SceneRun;

std::string scene(bool planar, const std::string& body) {
    return std::string(
               R"({ "gravity": [0, 0, 0], "time": { "step": 1 }, "integrator": { "type": "minimise" }, "planar": )") +
           (planar ? "true" : "false") + R"(, "bodies": [ { "name": "it", "density": 1, )" + body + " } ] }";
}

double total(const std::vector<double>& potentials) {
    double sum = 0.0;
    for (const double potential : potentials) sum += potential;
    return sum;
}

/// Descends until the energy stops falling; returns it. Every iteration must lower it, down to rounding.
double least_energy(SceneRun& run, int most) {
    const Positions x = run.x();
    double before = 0.0;
    for (const auto& term : run.model().terms)
        before += term->energy({x.data(), x.data(), 1.0}, 0, term->element_count());
    const double first = before;
    for (int n = 0; n < most; ++n) {
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
        EXPECT_LE(report.iterations.size(), 1u);
        const double now = total(report.potentials);
        if (before > 1e-12 * first) {
            EXPECT_LT(now, before) << "iteration " << n;
        }
        before = now;
        if (before < 1e-18 * first) break;
    }
    return before;
}

TEST(Distortion, ARotatedSolidIsRecovered) {
    for (const char* energy : {R"("arap", "youngs_modulus": 1e4)", R"("symmetric_dirichlet", "youngs_modulus": 1e4)",
                               R"("neo_hookean", "youngs_modulus": 1e4, "poissons_ratio": 0.3)"}) {
        SceneRun run(parse_scene(scene(false, R"("shape": { "type": "box", "size": [2, 1, 1], "cells": [4, 2, 2] },
                            "start": { "rotate": { "axis": [1, 2, 3], "angle": 70 }, "stretch": [1.3, 0.8, 1.1] },
                            "energies": [ { "type": )" +
                                                  std::string(energy) + " } ]"),
                                 "scene.json"));
        EXPECT_LT(least_energy(run, 60), 1e-12) << energy;
    }
}

TEST(Distortion, APlanarPieceIsRecoveredFromACrumpledStart) {
    SceneRun run(parse_scene(scene(true, R"("shape": { "type": "puzzle", "size": 1, "cells": 10 },
                                            "start": { "rotate": { "axis": [0, 0, 1], "angle": 100 }, "scramble": 0.2 },
                                            "energies": [ { "type": "planar_arap", "youngs_modulus": 1e4,
                                                            "thickness": 0.01 } ])"),
                             "scene.json"));
    EXPECT_LT(least_energy(run, 200), 1e-9);
}

TEST(Distortion, ADevelopableSheetIsFlattenedWithoutDistortion) {
    // A quarter of a cylinder, read from a file: flattening brings back the rectangle, E ≈ 0.
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "quarter.obj";
    std::ofstream stream(file);
    const int n = 8;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) {
            const double angle = 1.5 * i / n;
            stream << "v " << std::cos(angle) << " " << std::sin(angle) << " " << 1.0 * j / n << "\n";
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const int a = i * (n + 1) + j + 1, b = a + n + 1;
            // Diagonals turn at two corners, so that no triangle has all its points on the border.
            if ((i < n / 2) == (j < n / 2))
                stream << "f " << a << " " << b << " " << b + 1 << "\nf " << a << " " << b + 1 << " " << a + 1 << "\n";
            else
                stream << "f " << a << " " << b << " " << a + 1 << "\nf " << b << " " << b + 1 << " " << a + 1 << "\n";
        }
    stream.close();
    SceneRun run(parse_scene(scene(true, R"("shape": { "type": "flattened", "surface": { "type": "mesh", "file": ")" +
                                             file.string() + R"(" } }, "energies": [
                                 { "type": "planar_symmetric_dirichlet", "youngs_modulus": 1, "thickness": 1 } ])"),
                             "scene.json"));
    EXPECT_LT(least_energy(run, 100), 1e-12);
    // The distance of opposite corners is that of the rectangle: chords of the arc and the height.
    const double arc = n * 2.0 * std::sin(0.5 * 1.5 / n);
    const Positions x = run.x();
    EXPECT_NEAR(norm(x.back() - x.front()), std::hypot(arc, 1.0), 1e-6);
}

TEST(Distortion, AHemisphereIsFlattenedWithoutFlips) {
    SceneRun run(parse_scene(
        scene(true, R"("shape": { "type": "flattened", "surface": { "type": "hemisphere", "radius": 1, "rings": 6 } },
                       "energies": [ { "type": "planar_symmetric_dirichlet", "youngs_modulus": 1, "thickness": 1 } ])"),
        "scene.json"));
    double before = HUGE_VAL;
    for (int iteration = 0; iteration < 12; ++iteration) {
        const double now = total(run.step().potentials);
        if (iteration < 5) {
            EXPECT_LT(now, before);
        }
        before = now;
        const Positions x = run.x();
        for (const auto& t : run.model().bodies[0].triangles)
            ASSERT_GT(area_vector(x[t[0]], x[t[1]], x[t[2]])[2], 0.0) << "iteration " << iteration;
    }
    EXPECT_GT(before, 0.01) << "a sphere cannot be flattened without distortion";
    EXPECT_NEAR(run.model().bodies[0].mass, 2 * std::numbers::pi, 0.1) << "weighed as the surface in space";
}

}  // namespace
}  // namespace talweg::distortion_test
