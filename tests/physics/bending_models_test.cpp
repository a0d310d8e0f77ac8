/// The bending energies on the same clamped sheet, Γ = w L³/D = 5, cut in different ways: docs/bending.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <fstream>
#include <numbers>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

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

/// A square metre woven from springs of 1 N/m, per strain (ε_x, ε_y, γ): twice its energy per area, whose matrix are
/// its stiffnesses. The border has springs of its own; two sizes tell what an endless sheet has.
class Structure {
public:
    Structure(std::string shape, std::string springs) : shape_(std::move(shape)), springs_(std::move(springs)) {}

    Eigen::Matrix3d stiffness() const {
        const Eigen::Matrix3d coarse = measured(10), fine = measured(20);
        return 2.0 * fine - coarse;
    }
    /// Stress over strain of a strip that is pulled at this angle to the threads.
    double youngs(double degrees) const {
        const double c = std::cos(degrees * std::numbers::pi / 180.0), s = std::sin(degrees * std::numbers::pi / 180.0);
        const Eigen::Vector3d pull(c * c, s * s, c * s);
        const Eigen::Matrix3d k =
            stiffness() + 1e-9 * Eigen::Matrix3d::Identity();  // what does not resist, does so a little
        return 1.0 / pull.dot(k.inverse() * pull);
    }
    /// Energy per area when a cell is folded against the next by an angle, about every second thread.
    double folded(int cells, double angle) const {
        const World world = build(cells);
        Positions x = world.model.rest;
        const double h = 1.0 / cells;
        std::vector<Vec3> row = {{0, 0, 0}};
        for (int i = 1; i <= cells; ++i)
            row.push_back(row.back() + h * Vec3{std::cos((i - 0.5) * angle), std::sin((i - 0.5) * angle), 0.0});
        for (Vec3& p : x) {
            const double z = p[2];
            p = row[static_cast<std::size_t>(std::lround((p[0] + 0.5) / h))];
            p[2] = z;
        }
        return energy(world, x);
    }

private:
    World build(int cells) const {
        return build_model(parse_scene(fmt::format(R"({{ "time": {{ "step": 1 }}, "bodies": [{{ "name": "sheet",
            "density": 1, "shape": {}, "energies": [{}] }}] }})",
                                                   fmt::format(fmt::runtime(shape_), cells, cells), springs_),
                                       "scene.json", ".", {"gravity=[0,0,0]"}));
    }
    static double energy(const World& world, const Positions& x) {
        double sum = 0.0;
        for (const auto& term : world.model.terms)
            sum += term->energy({x.data(), x.data(), 1.0}, 0, term->element_count());
        return sum;
    }
    Eigen::Matrix3d measured(int cells) const {
        const World world = build(cells);
        constexpr double small = 1e-5;
        const auto twice = [&](int a, int b) {
            Eigen::Vector3d strain = Eigen::Vector3d::Zero();
            strain[a] += small;
            if (b != a) strain[b] += small;
            Positions x = world.model.rest;
            for (Vec3& p : x)  // the sheet lies in the plane of x and z
                p = {p[0] * (1.0 + strain[0]) + 0.5 * strain[2] * p[2], 0.0,
                     p[2] * (1.0 + strain[1]) + 0.5 * strain[2] * p[0]};
            return 2.0 * energy(world, x) / (small * small);
        };
        Eigen::Matrix3d k;
        for (int a = 0; a < 3; ++a) k(a, a) = twice(a, a);
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < a; ++b) k(a, b) = k(b, a) = 0.5 * (twice(a, b) - k(a, a) - k(b, b));
        return k;
    }
    std::string shape_, springs_;
};

/// The lecture's ways to weave cloth from springs, as docs/shells.md has them: stiffness, and how it depends on the
/// direction of the pull.
TEST(SpringStructures, HaveTheStiffnessAndBiasThatTheDocsState) {
    const std::string cloth = R"({{ "type": "cloth", "size": [1, 1], "cells": [{}, {}], "cut": "regular" }})";
    const auto springs = [](const char* on, double k) {
        return fmt::format(R"({{ "type": "hooke_spring", "on": "{}", "stiffness": {} }})", on, k);
    };
    const std::string threads = springs("structural", 1), both = threads + ", " + springs("shear", 1);
    struct Expected {
        Structure structure;
        double c11, c12, c66, along, rising, falling;
    };
    const Expected all[] = {{{cloth, threads}, 1, 0, 0, 1, 0, 0},
                            {{cloth, both}, 2, 1, 1, 1.5, 2.4, 2.4},
                            {{cloth, both + ", " + springs("bending", 0.1)}, 2.4, 1, 1, 1.9833, 2.5185, 2.5185}};
    for (const Expected& e : all) {
        const Eigen::Matrix3d k = e.structure.stiffness();
        EXPECT_NEAR(k(0, 0), e.c11, 4e-3);
        EXPECT_NEAR(k(1, 1), e.c11, 4e-3);
        EXPECT_NEAR(k(0, 1), e.c12, 2e-3);
        EXPECT_NEAR(k(2, 2), e.c66, 2e-3);
        EXPECT_NEAR(e.structure.youngs(0), e.along, 5e-3);
        EXPECT_NEAR(e.structure.youngs(45), e.rising, 5e-3);
        EXPECT_NEAR(e.structure.youngs(-45), e.falling, 5e-3);
    }
    // One diagonal only: the edges of triangles, as of a mesh from a file; stiff along it, soft across.
    TemporaryDirectory folder;
    for (const int cells : {10, 20}) {
        const Mesh mesh = make_cloth({1, 1}, {cells, cells}, ClothCut::regular);
        std::ofstream file(folder / fmt::format("{}.obj", cells));
        for (const Vec3& p : mesh.points) file << fmt::format("v {:.17g} {:.17g} {:.17g}\n", p[0], p[1], p[2]);
        for (const auto& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    const Structure biased(R"({{ "type": "mesh", "file": ")" + folder.path().string() + R"(/{}.obj" }})", threads);
    const Eigen::Matrix3d k = biased.stiffness();
    EXPECT_NEAR(k(0, 0), 1.5, 2e-3);
    EXPECT_NEAR(k(2, 2), 0.5, 2e-3);
    EXPECT_NEAR(std::fabs(k(0, 2)), 0.5, 2e-3) << "pulled along a thread, it shears";
    const double one = biased.youngs(45), other = biased.youngs(-45);
    EXPECT_NEAR(std::max(one, other), 2.0, 5e-3);
    EXPECT_NEAR(std::min(one, other), 0.4, 5e-3);
}

/// Skip springs bend with the fourth power of the curvature: flat cloth has no bending stiffness of them at all.
TEST(SpringStructures, SkipSpringsDoNotResistSlightBending) {
    const Structure skip(R"({{ "type": "cloth", "size": [1, 1], "cells": [{}, {}], "cut": "regular" }})",
                         R"({ "type": "hooke_spring", "on": "bending", "stiffness": 1 })");
    constexpr int cells = 20;
    // 2h (1 − cos(θ/2)) each, over 19 × 21 springs that fold: ½ k (θ²/4)² h² each at small angles.
    for (const double angle : {0.05, 0.1, 0.2}) {
        const double closer = 2.0 / cells * (1.0 - std::cos(0.5 * angle));
        EXPECT_NEAR(skip.folded(cells, angle), 19 * 21 * 0.5 * closer * closer, 1e-9);
    }
    EXPECT_NEAR(skip.folded(cells, 0.1) / skip.folded(cells, 0.05), 16.0, 0.05);
}

}  // namespace
}  // namespace talweg::bending_models_test
