/// Strips rolled into a circle, columns that buckle, stacks of sheets with a thickness, and a needle on cloth.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cstdlib>
#include <fstream>
#include <numbers>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/step/integrators/quasi_static.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::thin_test {
namespace {

using testing::SceneRun;

constexpr double thickness = 0.005, rigidity = 1.0, pi = std::numbers::pi;
constexpr double youngs = 12.0 * rigidity / (thickness * thickness * thickness);

/// A strip of length 1 and its clamps: half a cell of each lies beyond the ends, because an edge bends what lies half
/// as far on either side of it.
struct ClampedStrip {
    int columns, rows;
    double cell = 1.0 / (columns - 1);
    TemporaryDirectory folder;

    ClampedStrip(int columns_, int rows_) : columns(columns_), rows(rows_) {
        const Mesh mesh = make_cloth({columns * cell, rows * cell}, {columns, rows}, ClothCut::regular);
        std::ofstream file(folder / "strip.obj");
        for (const Vec3& p : mesh.points) file << fmt::format("v {:.17g} {:.17g} {:.17g}\n", p[0], p[1], p[2]);
        for (const auto& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    double width() const { return rows * cell; }
    /// Whether a point of the rest shape is in the clamp of that side.
    bool clamped(const Vec3& rest, double side) const { return side * rest[0] > 0.5 - 0.51 * cell; }

    std::string scene(const std::string& holds, const std::string& world = "") const {
        return fmt::format(
            R"({{ "gravity": [0, 0, 0], "integrator": {{ "type": "quasi_static" }}, {}
                  "bodies": [{{ "name": "strip", "density": 1, "shape": {{ "type": "mesh", "file": "{}" }},
                    "hold": [{}],
                    "energies": [{{ "type": "membrane_corotational",
                                    "youngs_modulus": {}, "poissons_ratio": 0, "thickness": {} }},
                                 {{ "type": "plate_bending", "rigidity": {}, "poissons_ratio": 0 }}] }}] }})",
            world, (folder / "strip.obj").string(), holds, youngs, thickness, rigidity);
    }
    std::string box(double from, double to) const {
        return fmt::format(R"("select": {{ "box": {{ "min": [{}, -9, -9], "max": [{}, 9, 9] }} }})", from, to);
    }
};

TEST(Thin, EndsTurnedByHalfATurnRollAStripIntoACircle) {
    const ClampedStrip strip(37, 2);
    // Both ends go where those of an arc that turns by 2πt in all have theirs, in ten steps.
    const auto end = [&](double side) {
        const double edge = 0.5 - 0.51 * strip.cell;
        return fmt::format(R"json({{ {}, "motion": {{
                "displacement": ["{}*(sin(pi*t)/(pi*t) - 1)", "(1 - cos(pi*t))/(2*pi*t)", 0],
                "angle": "{}*t", "axis": [0, 0, 1], "center": [{}, 0, 0] }} }})json",
                           side > 0 ? strip.box(edge, 9) : strip.box(-9, -edge), 0.5 * side, 180.0 * side, 0.5 * side);
    };
    std::string text = strip.scene(end(-1.0) + ", " + end(1.0),
                                   R"("time": { "step": 0.1, "frames": 10 }, "solver": { "tolerance": 1e-8 },)");
    // The arc has no radius at the start: t is kept from 0 there, which moves nothing that can be seen.
    for (std::size_t at = 0; (at = text.find("pi*t", at)) != std::string::npos; at += 14)
        text.replace(at, 4, "pi*max(t, 1e-6)");
    SceneRun run(parse_scene(text, "scene.json", ".", {}));
    for (int n = 0; n < 10; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << n << report.advice;
    }
    // What the clamps do, as a moment: minus that of the strip's own forces on the points they hold.
    const Positions x = run.x(), rest = run.model().rest;
    const Positions f = run.stepper().backend().assembler().point_forces(x, Positions(x.size(), Vec3::zero()), 1.0);
    const double expected = 2.0 * pi * rigidity * strip.width();
    for (const double side : {-1.0, 1.0}) {
        Vec3 moment = Vec3::zero(), force = Vec3::zero();
        for (std::size_t i = 0; i < x.size(); ++i)
            if (strip.clamped(rest[i], side)) {
                moment -= cross(x[i] - Vec3{0, 1.0 / pi, 0}, f[i]);
                force -= f[i];
            }
        EXPECT_NEAR(moment[2], side * expected, 0.01 * expected);
        EXPECT_LT(norm(force), 0.02 * expected) << "a circle needs no force at its ends";
    }
    const double radius = 0.5 / pi;
    for (const Vec3& p : x) EXPECT_NEAR(std::hypot(p[0], p[1] - radius), radius, 0.01 * radius);
}

