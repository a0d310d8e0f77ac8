/// Sheets that bend by their true stiffness and keep their strain limit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/energies/strain_limit.hpp"
#include "talweg/format/file.hpp"
#include "talweg/geometry/shapes/sphere.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::shells_test {
namespace {

using testing::SceneRun;

/// A strip along x up to 1 m, of equilateral triangles, `rows` of them across. Its first two columns of points, which
/// are held, stand half a height of a triangle before and behind 0: the hinge at the second bends what lies half as far
/// on either side of it, so that the clamp is at 0.
struct Strip {
    std::vector<Vec3> points;
    std::string obj;
    double height;  // of a triangle

    Strip(int columns, int rows) : height(1.0 / (columns - 0.5)) {
        const double spacing = height / std::sqrt(0.75);
        // Columns of points, every second one shifted by half an edge: edges run along z.
        const auto index = [&](int i, int j) { return 1 + i * (rows + 1) + j; };
        for (int i = 0; i <= columns; ++i)
            for (int j = 0; j <= rows; ++j) points.push_back({height * (i - 0.5), 0, spacing * (j + 0.5 * (i % 2))});
        for (const Vec3& p : points) obj += fmt::format("v {} {} {}\n", p[0], p[1], p[2]);
        for (int i = 0; i < columns; ++i)
            for (int j = 0; j < rows; ++j) {
                const int a = index(i, j), b = index(i, j + 1), c = index(i + 1, j), d = index(i + 1, j + 1);
                obj += i % 2 == 0 ? fmt::format("f {} {} {}\nf {} {} {}\n", a, b, c, b, d, c)
                                  : fmt::format("f {} {} {}\nf {} {} {}\n", a, d, c, a, b, d);
            }
    }
};

/// Where the free end of a clamped strip comes to rest, Γ = w L³/D.
Vec3 tip_of_strip(double gamma, int columns, int rows) {
    const Strip strip(columns, rows);
    TemporaryDirectory folder;
    std::ofstream(folder / "strip.obj") << strip.obj;
    constexpr double thickness = 0.005, rigidity = 1.0, youngs = 12.0 * rigidity / (thickness * thickness * thickness);
    const std::string text = fmt::format(
        R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "solver": {{ "tolerance": 1e-9, "max_iterations": 2000 }},
              "bodies": [{{ "name": "strip", "density": {}, "shape": {{ "type": "mesh", "file": "strip.obj" }},
                "hold": [{{ "select": {{ "box": {{ "min": [-1, -1, -1], "max": [{}, 1, 99] }} }} }}],
                "energies": [{{ "type": "membrane_corotational",
                                "youngs_modulus": {}, "poissons_ratio": 0, "thickness": {} }},
                             {{ "type": "hinge_bending", "rigidity": {} }}] }}] }})",
        gamma * rigidity / 9.81, 0.51 * strip.height, youngs, thickness, rigidity);
    SceneRun run(parse_scene(text, (folder / "scene.json").string(), folder.path(), {}));
    const StepReport report = run.step();
    EXPECT_TRUE(report.completed) << report.advice;
    Vec3 tip = Vec3::zero();
    const Positions x = run.x();
    for (int j = 0; j <= rows; ++j) tip += x[columns * (rows + 1) + j] / double(rows + 1);
    return tip;
}

TEST(Shells, AStripUnderItsWeightHangsAsTheElastica) {
    // Elastica under its own weight, by shooting: reach and drop of the end.
    // A wide strip has a border on which hinges are softer: at small bending that is 1.7 % of the drop.
    for (const auto& [gamma, reach, drop] :
         {std::array{1.0, 0.99125, 0.12347}, {5.0, 0.84666, 0.49591}, {10.0, 0.65635, 0.70020}}) {
        const Vec3 tip = tip_of_strip(gamma, 24, 24);
        EXPECT_NEAR(tip[0], reach, 0.01 * reach) << gamma;
        EXPECT_NEAR(-tip[1], drop, (gamma == 1.0 ? 0.02 : 0.01) * drop) << gamma;
    }
}

