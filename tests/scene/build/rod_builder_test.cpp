#include "talweg/scene/build/rod_builder.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::rod_builder_test {
namespace {

World world(const std::string& bodies) {
    return build_model(
        parse_scene(R"({ "time": { "step": 0.01, "frames": 1 }, "bodies": [)" + bodies + "] }", "scene.json", ".", {}));
}

const std::string rod = R"({ "name": "rod", "material": "nylon", "rod": { "diameter": 0.002 },
    "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 10 },
    "hold": [{ "select": { "indices": [0, 1] }, "twist": 0 },
             { "select": { "indices": [9, 10] }, "twist": "90*t" }] })";
const std::string ring = R"({ "name": "ring", "material": "hair",
    "shape": { "type": "ring", "radius": 0.1, "segments": 12 } })";

/// Twists come after the points of all bodies, and are no part of any.
TEST(RodBuilder, AddsACoordinatePerEdgeBehindAllPlaces) {
    const World made = world(rod + ", " + ring);
    const Model& model = made.model;
    EXPECT_EQ(model.place_count(), 11 + 12);
    EXPECT_EQ(model.coordinates, 10 + 12);
    EXPECT_EQ(model.point_count(), 23 + 22);
    EXPECT_EQ(places(model, made.state).size(), 23);
    int last = 0;
    for (const Body& body : model.bodies) last = std::max(last, body.first_point + body.point_count);
    EXPECT_EQ(last, model.place_count());
    const double density = 1140 * std::numbers::pi * 1e-6;
    EXPECT_NEAR(model.bodies[0].mass, density, 1e-12) << "spinning inertia is no mass";
    double diagonal = std::hypot(1.1, 0.2);  // the ring reaches from −0.1 on
    EXPECT_NEAR(model.diagonal, diagonal, 1e-3);
    for (int point = model.place_count(); point < model.point_count(); ++point) {
        const int node = model.map.single_node(point);
        ASSERT_GE(node, 0);
        EXPECT_TRUE(model.is_coordinate(node));
        EXPECT_EQ(model.node_body[node], -1);
        EXPECT_EQ(model.held_axes[node] & 6, 6);
        EXPECT_EQ(model.translation_share(node), 0.0);
    }
    // Half of what an edge weighs; both clamped ends are held.
    const int first = model.map.single_node(23), end = model.map.single_node(32);
    EXPECT_NEAR(model.mass.diagonal[first], 0.05 * density, 1e-12);
    EXPECT_EQ(model.held_axes[first], all_axes);
    EXPECT_EQ(model.held_axes[first + 1], 6);
    EXPECT_EQ(model.held_axes[end], all_axes);
    Nodes c = made.state.c;
    prescribe_nodes(model, 2.0, c);
    EXPECT_NEAR(c[end][0], 0.001 * std::numbers::pi, 1e-15) << "180 degrees times the radius";
    EXPECT_EQ(c[first][0], 0.0);
}

TEST(RodBuilder, SectionsAreThoseOfTextbooks) {
    const Scene scene = parse_scene(R"({ "time": { "step": 0.01, "frames": 1 }, "bodies": [
        { "name": "flat", "density": 1,
          "rod": { "width": 0.03, "height": 0.01, "youngs_modulus": 12e6, "poissons_ratio": 0 },
          "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 10 } }] })",
                                    "scene.json", ".", {});
    const auto& energies = scene.bodies[0].energies;
    ASSERT_EQ(energies.size(), 2);
    EXPECT_DOUBLE_EQ(*energies[0].parameters.at("stiffness").value, 12e6 * 3e-4);
    EXPECT_DOUBLE_EQ(*energies[1].parameters.at("bending").value, 12e6 * 0.03 * 1e-6 / 12.0);
    EXPECT_DOUBLE_EQ(*energies[1].parameters.at("bending_across").value, 12e6 * 0.01 * 27e-6 / 12.0);
    // 0.263 a b³ for sides of 3 to 1 (Timoshenko and Goodier, Theory of Elasticity, table 1).
    EXPECT_NEAR(*energies[1].parameters.at("torsion").value, 6e6 * 0.263 * 0.03 * 1e-6, 0.005 * 6e6 * 0.263 * 3e-8);
    EXPECT_NEAR(*energies[1].parameters.at("radius").value, std::sqrt(1e-3 / 6.0), 1e-12);
}

TEST(RodBuilder, SaysWhatIsWrong) {
    const auto message = [](const std::string& body) {
        try {
            world(body);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string fork =
        R"({ "name": "fork", "density": 1, "shape": { "type": "grid", "size": [1, 1], "cells": [1, 1] },
        "rod": { "diameter": 0.01, "youngs_modulus": 1, "poissons_ratio": 0 } })";
    EXPECT_NE(message(fork).find("lines alone"), std::string::npos) << message(fork);
    const std::string twice =
        R"({ "name": "two", "material": "hair", "shape": { "type": "ring", "radius": 1, "segments": 8 },
        "energies": [{ "type": "elastic_rod", "bending": 1, "bending_across": 1, "torsion": 1, "radius": 1,
                       "curvature": 0, "curvature_across": 0, "twist": 0, "drawn": 0 }], "rod": {} })";
    EXPECT_NE(message(twice).find("second elastic_rod"), std::string::npos) << message(twice);
}

}  // namespace
}  // namespace talweg::rod_builder_test