/// The smallest eigenvalue of the stiffness of a strip that is squeezed to 1 − strain of its length, flat.
double smallest_eigenvalue(const ClampedStrip& strip, const std::string& holds, double strain) {
    const std::string world = R"("time": { "step": 1, "frames": 1 },)";
    std::string text = strip.scene(holds, world);
    text.replace(text.find(R"("density": 1,)"), 13,
                 fmt::format(R"("density": 1, "start": {{ "stretch": [{:.17g}, 1, 1] }},)", 1.0 - strain));
    SceneRun run(parse_scene(text, "scene.json", ".", {}));
    const Landscape landscape = QuasiStatic::predict(run.model(), run.state(), 1.0);
    const System& system = run.stepper().backend().assemble(landscape, run.state().c, Hessian::exact);
    const BlockPattern& pattern = *system.hessian.pattern;
    const int nodes = run.model().node_count();
    std::vector<int> free(3 * nodes, -1);
    int count = 0;
    for (int i = 0; i < nodes; ++i)
        for (int a = 0; a < 3; ++a)
            if (!(run.model().held_axes[i] & (1 << a))) free[3 * i + a] = count++;
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(count, count);
    for (int i = 0; i < nodes; ++i)
        for (int b = pattern.row_begin(i); b < pattern.row_end(i); ++b)
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c) {
                    const int row = free[3 * i + r], column = free[3 * pattern.column(b) + c];
                    if (row < 0 || column < 0) continue;
                    k(row, column) = k(column, row) = system.hessian.values[b](r, c);
                }
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

/// Force per width at which it changes its sign.
double buckling_load(const ClampedStrip& strip, const std::string& holds, double guess) {
    double low = 0.5 * guess / (youngs * thickness), high = 3.0 * low;
    EXPECT_GT(smallest_eigenvalue(strip, holds, low), 0.0);
    EXPECT_LT(smallest_eigenvalue(strip, holds, high), 0.0);
    for (int halving = 0; halving < 9; ++halving) {
        const double middle = 0.5 * (low + high);
        (smallest_eigenvalue(strip, holds, middle) > 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high) * youngs * thickness;
}

TEST(Thin, AColumnBucklesAtEulersLoad) {
    const ClampedStrip strip(49, 2);
    const double edge = 0.5 - 0.51 * strip.cell;
    const std::string clamps = fmt::format("{{ {} }}, {{ {} }}", strip.box(-9, -edge), strip.box(edge, 9));
    EXPECT_NEAR(buckling_load(strip, clamps, 4 * pi * pi), 4 * pi * pi, 0.02 * 4 * pi * pi);
    // Held in place at its very ends, it may turn there: as long as it is, half a cell more at both ends.
    const double length = 1.0 + strip.cell, tip = 0.5 * length - 0.01 * strip.cell;
    const std::string pins = fmt::format(
        R"({{ {}, "axes": "xyz" }}, {{ {}, "axes": "xyz" }}, {{ "select": {{ "all": true }}, "axes": "z" }})",
        strip.box(-9, -tip), strip.box(tip, 9));
    const double pinned = pi * pi / (length * length);
    EXPECT_NEAR(buckling_load(strip, pins, pinned), pinned, 0.02 * pinned);
}

TEST(Thin, WhoPullsASheetPastItsLimitIsStoppedAndTold) {
    for (
        const char* energy :
        {R"({ "type": "membrane_stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3, "thickness": 3e-4 },
             { "type": "strain_limit", "limit": 1.1, "stiffness": 30 })",
         R"({ "type": "orthotropic_membrane", "warp": 1e5, "weft": 1e5, "cross": 1e4, "shear": 1e5, "warp_limit": 0.105,
             "weft_limit": 0.105, "shear_limit": 0.1, "warp_x": 1, "warp_y": 0, "warp_z": 0, "thickness": 3e-4 })"}) {
        SceneRun run(parse_scene(fmt::format(R"({{ "time": {{ "step": 0.02, "frames": 1 }}, "gravity": [0, 0, 0],
                  "bodies": [{{ "name": "sheet", "density": 0.1,
                    "shape": {{ "type": "cloth", "size": [0.3, 0.2], "cells": [3, 2] }},
                    "hold": [{{ "select": {{ "group": "left" }} }},
                             {{ "select": {{ "group": "right" }}, "motion": {{ "displacement": ["0.1*t", 0, 0] }} }}],
                    "energies": [{}] }}] }})",
                                             energy),
                                 "scene.json", ".", {}));
        StepReport report;
        double width = 0.0;
        for (int n = 0; n < 60; ++n) {
            report = run.step();
            if (!report.completed) break;
            for (const Vec3& p : run.x()) width = std::max(width, p[0] + 0.15);
        }
        EXPECT_FALSE(report.completed);
        EXPECT_LT(width, 0.3 * 1.1001);
        EXPECT_GT(width, 0.3 * 1.06);
        EXPECT_NE(report.advice.find("strain limit"), std::string::npos) << report.advice;
        EXPECT_STREQ(describe(report.stop), "overstretched");
    }
}

