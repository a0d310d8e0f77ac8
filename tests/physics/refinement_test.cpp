/// Stiffness by strain: refining a rope, a sheet or a lattice does not change how far it gives.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "support/scene_run.hpp"

namespace talweg::refinement_test {
namespace {

/// Steps a scene with long time steps, under which implicit Euler comes to rest.
Positions settled(const std::string& text) {
    testing::SceneRun run(parse_scene(text, "refinement"));
    for (int n = 0; n < 40; ++n) {
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
    }
    EXPECT_LT(kinetic_energy(run.model(), run.state()), 1e-12);
    return run.x();
}

TEST(Refinement, ARopeGivesUnderItsWeightByTheClosedFormAtEveryResolution) {
    // Hooke's rope of k newtons: the tension at s is ρ g (L − s), so the whole lengthens by ρ g L²/(2k). Lumped masses
    // make that exact for any number of segments.
    const double rho = 0.5, length = 2.0, k = 100.0;
    for (int segments : {1, 4, 16, 64}) {
        const Positions x = settled(fmt::format(
            R"({{"time": {{"step": 1, "frames": 1}}, "solver": {{"tolerance": 1e-10}}, "bodies": [{{"name": "rope",
                "shape": {{"type": "rope", "from": [0, 0, 0], "to": [0, -{}, 0], "segments": {}}}, "density": {},
                "energies": [{{"type": "hooke_spring", "on": "structural", "stiffness": {}}}],
                "hold": [{{"select": {{"group": "start"}}}}]}}]}})",
            length, segments, rho, k));
        EXPECT_NEAR(-x.back()[1] - length, rho * 9.81 * length * length / (2 * k), 1e-8) << segments << " segments";
    }
}

/// How far the loose end of a strip hangs below its length, at n cells across.
double strip_stretch(int n) {
    const Positions x = settled(fmt::format(
        R"({{"planar": true, "time": {{"step": 1, "frames": 1}}, "solver": {{"tolerance": 1e-9}}, "bodies": [{{
            "name": "strip",
            "shape": {{"type": "grid", "size": [0.5, 1], "cells": [{}, {}]}}, "density": 1,
            "energies": [{{"type": "spring", "stiffness": 40}}], "hold": [{{"select": {{"group": "top"}}}}]}}]}})",
        n, 2 * n));
    double lowest = 0.0;
    for (const Vec3& p : x) lowest = std::min(lowest, p[1]);
    return -0.5 - lowest;
}

TEST(Refinement, AHangingSheetConverges) {
    const double coarse = strip_stretch(4), medium = strip_stretch(8), fine = strip_stretch(16);
    EXPECT_GT(fine, 0.01);
    EXPECT_LT(std::abs(fine - medium), 0.7 * std::abs(medium - coarse));
    EXPECT_NEAR(medium / fine, 1.0, 0.05);
}

/// The same for a lattice block.
double block_stretch(int n) {
    const Positions x = settled(fmt::format(
        R"({{"time": {{"step": 1, "frames": 1}}, "solver": {{"tolerance": 1e-9}}, "bodies": [{{"name": "block",
            "shape": {{"type": "lattice", "size": [0.5, 1, 0.5], "cells": [{0}, {1}, {0}]}}, "density": 1000,
            "energies": [{{"type": "spring", "stiffness": 20000}}], "hold": [{{"select": {{"group": "top"}}}}]}}]}})",
        n, 2 * n));
    double lowest = 0.0;
    for (const Vec3& p : x) lowest = std::min(lowest, p[1]);
    return -0.5 - lowest;
}

TEST(Refinement, AHangingBlockConverges) {
    const double coarse = block_stretch(2), medium = block_stretch(4), fine = block_stretch(8);
    EXPECT_GT(fine, 0.01);
    // Springs on the faces count whole, so the error is of first order in the cell size: it halves.
    EXPECT_LT(std::abs(fine - medium), 0.7 * std::abs(medium - coarse));
    EXPECT_NEAR(medium / fine, 1.0, 0.12);
}

}  // namespace
}  // namespace talweg::refinement_test
