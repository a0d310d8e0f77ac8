/// The bending energies on the same clamped sheet, Γ = w L³/D = 5, cut in different ways: docs/bending.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::bending_models_test {
namespace {

using testing::SceneRun;

/// Of the free end, over L. Two rows of points are held: the clamp stands between them.
double drop(const char* cut, const std::string& bending) {
    constexpr int cells = 12;
    constexpr double h = 1.0 / cells, length = 1.0 - 0.5 * h, thickness = 0.005;
    SceneRun run(
        parse_scene(fmt::format(R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
          "solver": {{ "tolerance": 1e-9, "max_iterations": 3000 }},
          "bodies": [{{ "name": "sheet", "density": {},
            "shape": {{ "type": "cloth", "size": [1, 0.5], "cells": [{}, {}], "cut": "{}" }},
            "hold": [{{ "select": {{ "box": {{ "min": [-1, -1, -1], "max": [{}, 1, 1] }} }} }}],
            "energies": [{{ "type": "membrane_corotational", "youngs_modulus": {}, "poissons_ratio": 0,
                            "thickness": {} }}, {{ {} }}] }}] }})",
                                5.0 / (length * length * length) / 9.81, cells, cells / 2, cut, -0.5 + 1.001 * h,
                                12.0 / (thickness * thickness * thickness), thickness, bending),
                    "scene.json", ".", {}));
    const StepReport report = run.step();
    EXPECT_TRUE(report.completed) << report.advice;
    double sum = 0.0;
    int count = 0;
    const Positions x = run.x();
    for (int i = 0; i < run.model().point_count(); ++i)
        if (run.model().rest[i][0] > 0.5 - 1e-6) {
            sum -= x[i][1];
            ++count;
        }
    return sum / count / length;
}

TEST(BendingModels, APlateIsRightOnAnyCutAndHingesOnEquilateralOnes) {
    const std::string plate = R"("type": "plate_bending", "rigidity": 1, "poissons_ratio": 0)",
                      hinge = R"("type": "hinge_bending", "rigidity": 1)",
                      quadratic = R"("type": "quadratic_bending", "rigidity": 1)",
                      edges = R"("type": "edge_spring", "stiffness": 4)";
    constexpr double elastica = 0.49591;
    for (const char* cut : {"regular", "chessboard", "equilateral"})
        EXPECT_NEAR(drop(cut, plate), elastica, 0.006 * elastica) << cut;
    EXPECT_NEAR(drop("equilateral", hinge), elastica, 0.006 * elastica);
    const double biased = drop("regular", hinge);
    EXPECT_NEAR(biased, 0.5361, 1e-3);
    EXPECT_NEAR(drop("crossed", hinge), 0.3952, 1e-3);
    EXPECT_NEAR(drop("regular", quadratic), biased, 3e-3 * biased);
    EXPECT_NEAR(drop("regular", edges), biased, 1e-3 * biased);
}

}  // namespace
}  // namespace talweg::bending_models_test
