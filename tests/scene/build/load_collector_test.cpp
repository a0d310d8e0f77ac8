#include "talweg/scene/build/load_collector.hpp"

#include "support/sample_scene.hpp"
#include "talweg/assembly/assembler.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::load_collector_test {
namespace {

using testing::small_scene;
using testing::with;

/// The small scene's square of 1 m² without weight, with these loads; planar or in space.
World loaded(const std::string& loads, bool planar = true) {
    const std::string text =
        with(with(small_scene, "\"density\": 1000", "\"density\": 1000, \"loads\": " + loads), "\"time\"",
             std::string("\"gravity\": [0, 0, 0], \"planar\": ") + (planar ? "true" : "false") + ", \"time\"");
    return build_model(parse_scene(text, "scene.json"));
}

Nodes forces_at(const World& world, double time) {
    Assembler assembler(world.model);
    const Positions x = positions(world.model, world.state);
    Nodes f;
    assembler.forces(x, Positions(x.size(), Vec3::zero()), time, f);
    return f;
}

Vec3 sum(const Nodes& forces) {
    Vec3 total = Vec3::zero();
    for (const Vec3& f : forces) total += f;
    return total;
}

void expect_near(const Vec3& a, const Vec3& b) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << "axis " << i;
}

std::string complaint(const std::string& loads) {
    try {
        loaded(loads);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(LoadCollector, AForceIsSharedInEqualParts) {
    const Nodes f =
        forces_at(loaded(R"([{ "type": "force", "select": { "group": "right" }, "force": [10, 5, 0] }])"), 0);
    expect_near(sum(f), {10, 5, 0});
    expect_near(f[24], {2, 1, 0});
    expect_near(f[0], {0, 0, 0});
}

TEST(LoadCollector, ComponentsFollowTheirOwnCurves) {
    const World world = loaded(
        R"([{ "type": "force", "select": { "indices": [0] }, "force": ["3*t", 5, { "keyframes": [[0, 0], [2, 8]] }] },
            { "type": "force", "select": { "indices": [1] }, "force": ["3*t", 0, 0] }])");
    EXPECT_EQ(world.model.terms.size(), 3u) << "constant, 3*t of both loads, and the keyframes";
    EXPECT_EQ(world.model.load_curves.size(), 2u);
    expect_near(forces_at(world, 1.0)[0], {3, 5, 4});
    expect_near(forces_at(world, 1.0)[1], {3, 0, 0});
    expect_near(forces_at(world, 5.0)[0], {15, 5, 8});
}

TEST(LoadCollector, TractionGoesByLengthAndBodyForceByArea) {
    const Nodes f =
        forces_at(loaded(R"([{ "type": "traction", "select": { "group": "top" }, "traction": [0, 8, 0] }])"), 0);
    expect_near(sum(f), {0, 8, 0});
    expect_near(f[4], {0, 1, 0});
    expect_near(f[9], {0, 2, 0});
    const Nodes g = forces_at(loaded(R"([{ "type": "body_force", "force_density": [0, -16, 0] }])"), 0);
    expect_near(sum(g), {0, -16, 0});
    expect_near(g[0], {0, -0.25, 0});
    expect_near(g[12], {0, -1, 0});
}

TEST(LoadCollector, PressurePushesAgainstTheBoundaryWhollyOrInParts) {
    const World all_round = loaded(R"([{ "type": "pressure", "pressure": "4*t" }])");
    const Nodes f = forces_at(all_round, 2.0);
    expect_near(sum(f), {0, 0, 0});
    expect_near(f[2], {2, 0, 0});     // middle of the left side: 8 N/m over a quarter of a metre, to the right
    expect_near(f[24], {-1, -1, 0});  // upper right corner
    expect_near(f[12], {0, 0, 0});
    const Nodes top = forces_at(loaded(R"([{ "type": "pressure", "select": { "group": "top" }, "pressure": 8 }])"), 0);
    expect_near(sum(top), {0, -8, 0});
    expect_near(top[4], {0, -1, 0});
    expect_near(top[9], {0, -2, 0});
}

TEST(LoadCollector, InSpacePressureActsOnTriangles) {
    // A sheet in the xy plane that faces +z: pushed along −z, in thirds of the triangles at each point.
    const Nodes f = forces_at(loaded(R"([{ "type": "pressure", "pressure": 96 }])", false), 0);
    expect_near(sum(f), {0, 0, -96});
    expect_near(f[12], {0, 0, -6});
    expect_near(f[4], {0, 0, -1});  // one triangle
    expect_near(f[0], {0, 0, -2});  // two
}

TEST(LoadCollector, WhatCannotBeLoadedIsToldWithItsLine) {
    EXPECT_EQ(
        complaint(R"([{ "type": "pressure", "select": { "indices": [12] }, "pressure": 1 }])"),
        "scene.json:6: bodies[0].loads[0] finds no outer edge all of whose points are selected; select whole faces "
        "of the surface, or load a body that has some");
    EXPECT_EQ(
        complaint(R"([{ "type": "traction", "select": { "indices": [0, 12] }, "traction": [1, 0, 0] }])"),
        "scene.json:6: bodies[0].loads[0] finds no outer edge all of whose points are selected; select whole faces "
        "of the surface, or load a body that has some");
    EXPECT_EQ(complaint(R"([{ "type": "force", "select": { "indices": [99] }, "force": [1, 0, 0] }])"),
              "scene.json:6: bodies[0].loads[0].select names point 99, but the body has 25 points, numbered from 0");
    EXPECT_NE(complaint(R"([{ "type": "force", "select": { "all": true }, "force": [1, 0] }])")
                  .find("scene.json:6: bodies[0].loads[0].force must be a list of 3"),
              std::string::npos);
    EXPECT_NE(complaint(R"([{ "type": "presure", "pressure": 1 }])").find("did you mean \"pressure\"?"),
              std::string::npos);
    EXPECT_NE(complaint(R"([{ "type": "pressure", "pressure": true }])").find("must be a number or text"),
              std::string::npos);
}

}  // namespace
}  // namespace talweg::load_collector_test
