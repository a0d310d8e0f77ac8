/// Plates and strips that bend as the textbooks say, however they were cut.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "math/random_matrices.hpp"
#include "support/richardson.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

namespace talweg::plates_test {
namespace {

using testing::Richardson;
using testing::SceneRun;

constexpr double thickness = 0.005, rigidity = 1.0;

/// Where the points of a plate of rigidity 1 N·m come to rest. `body` are more keys of the body.
Positions at_rest(const std::string& shape, double nu, double density, const std::string& body) {
    const double youngs = 12.0 * rigidity * (1.0 - nu * nu) / (thickness * thickness * thickness);
    const std::string text = fmt::format(
        R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "solver": {{ "tolerance": 1e-9, "max_iterations": 2000 }},
              "bodies": [{{ "name": "plate", "density": {}, "shape": {}, {},
                "energies": [{{ "type": "membrane_corotational",
                                "youngs_modulus": {}, "poissons_ratio": {}, "thickness": {} }},
                             {{ "type": "plate_bending", "rigidity": {}, "poissons_ratio": {} }}] }}] }})",
        density, shape, body, youngs, nu, thickness, rigidity, nu);
    SceneRun run(parse_scene(text, "scene.json", ".", {}));
    const StepReport report = run.step();
    EXPECT_TRUE(report.completed) << report.advice;
    return run.x();
}

enum class Cut { regular, crossed, equilateral, random };
constexpr const char* cut_names[] = {"regular", "crossed", "equilateral", "random"};

/// A strip along x whose first column of cells is held, half of it before 0 and half behind: the edges at its end bend
/// what lies half as far on either side of them, so that the clamp is at 0. Its free end is at 1.
struct Strip {
    Mesh mesh;
    double cell;
    TemporaryDirectory folder;

    Strip(Cut cut, int columns, int rows) : cell(1.0 / (columns - 0.5)) {
        const double across = cut == Cut::equilateral ? cell / std::sqrt(0.75) : cell;
        const ClothCut cuts[] = {ClothCut::regular, ClothCut::crossed, ClothCut::equilateral, ClothCut::regular};
        mesh = make_cloth({columns * cell, rows * across}, {columns, rows}, cuts[static_cast<int>(cut)]);
        RandomMatrices random(7);
        for (Vec3& p : mesh.points) p[0] += 0.5 * columns * cell - 0.5 * cell;
        if (cut == Cut::random)
            for (Vec3& p : mesh.points)
                if (p[0] > 0.51 * cell && p[0] < 1.0 - 0.01 * cell)
                    p += Vec3{random.uniform(-0.2, 0.2), 0,
                              std::fabs(p[2]) < 0.499 * rows * across ? random.uniform(-0.2, 0.2) : 0.0} *
                         cell;
        std::ofstream file(folder / "strip.obj");
        for (const Vec3& p : mesh.points) file << fmt::format("v {} {} {}\n", p[0], p[1], p[2]);
        for (const auto& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }

    std::string shape() const {
        return fmt::format(R"({{ "type": "mesh", "file": "{}" }})", (folder / "strip.obj").string());
    }
    std::string clamp() const {
        return fmt::format(R"("hold": [{{ "select": {{ "box": {{ "min": [-9, -9, -9], "max": [{}, 9, 9] }} }} }}])",
                           0.51 * cell);
    }
    Vec3 tip(const Positions& x) const {
        Vec3 sum = Vec3::zero();
        for (const int p : mesh.point_groups.at("right")) sum += x[p];
        return sum / double(mesh.point_groups.at("right").size());
    }
    double width() const { return mesh.points[mesh.point_groups.at("front")[0]][2] * 2.0; }
};

/// Γ = w L³/D of a strip under its weight.
Vec3 hanging_tip(Cut cut, double gamma, int columns) {
    const Strip strip(cut, columns, 4);
    return strip.tip(at_rest(strip.shape(), 0.0, gamma * rigidity / 9.81, strip.clamp()));
}

/// P L²/(D width) of a strip whose end is pulled down by P in all.
Vec3 pulled_tip(Cut cut, double load, int columns) {
    const Strip strip(cut, columns, 4);
    const std::string loads = fmt::format(
        R"({}, "loads": [{{ "type": "force", "select": {{ "box": {{ "min": [0.9999, -9, -9], "max": [9, 9, 9] }} }},
                            "force": [0, {}, 0] }}])",
        strip.clamp(), -load * rigidity * strip.width());
    return strip.tip(at_rest(strip.shape(), 0.0, 1e-9, loads));
}

/// Where tips of three meshes are heading.
template <class Tip>
Vec3 limit_of(const Tip& tip) {
    const Vec3 coarse = tip(12), middle = tip(24), fine = tip(48);
    Vec3 limit = fine;
    for (int axis = 0; axis < 2; ++axis) {
        const Richardson r(coarse[axis], middle[axis], fine[axis]);
        if (std::isfinite(r.limit) && r.order > 0.5 && r.order < 4.0) limit[axis] = r.limit;
    }
    return limit;
}

/// One case of a table; all of them in ./test --all.
template <std::size_t N>
std::vector<std::array<double, 3>> some_of(const std::array<std::array<double, 3>, N>& cases) {
    if (std::getenv("TALWEG_ALL")) return {cases.begin(), cases.end()};
    return {cases[2]};
}

