#include "talweg/scene/build/build_model.hpp"

#include <filesystem>
#include <fstream>

#include "support/sample_scene.hpp"

namespace talweg::build_model_test {
namespace {

using testing::small_scene;
using testing::with;

World build(const std::string& text, const std::vector<std::string>& settings = {}) {
    return build_model(parse_scene(text, "scene.json", ::testing::TempDir(), settings));
}

std::string complaint(const std::string& text, const std::vector<std::string>& settings = {}) {
    try {
        build(text, settings);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

/// The small scene with more keys in its body, from line 6 on.
std::string body_with(const std::string& keys) {
    return with(small_scene, "\"density\": 1000", "\"density\": 1000, " + keys);
}

double sum(const std::vector<double>& values) {
    double total = 0.0;
    for (const double value : values) total += value;
    return total;
}

TEST(BuildModel, MassIsLumpedByAreaOrShared) {
    const World lumped = build(small_scene);
    EXPECT_NEAR(sum(lumped.model.mass.diagonal), 1000.0, 1e-10);
    EXPECT_NEAR(lumped.model.mass.diagonal[0], 1000.0 / 16 / 4, 1e-12) << "a corner has a quarter of one of 16 cells";
    EXPECT_NEAR(lumped.model.mass.diagonal[12], 1000.0 / 16, 1e-12);
    const World even = build(body_with("\"mass\": \"even\""));
    for (const double mass : even.model.mass.diagonal) EXPECT_NEAR(mass, 40.0, 1e-13);
}

TEST(BuildModel, PlaceScalesThenRotatesThenTranslates) {
    const World world =
        build(body_with("\"place\": { \"scale\": [2, 4, 1], \"rotate\": { \"axis\": [0, 0, 3], \"angle\": 90 }, "
                        "\"translate\": [10, 0, 1] }"));
    // Corner (−½, −½, 0) → (−1, −2, 0) → (2, −1, 0) → (12, −1, 1).
    EXPECT_NEAR(world.model.rest[0][0], 12.0, 1e-14);
    EXPECT_NEAR(world.model.rest[0][1], -1.0, 1e-14);
    EXPECT_NEAR(world.model.rest[0][2], 1.0, 1e-14);
    EXPECT_NEAR(sum(world.model.mass.diagonal), 8000.0, 1e-9) << "mass is that of the placed shape";
}

TEST(BuildModel, StartMovesTheStateAndNotTheRestShape) {
    const World world =
        build(body_with("\"start\": { \"stretch\": [1.4, 1, 1], \"translate\": [0, 3, 0], \"velocity\": [1, 0, "
                        "0], \"angular_velocity\": [0, 0, 2] }"));
    EXPECT_EQ(world.model.rest[0], (Vec3{-0.5, -0.5, 0}));
    EXPECT_EQ(world.state.c[0], (Vec3{-0.5 * 1.4, 2.5, 0}));
    // v + ω × (x − centre): ω z-hat × (−0.7, −0.5, 0) = ω (0.5, −0.7, 0).
    EXPECT_NEAR(world.state.v[0][0], 1.0 + 2.0 * 0.5, 1e-14);
    EXPECT_NEAR(world.state.v[0][1], -2.0 * 0.7, 1e-14);
}

TEST(BuildModel, EnergiesOfOneKindBecomeOneTerm) {
    const World world =
        build(body_with("\"energies\": [ { \"type\": \"spring\", \"on\": \"structural\", \"stiffness\": 1 }, { "
                        "\"type\": \"drag\", \"rate\": 1 }, { \"type\": \"spring\", \"on\": \"shear\", "
                        "\"stiffness\": 2 } ]"));
    ASSERT_EQ(world.model.terms.size(), 3u);
    EXPECT_EQ(world.model.terms[0]->name(), "drag");
    EXPECT_EQ(world.model.terms[0]->element_count(), 25);
    EXPECT_EQ(world.model.terms[1]->name(), "gravity");
    EXPECT_EQ(world.model.terms[2]->name(), "spring");
    EXPECT_EQ(world.model.terms[2]->element_count(), 40 + 32);
}

TEST(BuildModel, GravityWeighsEveryPoint) {
    const World world = build(small_scene);
    ASSERT_EQ(world.model.terms.size(), 1u);
    const Positions x(25, Vec3{0, 1, 0});
    const double energy = world.model.terms[0]->energy({x.data(), x.data(), 1.0}, 0, 25);
    EXPECT_NEAR(energy, 1000 * 9.81, 1e-9);
    EXPECT_TRUE(build(small_scene, {"gravity=[0, 0, 0]"}).model.terms.empty());
}

TEST(BuildModel, BendingSpringsAreOnlyMadeWhenAskedFor) {
    const std::string cloth = with(small_scene, "\"grid\"", "\"cloth\"");
    const auto springs = [&](const std::string& on) {
        return build(cloth,
                     {"bodies[0].energies=[{\"type\": \"spring\", " + on + "\"stiffness\": 1}]", "gravity=[0, 0, 0]"})
            .model.terms[0]
            ->element_count();
    };
    EXPECT_EQ(springs(""), 40 + 32);
    EXPECT_EQ(springs("\"on\": \"bending\", "), 30);
    EXPECT_EQ(springs("\"on\": [\"bending\", \"structural\"], "), 70);
}

TEST(BuildModel, BodiesFollowEachOther) {
    const World world =
        build(with(small_scene, "\"bodies\": [",
                   "\"bodies\": [ { \"name\": \"rope\", \"shape\": { \"type\": \"rope\", \"from\": [0, 0, 0], \"to\": "
                   "[1, 0, 0], \"segments\": 2 }, \"density\": 3, \"energies\": [ { \"type\": \"spring\", "
                   "\"stiffness\": 1 } ] }, "),
              {"bodies[1].energies=[{\"type\": \"spring\", \"stiffness\": 1}]"});
    ASSERT_EQ(world.model.bodies.size(), 2u);
    EXPECT_EQ(world.model.bodies[1].first_point, 3);
    EXPECT_EQ(world.model.bodies[1].point_count, 25);
    EXPECT_NEAR(world.model.bodies[0].mass, 3.0, 1e-14);
    const auto& springs = *world.model.terms.back();
    EXPECT_EQ(springs.element_count(), 2 + 72);
    EXPECT_EQ(springs.points()[4], 3) << "the square's first spring starts at its first point";
}

TEST(BuildModel, HeldPointsHaveNoNode) {
    const World world = build(body_with("\"hold\": [ { \"select\": { \"group\": \"left\" } } ]"));
    EXPECT_EQ(world.model.node_count(), 20);
    EXPECT_EQ(world.model.bodies[0].held, (std::vector<int>{0, 1, 2, 3, 4}));
    EXPECT_EQ(positions(world.model, world.state)[2], world.model.rest[2]);
}

TEST(BuildModel, AxesAreHeldOneByOne) {
    const World world = build(body_with("\"hold\": [ { \"select\": { \"indices\": [7] }, \"axes\": \"xz\" } ]"));
    EXPECT_EQ(world.model.held_axes[7], 5);
    EXPECT_EQ(world.model.held_axes[8], 0);
}

TEST(BuildModel, PlanarScenesHoldZ) {
    const World world = build(small_scene, {"planar=true", "bodies[0].start.velocity=[1, 1, 1]"});
    for (const Axes held : world.model.held_axes) EXPECT_EQ(held, 4);
    for (const Vec3& v : world.state.v) EXPECT_EQ(v, (Vec3{1, 1, 0}));
}

TEST(BuildModel, ScriptedPointsFollowTheirMotionFromWhereTheyStart) {
    const World world =
        build(body_with("\"start\": { \"translate\": [0, 0, 1] }, \"hold\": [ { \"select\": { \"indices\": [24] }, "
                        "\"motion\": { \"velocity\": [0, 2, 0] } } ]"));
    Positions b;
    prescribed_points(world.model, 0.5, b);
    EXPECT_EQ(b[24], (Vec3{0.5, 1.5, 1}));
}

TEST(BuildModel, MeshesAreReadFromFiles) {
    const auto file = std::filesystem::path(::testing::TempDir()) / "talweg_build_model.obj";
    std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\n";
    const std::string shape = "{ \"type\": \"mesh\", \"file\": \"talweg_build_model.obj\" }";
    const std::string text = with(small_scene, "{ \"type\": \"grid\", \"size\": [1, 1], \"cells\": [4, 4] }", shape);
    for (const char* mass : {"lumped", "even"}) {
        const World world = build(text, {"bodies[0].mass=" + std::string(mass)});
        EXPECT_EQ(world.model.point_count(), 4);
        EXPECT_EQ(world.model.node_count(), 3) << "a point of no element is kept and stands still";
        EXPECT_NEAR(world.model.bodies[0].mass, 500.0, 1e-12);
    }
    std::filesystem::remove(file);
    const std::string missing = complaint(text);
    EXPECT_TRUE(missing.starts_with("scene.json:5: bodies[0].shape: " + file.string())) << missing;
}

TEST(BuildModel, EdgesWithoutLengthAreRefused) {
    const auto file = std::filesystem::path(::testing::TempDir()) / "talweg_zero_edge.obj";
    std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\nf 2 4 3\n";
    const std::string text = with(body_with("\"energies\": [ { \"type\": \"spring\", \"stiffness\": 1 } ]"),
                                  "{ \"type\": \"grid\", \"size\": [1, 1], \"cells\": [4, 4] }",
                                  "{ \"type\": \"mesh\", \"file\": \"talweg_zero_edge.obj\" }");
    EXPECT_EQ(
        complaint(text, {"bodies[0].mass=even"}),
        "scene.json:6: bodies[0].energies[0] acts on the edge between points 1 and 3, whose rest length is 0; join the "
        "two points or leave the edge out");
    std::filesystem::remove(file);
}

TEST(BuildModel, UnknownEdgeGroupsAreErrors) {
    EXPECT_EQ(
        complaint(body_with("\"energies\": [\n{ \"type\": \"spring\", \"on\": \"structual\", \"stiffness\": 1 } ]")),
        "scene.json:7: bodies[0].energies[0] acts on an edge group \"structual\" that the shape does not have; did you "
        "mean \"structural\"? Groups: shear, structural");
    const std::string rope =
        with(body_with("\"energies\": [ { \"type\": \"spring\", \"on\": \"bending\", \"stiffness\": 1 } ]"),
             "{ \"type\": \"grid\", \"size\": [1, 1], \"cells\": [4, 4] }",
             "{ \"type\": \"rope\", \"from\": [0, 0, 0], \"to\": [1, 0, 0], \"segments\": 1 }");
    EXPECT_EQ(complaint(rope),
              "scene.json:6: bodies[0].energies[0] finds no edges to act on; this shape has none there");
}

TEST(BuildModel, ASolidsMaterialOnASheetIsToldWhatItLacks) {
    EXPECT_EQ(complaint(R"({ "time": { "step": 0.01 }, "bodies": [ { "name": "it", "material": "rubber",
        "shape": { "type": "cloth", "size": [1, 1], "cells": [4, 4] } } ] })"),
              "scene.json:1: bodies[0].energies[0] is that of a solid, but this shape is a sheet; give the body "
              "\"sheet\": { \"thickness\": … }, in m, or a shape with tetrahedra");
}

TEST(BuildModel, SelectionsAreLocated) {
    EXPECT_EQ(complaint(body_with("\"hold\": [\n{ \"select\": { \"indices\": [25] } } ]")),
              "scene.json:7: bodies[0].hold[0].select names point 25, but the body has 25 points, numbered from 0");
    EXPECT_EQ(
        complaint(body_with("\"groups\": {\n\"far\": { \"sphere\": { \"center\": [9, 9, 9], \"radius\": 1 } } }")),
        "scene.json:7: bodies[0].groups.far selects no point; the body lies between [-0.5, -0.5, 0] and [0.5, 0.5, 0]");
}

TEST(BuildModel, SomethingMustBeFree) {
    const std::string message =
        "scene.json:1: nothing in the scene can move: every point is held along every axis; hold fewer points";
    EXPECT_EQ(complaint(body_with("\"hold\": [ { \"select\": { \"all\": true } } ]")), message);
    const std::string flat = body_with("\"hold\": [ { \"select\": { \"all\": true }, \"axes\": \"xy\" } ]");
    EXPECT_EQ(complaint(flat, {"planar=true"}), message);
    EXPECT_EQ(complaint(flat), "");
}

TEST(BuildModel, ExpectationsNameWhatCanBeMeasured) {
    const auto expecting = [](const std::string& keys) {
        return complaint(small_scene, {"expect=[{\"frame\": 1, \"value\": 0, " + keys + "}]"});
    };
    EXPECT_EQ(expecting("\"measure\": \"energy\", \"name\": \"gravity\""), "");
    EXPECT_EQ(expecting("\"measure\": \"position\", \"body\": \"square\", \"axis\": \"x\", \"point\": 24"), "");
    EXPECT_TRUE(expecting("\"measure\": \"position\", \"body\": \"square\", \"axis\": \"x\", \"point\": 25")
                    .ends_with(": expect[0] names point 25, but \"square\" has 25 points, numbered from 0"));
    EXPECT_TRUE(expecting("\"measure\": \"energy\", \"name\": \"kinetics\"")
                    .ends_with(": expect[0] names an energy \"kinetics\" that the scene does not have; did you mean "
                               "\"kinetic\"? Energies: kinetic, total, gravity"));
}

TEST(BuildModel, NumbersTooLargeToComputeWithAreRefused) {
    EXPECT_EQ(complaint(small_scene, {"bodies[0].place.translate=[1e300, 0, 0]"}),
              "scene.json:3: bodies[0] has a shape or place too large to compute with; use smaller numbers");
    EXPECT_EQ(complaint(small_scene, {"bodies[0].start.stretch=[1e300, 0, 0]"}),
              "scene.json:3: bodies[0] has starting positions too large to compute with; use smaller numbers");
    EXPECT_EQ(complaint(small_scene, {"bodies[0].start.velocity=[1e300, 0, 0]"}),
              "scene.json:3: bodies[0] has starting velocities too large to compute with; use smaller numbers");
    EXPECT_EQ(complaint(small_scene, {"bodies[0].shape.cells=[99999999, 99999999]"}),
              "scene.json:5: bodies[0].shape: grid: more than 1073741824 points or elements; use fewer cells");
}

TEST(BuildModel, StepSettingsFollowTheScene) {
    const Scene scene = parse_scene(testing::full_scene, "scene.json");
    const StepSettings settings = step_settings(scene, Model());
    EXPECT_EQ(settings.dt, 0.005);
    EXPECT_EQ(settings.integrator, "velocity_verlet");
    EXPECT_EQ(settings.error_tolerance, 1e-6);
    EXPECT_EQ(settings.linear_solver, "ldlt");
    EXPECT_EQ(settings.newton.tolerance, 1e-3);
    EXPECT_EQ(settings.newton.max_iterations, 50);
    const Scene open = parse_scene(small_scene, "scene.json");
    const World world = build_model(open);
    EXPECT_EQ(step_settings(open, world.model).newton.tolerance, default_tolerance(world.model, 0.01));
    EXPECT_EQ(step_settings(open, world.model).error_tolerance, 0.0);
}

TEST(BuildModel, EquilibriaAreFoundToAMillionthOfTheSize) {
    for (const char* step : {"time.step=1", "time.step=0.001"}) {
        const Scene scene = parse_scene(small_scene, "scene.json", ".", {"integrator.type=quasi_static", step});
        const World world = build_model(scene);
        EXPECT_DOUBLE_EQ(step_settings(scene, world.model).newton.tolerance * scene.time.step,
                         1e-6 * world.model.diagonal);
    }
}

}  // namespace
}  // namespace talweg::build_model_test
