/// Strips rolled into a circle, columns that buckle, stacks of sheets with a thickness, and a needle on cloth.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cstdlib>
#include <fstream>
#include <numbers>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/step/integrators/quasi_static.hpp"

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
        EXPECT_NE(report.advice.find(" of sheet farther"), std::string::npos) << report.advice;
        EXPECT_STREQ(describe(report.stop), "overstretched");
    }
}

/// Sheets that are cut differently and lie askew, so that their edges cross: points over triangles and edges over edges
/// are never nearer than the thickness, by this test and by the referee.
TEST(Thin, AStackOfTwentySheetsKeepsItsThickness) {
    constexpr double sheet = 2e-3, reach = 4e-4;
    const int steps = std::getenv("TALWEG_ALL") ? 40 : 10;
    std::string bodies;
    for (int k = 0; k < 20; ++k)
        bodies += fmt::format(
            R"({}{{ "name": "sheet {}", "material": "wool", "contact": {{ "thickness": {} }},
                 "shape": {{ "type": "cloth", "size": [0.1, 0.1], "cells": [{}, 3], "cut": "{}" }},
                 "place": {{ "translate": [{}, {}, 0], "rotate": {{ "axis": [0, 1, 0], "angle": {} }} }} }})",
            k ? ", " : "", k, sheet, 3 + k % 2, k % 3 ? "regular" : "crossed", 0.003 * (k % 3), 0.0015 + 0.0028 * k,
            7 * (k % 4));
    const testing::RecordedRun run(fmt::format(
        R"({{ "time": {{ "step": 0.02, "frames": {} }}, "contact": {{ "distance": {}, "friction": 0.2 }},
              "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}], "bodies": [{}] }})",
        steps, reach, bodies));
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const std::vector<Body> all = run.bodies();
    double touching = HUGE_VAL, crossing = HUGE_VAL;
    for (int n = 0; n <= steps; ++n) {
        const std::vector<Vec3> x = run.frame(n);
        touching = crossing = HUGE_VAL;
        for (int k = 0; k + 1 < 20; ++k) {  // what lies further off is kept apart by those between
            const Body &lower = all[k], &upper = all[k + 1];
            const auto points_over = [&](const Body& one, const Body& other) {
                for (int i = 0; i < one.point_count; ++i)
                    for (const auto& t : other.triangles)
                        touching = std::min(touching,
                                            point_triangle_squared(x[one.first_point + i], x[t[0]], x[t[1]], x[t[2]]));
            };
            points_over(lower, upper);
            points_over(upper, lower);
            for (const auto& [a, b] : unique_edges(lower.triangles))
                for (const auto& [c, d] : unique_edges(upper.triangles))
                    crossing = std::min(crossing, edge_edge_squared(x[a], x[b], x[c], x[d]));
        }
        EXPECT_GE(std::sqrt(touching), sheet) << n;
        EXPECT_GE(std::sqrt(crossing), sheet) << n;
    }
    EXPECT_LT(std::sqrt(touching), sheet + reach) << "they do lie on one another";
    EXPECT_LT(std::sqrt(crossing), sheet + reach) << "edges too";
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// How often the line from a point straight up or down goes through a sheet: an odd number as long as the sheet lies
/// there, however it is folded.
int layers(const Body& sheet, const std::vector<Vec3>& x, const Vec3& from, double up) {
    int count = 0;
    for (const auto& t : sheet.triangles) {
        const Vec3 &a = x[t[0]], &b = x[t[1]], &c = x[t[2]];
        const auto side = [&](const Vec3& p, const Vec3& q) {
            return (q[0] - p[0]) * (from[2] - p[2]) - (q[2] - p[2]) * (from[0] - p[0]) > 0.0;
        };
        if (side(a, b) != side(b, c) || side(b, c) != side(c, a)) continue;
        const Vec3 normal = cross(b - a, c - a);
        const double height = a[1] - (normal[0] * (from[0] - a[0]) + normal[2] * (from[2] - a[2])) / normal[1];
        count += up * (height - from[1]) > 0.0;
    }
    return count;
}