TEST(Thin, AStackOfTwentySheetsKeepsItsThickness) {
    constexpr double sheet = 2e-3;
    std::string bodies;
    for (int k = 0; k < 20; ++k)
        bodies += fmt::format(
            R"({}{{ "name": "sheet {}", "material": "wool", "contact": {{ "thickness": {} }},
                 "shape": {{ "type": "cloth", "size": [0.1, 0.1], "cells": [2, 2], "cut": "{}" }},
                 "place": {{ "translate": [{}, {}, 0] }} }})",
            k ? ", " : "", k, sheet, k % 2 ? "crossed" : "regular", 0.003 * (k % 3), 0.0015 + 0.0028 * k);
    const std::string text = fmt::format(
        R"({{ "time": {{ "step": 0.02, "frames": 1 }}, "contact": {{ "distance": 4e-4, "friction": 0.2 }},
              "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}], "bodies": [{}] }})",
        bodies);
    SceneRun run(parse_scene(text, "scene.json", ".", {}));
    const auto& bodies_of = run.model().bodies;
    double smallest = HUGE_VAL, touching = 0.0;
    for (int n = 0; n < (std::getenv("TALWEG_ALL") ? 40 : 10); ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Positions x = run.x();
        touching = HUGE_VAL;
        for (const Body& one : bodies_of)
            for (const Body& other : bodies_of) {
                if (&one == &other || one.obstacle || other.obstacle) continue;
                for (int i = 0; i < one.point_count; ++i)
                    for (const auto& t : other.triangles)
                        touching = std::min(touching,
                                            point_triangle_squared(x[one.first_point + i], x[t[0]], x[t[1]], x[t[2]]));
            }
        smallest = std::min(smallest, std::sqrt(touching));
    }
    EXPECT_GT(smallest, sheet);
    EXPECT_LT(std::sqrt(touching), sheet + 4e-4) << "they do lie on one another";
}

TEST(Thin, ANeedleAtAHundredMetresPerSecondDoesNotPassThroughCloth) {
    const std::string text =
        R"({ "time": { "step": 0.01, "frames": 6 }, "contact": { "distance": 1e-3 },
             "bodies": [
               { "name": "cloth", "material": "cotton",
                 "shape": { "type": "cloth", "size": [0.4, 0.4], "cells": [6, 6] },
                 "hold": [{ "select": { "group": "corners" } }] },
               { "name": "needle", "rigid": true, "density": 7800, "start": { "velocity": [0, -100, 0] },
                 "shape": { "type": "box", "size": [0.001, 0.05, 0.001], "cells": [1, 1, 1] },
                 "place": { "translate": [0.011, 0.1, 0.017] } }] })";
    TemporaryDirectory folder;
    const Scene scene = parse_scene(text, "scene.json", ".", {});
    const RunSummary summary = simulate(scene, build_model(scene), RunClaim(folder / "needle", RunMode::fresh), {});
    EXPECT_EQ(summary.ended, "finished") << summary.advice;
    const Certificate certificate = verify_run(folder / "needle");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

}  // namespace
}  // namespace talweg::thin_test
