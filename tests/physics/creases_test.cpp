/// Sheets with folds of their own, and sheets whose rest is bent or flat whatever they are drawn like.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/energies/interface/hinge_angle.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

namespace talweg::creases_test {
namespace {

using testing::SceneRun;

Scene scene_of(const std::string& text) { return parse_scene(text, "creases.json", ".", {}); }

/// A strip of paper with a fold across its middle.
std::string strip(const char* bending, const std::string& crease) {
    return fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.02, "frames": 1 }},
              "bodies": [{{ "name": "strip", "density": 0.1,
                "shape": {{ "type": "cloth", "size": [0.2, 0.05], "cells": [8, 2], "cut": "regular" }},
                "creases": [{{ {},
                  "select": {{ "path": {{ "points": [[0, 0, -1], [0, 0, 1]], "distance": 1e-6 }} }} }}],
                "energies": [{{ "type": "membrane_corotational", "youngs_modulus": 1e7, "poissons_ratio": 0,
                                "thickness": 1e-4 }},
                             {{ "type": {} }}, {{ "type": "drag", "rate": 4 }}] }}] }})",
        crease, bending);
}

TEST(Creases, AFoldedStripRelaxesToTheAngleOfItsFold) {
    for (const char* bending :
         {R"("hinge_bending", "rigidity": 1e-3)", R"("plate_bending", "rigidity": 1e-3, "poissons_ratio": 0)"})
        for (const double angle : {60.0, -100.0}) {
            SceneRun run(scene_of(strip(bending, fmt::format(R"("angle": {})", angle))));
            StepReport report;
            for (int n = 0; n < 250; ++n) {
                report = run.step();
                ASSERT_TRUE(report.completed) << report.advice;
            }
            const Positions x = run.x();
            // Points (i, j) have the number 3 i + j: along x at the fold and at both ends.
            const Vec3 left = x[1] - x[13], right = x[25] - x[13];
            const double turned = 180.0 - std::acos(dot(left, right) / (norm(left) * norm(right))) * 180.0 / M_PI;
            EXPECT_NEAR(turned, std::fabs(angle), 0.05) << bending << angle;
            EXPECT_EQ(left[1] + right[1] > 0.0, angle > 0.0) << "triangles of a cloth face up";
            EXPECT_LT(kinetic_energy(run.model(), run.state()) +
                          std::accumulate(report.potentials.begin(), report.potentials.end(), 0.0),
                      1e-9)
                << "there it rests, without energy";
        }
}

TEST(Creases, HaveARigidityOfTheirOwn) {
    // Energy of the flat strip: ½ (2 w) θ̄² with w = (D/2) |e|²/(A₁ + A₂), e = 0.025, A = e²/2: D/2 θ̄² per edge.
    const auto energy = [](const std::string& more) {
        const Scene scene = scene_of(strip(R"("hinge_bending", "rigidity": 1e-3)", R"("angle": 90)" + more));
        SceneRun run(scene);
        const auto potentials = run.stepper().backend().assembler().potentials(run.x(), 0.0);
        return std::accumulate(potentials.begin(), potentials.end(), 0.0);
    };
    const double per_edge = 0.5 * 1e-3 * (M_PI / 2) * (M_PI / 2);
    EXPECT_NEAR(energy(""), 2.0 * per_edge, 1e-12);
    EXPECT_NEAR(energy(R"(, "rigidity": 4e-3)"), 8.0 * per_edge, 1e-12);
}

/// Part of a cylinder of radius 1/κ about z, drawn as a mesh and turned as a whole: joules of its bending.
double energy_of_cylinder(const char* bending, const char* rest, double turn) {
    constexpr double radius = 0.5, length = 0.4, width = 0.2;
    Mesh mesh = make_cloth({length, width}, {24, 12}, ClothCut::regular);
    TemporaryDirectory folder;
    std::ofstream file(folder / "bent.obj");
    for (const Vec3& p : mesh.points)
        file << fmt::format("v {:.17g} {:.17g} {:.17g}\n", radius * std::sin(p[0] / radius),
                            radius * std::cos(p[0] / radius), p[2]);
    for (const auto& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
    file.close();
    SceneRun run(scene_of(fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.01, "frames": 1 }},
              "bodies": [{{ "name": "bent", "density": 1, "shape": {{ "type": "mesh", "file": "{}" }},
                "bending_rest": "{}", "start": {{ "rotate": {{ "axis": [1, 2, 3], "angle": {} }} }},
                "energies": [{{ "type": {} }}] }}] }})",
        (folder / "bent.obj").string(), rest, turn, bending)));
    const auto potentials = run.stepper().backend().assembler().potentials(run.x(), 0.0);
    return std::accumulate(potentials.begin(), potentials.end(), 0.0);
}

TEST(Creases, TurningABentRestShapeCostsNothing) {
    constexpr double bent = 0.5 * 4.0 * 0.08;  // ½ D κ² A
    for (const char* bending :
         {R"("hinge_bending", "rigidity": 1)", R"("plate_bending", "rigidity": 1, "poissons_ratio": 0)"}) {
        EXPECT_LT(energy_of_cylinder(bending, "as_drawn", 0.0), 1e-24 * bent) << bending;
        EXPECT_LT(energy_of_cylinder(bending, "as_drawn", 123.0), 1e-12 * bent) << bending;
        EXPECT_NEAR(energy_of_cylinder(bending, "flat", 123.0), energy_of_cylinder(bending, "flat", 0.0), 1e-12 * bent);
    }
    // Flat at rest, it costs what a plate does that is bent to this curvature, but for half a cell at both ends.
    EXPECT_NEAR(energy_of_cylinder(R"("plate_bending", "rigidity": 1, "poissons_ratio": 0)", "flat", 0.0), bent,
                0.05 * bent);
}

TEST(Creases, BadOnesAreTold) {
    const auto complaint = [](const std::string& text) -> std::string {
        try {
            build_model(scene_of(text));
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    const std::string hinge = R"("hinge_bending", "rigidity": 1e-3)";
    EXPECT_EQ(complaint(strip(hinge.c_str(), R"("angle": 30)")), "");
    EXPECT_NE(complaint(strip(R"("hinge_bending", "rigidity": 1e-3)", R"("angle": 180)")).find("angle"),
              std::string::npos);
    EXPECT_NE(
        complaint(strip(R"("plate_bending", "rigidity": 1e-3, "poissons_ratio": 0)", R"("angle": 30, "rigidity": 1)"))
            .find("take hinge_bending"),
        std::string::npos);
    EXPECT_NE(complaint(strip(R"("drag", "rate": 1)", R"("angle": 30)")).find("no energy against bending"),
              std::string::npos);
    std::string aside = strip(hinge.c_str(), R"("angle": 30)");
    aside.replace(aside.find("1e-6"), 4, "0");
    aside.replace(aside.find("[[0, 0, -1], [0, 0, 1]]"), 23, "[[0.1, 0, 0.025]]");
    EXPECT_NE(complaint(aside).find("no edge between two triangles"), std::string::npos) << complaint(aside);
}

}  // namespace
}  // namespace talweg::creases_test
