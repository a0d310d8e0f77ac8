#include "talweg/scene/shape/body_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/read/mesh_writers.hpp"
#include "geometry/test_files.hpp"
#include "support/creature.hpp"
#include "support/sample_scene.hpp"
#include "support/scene_run.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg::body_shape_test {
namespace {

using testing::SceneRun;

Scene scene_with(const std::string& shape, const std::string& more = "") {
    return parse_scene(R"({ "time": { "step": 0.01 }, "solver": { "linear": "ldlt" },)"
                       R"( "bodies": [ { "name": "it", "density": 1000, "shape": )" +
                           shape + (more.empty() ? "" : ", " + more) + " } ] }",
                       "scene.json");
}

BodyShape shape_of(const std::string& shape) { return placed_shape(scene_with(shape).bodies[0]); }

std::string complaint(const std::string& shape) {
    try {
        shape_of(shape);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

const std::string jelly =
    R"("energies": [ { "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 } ])";
const std::string ball_in_lattice =
    R"({ "type": "solid", "surface": { "type": "sphere", "radius": 1, "divisions": 6 }, "spacing": 0.25 })";

TEST(BodyShape, SolidsHaveTheVolumeOfTheirFormula) {
    constexpr double pi = std::numbers::pi;
    const auto volume = [](const std::string& shape) { return tet_volume(shape_of(shape).mesh); };
    for (const char* tets : {"5", "6", "12"})
        EXPECT_NEAR(volume(R"({ "type": "box", "size": [1, 2, 3], "cells": [2, 2, 2], "tets_per_cell": )" +
                           std::string(tets) + " }"),
                    6.0, 1e-12);
    EXPECT_NEAR(volume(R"({ "type": "beam", "size": [4, 1, 0.5], "cells_through": 2 })"), 2.0, 1e-12);
    EXPECT_NEAR(volume(R"({ "type": "cylinder", "radius": 1, "height": 2, "rings": 8, "layers": 2 })"), 2 * pi, 0.02);
    EXPECT_NEAR(volume(R"({ "type": "sphere", "radius": 1, "divisions": 8 })"), 4 * pi / 3, 0.06);
    EXPECT_NEAR(volume(R"({ "type": "torus", "radius": 2, "tube_radius": 0.5, "segments": 48, "rings": 6 })"), pi * pi,
                0.1);
}

TEST(BodyShape, PlanarShapesHaveTheAreaOfTheirFormula) {
    constexpr double pi = std::numbers::pi;
    const auto area = [](const std::string& shape) {
        const Mesh mesh = shape_of(shape).mesh;
        EXPECT_EQ(mesh.dimension, 2);
        for (const Vec3& x : mesh.points) EXPECT_EQ(x[2], 0.0);
        return surface_area(mesh);
    };
    EXPECT_NEAR(area(R"({ "type": "rectangle", "size": [1, 2], "cells": [3, 4] })"), 2.0, 1e-13);
    EXPECT_NEAR(area(R"({ "type": "disc", "radius": 2, "rings": 16 })"), 4 * pi, 0.02);
    EXPECT_NEAR(area(R"({ "type": "annulus", "inner_radius": 1, "outer_radius": 2, "cells": [2, 96] })"), 3 * pi, 0.01);
    // Tabs fill hollows: the square stays, less the rounding of its corners.
    EXPECT_NEAR(area(R"({ "type": "puzzle", "size": 1, "cells": 40 })"), 1.0, 0.03);
}