Vec3 middle(const Body& body, const std::vector<Vec3>& x) {
    Vec3 sum = Vec3::zero();
    for (int i = 0; i < body.point_count; ++i) sum += x[body.first_point + i] / double(body.point_count);
    return sum;
}

TEST(Thin, ANeedleAtAHundredMetresPerSecondDoesNotPassThroughCloth) {
    const testing::RecordedRun run(
        R"({ "time": { "step": 0.01, "frames": 6 }, "contact": { "distance": 1e-3 },
             "bodies": [
               { "name": "cloth", "material": "cotton",
                 "shape": { "type": "cloth", "size": [0.4, 0.4], "cells": [6, 6] },
                 "hold": [{ "select": { "group": "corners" } }] },
               { "name": "needle", "rigid": true, "density": 7800, "start": { "velocity": [0, -100, 0] },
                 "shape": { "type": "box", "size": [0.001, 0.05, 0.001], "cells": [1, 1, 1] },
                 "place": { "translate": [0.011, 0.1, 0.017] } }] })");
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const std::vector<Body> bodies = run.bodies();
    double lowest = 0.0;
    for (int n = 0; n <= 6; ++n) {
        const std::vector<Vec3> x = run.frame(n);
        const Vec3 needle = middle(bodies[1], x);
        ASSERT_LT(std::max(std::fabs(needle[0]), std::fabs(needle[2])), 0.15) << "over the cloth";
        EXPECT_EQ(layers(bodies[0], x, needle, -1.0) % 2, 1) << n << ": the cloth is below it";
        EXPECT_EQ(layers(bodies[0], x, needle, 1.0) % 2, 0) << n;
        for (int i = 0; i < bodies[0].point_count; ++i) lowest = std::min(lowest, x[i][1]);
    }
    EXPECT_LT(lowest, -0.005) << "it has hit";
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// Two blocks that meet at 6 m/s with a cloth between them: it stays between them, and they come together no nearer
/// than it is thick.
TEST(Thin, ClothBetweenTwoCollidingSolidsStaysBetweenThem) {
    constexpr double cloth = 1e-3;
    const auto block = [](const char* name, double height, double speed) {
        return fmt::format(R"({{ "name": "{}", "material": "rubber", "start": {{ "velocity": [0, {}, 0] }},
                 "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [2, 2, 2] }},
                 "place": {{ "translate": [0.004, {}, 0.007], "rotate": {{ "axis": [0, 1, 0], "angle": {} }} }} }})",
                           name, speed, height, 100.0 * height);
    };
    const testing::RecordedRun run(fmt::format(
        R"({{ "time": {{ "step": 0.004, "frames": 14 }}, "gravity": [0, 0, 0], "contact": {{ "distance": 5e-4 }},
             "bodies": [{{ "name": "cloth", "material": "cotton", "contact": {{ "thickness": {} }},
                 "shape": {{ "type": "cloth", "size": [0.2, 0.2], "cells": [8, 8] }} }}, {}, {}] }})",
        cloth, block("upper", 0.07, -3.0), block("lower", -0.07, 3.0)));
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const std::vector<Body> bodies = run.bodies();
    double nearest = HUGE_VAL;
    for (int n = 0; n <= 14; ++n) {
        const std::vector<Vec3> x = run.frame(n);
        EXPECT_EQ(layers(bodies[0], x, middle(bodies[1], x), -1.0) % 2, 1) << n << ": below the upper one";
        EXPECT_EQ(layers(bodies[0], x, middle(bodies[2], x), 1.0) % 2, 1) << n << ": above the lower one";
        for (int i = 0; i < bodies[1].point_count; ++i)
            for (const auto& t : bodies[2].triangles)
                nearest =
                    std::min(nearest, point_triangle_squared(x[bodies[1].first_point + i], x[t[0]], x[t[1]], x[t[2]]));
    }
    EXPECT_GT(std::sqrt(nearest), cloth);
    EXPECT_LT(std::sqrt(nearest), cloth + 4.0 * 5e-4) << "they have met";
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

}  // namespace
}  // namespace talweg::thin_test