/// A sheet and a solid in contact with one another and the ground: the referee is content, and a run that is broken off
/// and resumed with another number of threads is the same to the last bit.
TEST(Shells, ClothOnASolidResumesBitwise) {
    const std::string text =
        R"({ "time": { "step": 0.02, "frames": 14 }, "contact": { "distance": 0.004, "friction": 0.3 },
        "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
        "bodies": [
          { "name": "box", "material": "rubber",
            "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [2, 2, 2] },
            "place": { "translate": [0, 0.11, 0] } },
          { "name": "cloth", "material": "wool", "shape": { "type": "cloth", "size": [0.5, 0.5], "cells": [7, 7] },
            "place": { "translate": [0.03, 0.23, 0.02] } }] })";
    TemporaryDirectory folder;
    const auto run = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(text, "scene.json", ".", {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        const RunSummary summary = simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
        EXPECT_EQ(summary.ended, "finished") << summary.advice;
    };
    run("whole", 14, 1, RunMode::fresh);
    run("parts", 9, 2, RunMode::fresh);
    run("parts", 14, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
    const Certificate certificate = verify_run(folder / "parts");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

TEST(Shells, NoStretchReachesTheLimit) {
    for (const double dt : {0.1, 0.01, 0.001}) {
        const double limit = 1.06;
        const std::string text = fmt::format(
            R"({{ "time": {{ "step": {}, "frames": 100 }},
                  "bodies": [{{ "name": "cloth", "density": 3,
                    "shape": {{ "type": "cloth", "size": [1, 1], "cells": [8, 8] }},
                    "hold": [{{ "select": {{ "box": {{ "min": [-0.51, -1, -0.51], "max": [-0.49, 1, -0.49] }} }} }},
                             {{ "select": {{ "box": {{ "min": [0.49, -1, -0.51], "max": [0.51, 1, -0.49] }} }} }}],
                    "energies": [{{ "type": "membrane_stable_neo_hookean",
                                    "youngs_modulus": 1e4, "poissons_ratio": 0.3, "thickness": 3e-4 }},
                                 {{ "type": "hinge_bending", "rigidity": 1e-5 }},
                                 {{ "type": "strain_limit", "limit": {}, "stiffness": 10 }}] }}] }})",
            dt, limit);
        SceneRun run(parse_scene(text, "scene.json", ".", {}));
        const std::vector<Vec3> rest(run.x());
        const auto triangles = run.model().bodies[0].triangles;
        double largest = 0.0, lowest = 0.0;
        for (int n = 0; n < (dt < 0.005 ? 300 : 40); ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << report.advice;
            const Positions x = run.x();
            for (const auto& t : triangles) {
                const Points<double, 3> before = {{rest[t[0]], rest[t[1]], rest[t[2]]}};
                const Points<double, 3> now = {{x[t[0]], x[t[1]], x[t[2]]}};
                largest = std::max(largest, svd(plane_edges(now) * inverse(plane_edges(before))).sigma[0]);
            }
            for (const Vec3& p : x) lowest = std::min(lowest, p[1]);
        }
        EXPECT_LT(largest, limit) << dt;
        EXPECT_GT(largest, 1.03) << dt << ": it hangs, so the limit is felt";
        EXPECT_LT(lowest, -0.2) << dt;
    }
}

/// A closed shell with pressure inside, stretched alike in all directions until its limit holds it.
TEST(Shells, ABalloonIsInflatedToItsLimit) {
    TemporaryDirectory folder;
    {
        const Mesh ball = make_sphere(0.1, 4);
        std::map<int, int> number;
        std::string faces;
        std::ofstream file(folder / "balloon.obj");
        for (const auto& t : ball.triangles) {
            faces += "f";
            for (const int p : t) {
                const auto [at, fresh] = number.emplace(p, static_cast<int>(number.size()) + 1);
                if (fresh) file << fmt::format("v {} {} {}\n", ball.points[p][0], ball.points[p][1], ball.points[p][2]);
                faces += fmt::format(" {}", at->second);
            }
            faces += "\n";
        }
        file << faces;
    }
    for (const double dt : {0.1, 0.01, 0.001}) {
        constexpr double limit = 1.2;
        const std::string text = fmt::format(
            R"json({{ "time": {{ "step": {}, "frames": 30 }}, "gravity": [0, 0, 0],
                  "bodies": [{{ "name": "balloon", "density": 0.3,
                    "shape": {{ "type": "mesh", "file": "{}" }}, "damping": {{ "mass": 2 }},
                    "energies": [{{ "type": "membrane_stable_neo_hookean",
                                    "youngs_modulus": 1e6, "poissons_ratio": 0.45, "thickness": 3e-4 }},
                                 {{ "type": "strain_limit", "limit": {}, "stiffness": 5 }}],
                    "loads": [{{ "type": "pressure", "pressure": "-12000*min(1, t/{})" }}] }}] }})json",
            dt, (folder / "balloon.obj").string(), limit, 20.0 * dt);
        const testing::RecordedRun run(text);
        ASSERT_EQ(run.summary.ended, "finished") << dt << run.summary.advice;
        double radius = 0.0;
        for (const Vec3& p : run.last_frame()) radius += norm(p) / double(run.last_frame().size());
        EXPECT_LT(radius, 0.1 * limit) << dt;
        EXPECT_GT(radius, 0.1 * 1.15) << dt << ": the limit holds it";
        const Certificate certificate = run.verify();
        EXPECT_TRUE(certificate.passed()) << dt << certificate.text();
        EXPECT_NE(certificate.text().find("320 triangles with a limit, at most "), std::string::npos)
            << certificate.text();
    }
}

}  // namespace
}  // namespace talweg::shells_test