TEST(BodyShape, ATriangleCanBeAPlanarSolidUnderEitherConfinement) {
    // A unit square, 1 cm thick, pulled by 1 % along x and y: Ψ from the plane-strain and plane-stress moduli.
    const auto energy = [](const std::string& type) {
        SceneRun run(scene_with(R"({ "type": "rectangle", "size": [1, 1], "cells": [2, 2] })",
                                R"("start": { "stretch": [1.01, 1.01, 1] }, "energies": [ { "type": ")" + type +
                                    R"(_linear_elastic", "youngs_modulus": 1e6, "poissons_ratio": 0.3,
                                    "thickness": 0.01 } ])"));
        const Term& term = *run.model().terms.back();
        const Positions x = run.x();
        return term.energy({x.data(), x.data(), 1.0}, 0, term.element_count());
    };
    const double e = 1e6, nu = 0.3, strain = 0.01, volume = 0.01;
    // Equal strain in both directions: stress E ε/(1−ν) in plane stress, E ε/((1+ν)(1−2ν)) in plane strain.
    EXPECT_NEAR(energy("plane_stress"), volume * e * strain * strain / (1 - nu), 1e-9);
    EXPECT_NEAR(energy("plane_strain"), volume * e * strain * strain / ((1 + nu) * (1 - 2 * nu)), 1e-9);
}

TEST(BodyShape, ASurfaceBecomesALatticeThatCarriesIt) {
    const BodyShape shape = shape_of(ball_in_lattice);
    const Mesh& mesh = shape.mesh;
    ASSERT_EQ(shape.fill.size(), mesh.tets.size());
    ASSERT_EQ(mesh.point_groups.at("lattice").size(), static_cast<std::size_t>(shape.node_points()));
    ASSERT_EQ(mesh.point_groups.at("surface").size(), shape.embedded.size());
    for (std::size_t i = 0; i < shape.embedded.size(); ++i) {
        Vec3 x = Vec3::zero();
        for (int k = 0; k < 4; ++k)
            x += shape.embedded[i].weights[k] * mesh.points[mesh.tets[shape.embedded[i].tet][k]];
        EXPECT_LT(norm(x - mesh.points[shape.node_points() + i]), 1e-12);
    }
    for (const auto& triangle : mesh.triangles)
        for (const int corner : triangle) EXPECT_GE(corner, shape.node_points()) << "what is drawn is the surface";
    for (const auto& tet : mesh.tets)
        for (const int corner : tet) EXPECT_LT(corner, shape.node_points());
    for (const double fill : shape.fill) EXPECT_GE(fill, 0.01);
    const std::vector<double> shares = point_shares(mesh, shape.fill);
    double volume = 0.0;
    for (const double share : shares) volume += share;
    EXPECT_NEAR(volume, 4 * std::numbers::pi / 3, 0.15);
}

TEST(BodyShape, TheSpacingOfALatticeFollowsTheSizeOfItsSurface) {
    const std::string ball =
        R"({ "type": "solid", "surface": { "type": "sphere", "radius": RADIUS, "divisions": 3 } })";
    const BodyShape small = shape_of(testing::with(ball, "RADIUS", "0.01"));
    const BodyShape large = shape_of(testing::with(ball, "RADIUS", "100"));
    EXPECT_EQ(small.mesh.tets.size(), large.mesh.tets.size());
    EXPECT_GT(small.mesh.tets.size(), 2000u);
}

TEST(BodyShape, MeshFilesAndKnotsAreLookedForBesideTheScene) {
    const Scene scene = parse_scene(testing::full_scene, "scene.json", "/somewhere");
    const auto hare = std::find_if(scene.bodies.begin(), scene.bodies.end(), [](auto& b) { return b.name == "hare"; });
    ASSERT_NE(hare, scene.bodies.end());
    const auto& solid = std::get<SolidShape>(hare->shape.kind);
    EXPECT_EQ(std::get<MeshShape>(solid.surface.kind).file, "/somewhere/hare.ply");
}

TEST(BodyShape, AnEmbeddedBallFallsFreely) {
    SceneRun run(scene_with(ball_in_lattice, jelly + R"(, "start": { "velocity": [1, 0, 0] })"));
    const Positions before = run.x();
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(run.step().completed);
    const Positions after = run.x();
    // Implicit Euler: y falls by g h² n(n+1)/2.
    for (std::size_t i = 0; i < after.size(); ++i) {
        EXPECT_NEAR(after[i][0] - before[i][0], 0.05, 1e-9);
        EXPECT_NEAR(after[i][1] - before[i][1], -9.81 * 1e-4 * 15, 1e-9);
    }
}