TEST(Plates, StripsUnderTheirWeightHangAsTheElasticaOnAnyMesh) {
    for (const Cut cut : {Cut::regular, Cut::crossed, Cut::equilateral, Cut::random})
        for (const auto& [gamma, reach, drop] : some_of<4>({{{1.0, 0.99125, 0.12347},
                                                             {5.0, 0.84666, 0.49591},
                                                             {10.0, 0.65635, 0.70020},
                                                             {50.0, 0.24501, 0.90792}}})) {
            const double load = gamma;
            const Vec3 tip = limit_of([&](int columns) { return hanging_tip(cut, load, columns); });
            EXPECT_NEAR(tip[0], reach, 0.01 * reach) << cut_names[int(cut)] << " " << gamma;
            EXPECT_NEAR(-tip[1], drop, 0.01 * drop) << cut_names[int(cut)] << " " << gamma;
        }
}

TEST(Plates, StripsPulledAtTheirEndFollowTheElasticaOnAnyMesh) {
    for (const Cut cut : {Cut::regular, Cut::crossed, Cut::equilateral, Cut::random})
        for (const auto& [load, down, back] : some_of<4>({{{1.0, 0.30172, 0.05643},
                                                           {2.0, 0.49346, 0.16064},
                                                           {4.0, 0.66996, 0.32894},
                                                           {10.0, 0.81061, 0.55500}}})) {
            const double pull = load;
            const Vec3 tip = limit_of([&](int columns) { return pulled_tip(cut, pull, columns); });
            EXPECT_NEAR(tip[0], 1.0 - back, 0.01 * (1.0 - back)) << cut_names[int(cut)] << " " << load;
            EXPECT_NEAR(-tip[1], down, 0.01 * down) << cut_names[int(cut)] << " " << load;
        }
}

TEST(Plates, ANarrowStripCurvesTheOtherWayAcross) {
    for (const Cut cut : {Cut::regular, Cut::random})
        for (const double nu : {0.0, 0.3}) {
            constexpr int columns = 32, rows = 8;
            const Strip strip(cut, columns, rows);
            const Positions x = at_rest(strip.shape(), nu, 1e-9,
                                        fmt::format(R"({}, "loads": [{{ "type": "force", "force": [0, {}, 0],
                            "select": {{ "box": {{ "min": [0.9999, -9, -9], "max": [9, 9, 9] }} }} }}])",
                                                    strip.clamp(), -0.05 * rigidity * strip.width()));
            // The parabola that fits the middle of the strip best.
            double squares[6][6] = {}, right[6] = {};
            for (int i = columns / 2 - 3; i <= columns / 2 + 3; ++i)
                for (int j = 0; j <= rows; ++j) {
                    const Vec3 p = x[i * (rows + 1) + j];
                    const double u = p[0] - 0.5, v = p[2], row[6] = {1, u, v, u * u / 2, v * v / 2, u * v};
                    for (int a = 0; a < 6; ++a) {
                        right[a] += row[a] * p[1];
                        for (int b = 0; b < 6; ++b) squares[a][b] += row[a] * row[b];
                    }
                }
            for (int k = 0; k < 6; ++k)
                for (int i = 0; i < 6; ++i)
                    if (i != k) {
                        const double factor = squares[i][k] / squares[k][k];
                        for (int j = 0; j < 6; ++j) squares[i][j] -= factor * squares[k][j];
                        right[i] -= factor * right[k];
                    }
            const double along = right[3] / squares[3][3], across = right[4] / squares[4][4];
            EXPECT_NEAR(along, -0.05 * 0.5 / (1.0 - nu * nu), 0.05 * std::fabs(along)) << cut_names[int(cut)] << nu;
            EXPECT_NEAR(-across / along, nu, nu == 0.0 ? 0.01 : 0.05 * nu) << cut_names[int(cut)];
        }
}

TEST(Plates, AClampedDiscAndASupportedSquareSagAsPlates) {
    const double q = 0.01, nu = 0.3;
    const auto disc = [&](int rings) {
        // Its two outer rings of points are held: the clamp is in the middle between them.
        const double radius = 1.0 / (1.0 - 0.5 / rings);
        const Positions x = at_rest(
            fmt::format(R"({{ "type": "disc", "radius": {}, "rings": {} }})", radius, rings), nu, 1e-9,
            fmt::format(
                R"("hold": [{{ "select": {{ "not": {{ "sphere": {{ "center": [0, 0, 0], "radius": {} }} }} }} }}],
                           "loads": [{{ "type": "pressure", "pressure": {} }}])",
                radius * (1.0 - 1.5 / rings), q));
        return -x[0][2] * 64.0 * rigidity / q;
    };
    EXPECT_NEAR(Richardson(disc(6), disc(12), disc(24)).limit, 1.0, 0.02);
    const auto square = [&](int cells, const char* cut) {
        const Positions x = at_rest(
            fmt::format(R"({{ "type": "cloth", "size": [1, 1], "cells": [{}, {}], "cut": "{}" }})", cells, cells, cut),
            nu, 1e-9,
            fmt::format(R"("hold": [
                {{ "select": {{ "group": "left" }}, "axes": "y" }}, {{ "select": {{ "group": "right" }}, "axes": "y" }},
                {{ "select": {{ "group": "back" }}, "axes": "y" }},
                {{ "select": {{ "group": "front" }}, "axes": "y" }}],
                "loads": [{{ "type": "pressure", "pressure": {} }}])",
                        q));
        return -x[(cells / 2) * (cells + 1) + cells / 2][1] * rigidity / q;
    };
    for (const char* cut : {"chessboard", "regular", "crossed"})
        EXPECT_NEAR(Richardson(square(6, cut), square(12, cut), square(24, cut)).limit, 0.00406, 0.02 * 0.00406) << cut;
}

}  // namespace
}  // namespace talweg::plates_test