TEST(BodyShape, AHeldSurfacePointStandsStillThoughItsLatticeSags) {
    SceneRun run(scene_with(ball_in_lattice, jelly + R"(, "groups": { "north": { "every": [ { "group": "surface" },
                   { "plane": { "point": [0, 0.8, 0], "normal": [0, 1, 0] } } ] } },
                   "hold": [ { "select": { "group": "north" } } ])"));
    const Positions before = run.x();
    for (int step = 0; step < 10; ++step) ASSERT_TRUE(run.step().completed);
    const Positions after = run.x();
    double lowest = 0.0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const bool held = i >= before.size() - 362 && before[i][1] >= 0.8;  // 362 points on the surface of this ball
        if (held) {
            EXPECT_LT(norm(after[i] - before[i]), 1e-14) << i;
        }
        lowest = std::min(lowest, after[i][1] - before[i][1]);
    }
    EXPECT_LT(lowest, -1e-3);
}

TEST(BodyShape, AScriptedLatticeCarriesItsSurfaceAlong) {
    SceneRun run(scene_with(ball_in_lattice,
                            jelly + R"(, "hold": [ { "select": { "plane": { "point": [0, 0, 0], "normal": [0, 1, 0] } },
                                      "motion": { "velocity": [2, 0, 0], "angular_velocity": [0, 3, 0] } } ])"));
    const Positions before = run.x();
    for (int step = 0; step < 10; ++step) ASSERT_TRUE(run.step().completed);
    const Positions after = run.x();
    const double c = std::cos(0.3), s = std::sin(0.3);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i][1] < 0.26) continue;  // in tets whose corners are not all held
        const Vec3 target = {c * before[i][0] + s * before[i][2] + 0.2, before[i][1],
                             c * before[i][2] - s * before[i][0]};
        EXPECT_LT(norm(after[i] - target), 1e-12) << i;
    }
}

TEST(BodyShape, WhatCannotBecomeASolidIsNamed) {
    EXPECT_EQ(complaint(R"({ "type": "solid", "surface": { "type": "disc", "radius": 1, "rings": 4 } })"),
              "scene.json:1: bodies[0].shape: the surface encloses nothing, so it cannot become a solid; close it, or "
              "simulate it as a shell");
    EXPECT_EQ(complaint(R"({ "type": "solid", "surface": { "type": "rope", "from": [0,0,0], "to": [1,0,0],
                            "segments": 3 } })"),
              "scene.json:1: bodies[0].shape: a lattice needs a surface of triangles to be built around");
    EXPECT_EQ(complaint(R"({ "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "tets_per_cell": 7 })"),
              "scene.json:1: bodies[0].shape: box: tets_per_cell must be 5, 6 or 12, got 7");
}

/// A surface out of a file, filled with a lattice, falls as a solid.
void expect_solid_in_one_line(const std::filesystem::path& file, double spacing) {
    const std::string shape =
        fmt::format(R"({{ "type": "solid", "surface": {{ "type": "mesh", "file": "{}" }}, "spacing": {} }})",
                    file.string(), spacing);
    SceneRun run(scene_with(shape, jelly));
    const Mesh surface = read_mesh(file);
    EXPECT_NEAR(run.model().bodies[0].mass, 1000.0 * enclosed_volume(surface), 0.02 * run.model().bodies[0].mass);
    EXPECT_EQ(run.model().bodies[0].triangles.size(), surface.triangles.size());
    for (int step = 0; step < 3; ++step) ASSERT_TRUE(run.step().completed);
    for (const Vec3& x : run.x()) EXPECT_TRUE(std::isfinite(norm(x)));
}

TEST(BodyShape, ASurfaceInAFileBecomesASolidInOneLine) {
    const testing::TemporaryFolder folder;
    expect_solid_in_one_line(folder.write("creature.obj", testing::write_obj(testing::creature(10))), 0.06);
}

TEST(BodyShape, ABunnyBecomesASolidInOneLine) {
    TALWEG_NEED_SHARED_DATA();
    expect_solid_in_one_line(testing::shared_data() / "bunny.ply", 0.12);
}

}  // namespace
}  // namespace talweg::body_shape_test
