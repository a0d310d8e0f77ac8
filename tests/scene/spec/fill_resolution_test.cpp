#include "talweg/scene/spec/fill_resolution.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "talweg/math/error.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::fill_resolution_test {
namespace {

using ::testing::HasSubstr;

Scene scene_of(const std::string& shape, const std::string& more) {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "b", "density": 1,
                                        "shape": {{ {} }}{} }}] }})",
                                   shape, more),
                       "scene.json", ".", {});
}

double mass_of(const std::string& shape, const std::string& more) {
    return build_model(scene_of(shape, more)).model.bodies[0].mass;
}

struct Case {
    const char* shape;
    double volume;      // m³ of the round body
    double within;      // part of it that facets may take
    bool thin = false;  // as a wall of 1 mm
};

/// Whatever shape it is, a rigid body needs no word about its cells, and weighs nearly what the round one does.
TEST(FillResolution, RigidBodiesHaveASurfaceOfTheirOwn) {
    constexpr double pi = std::numbers::pi;
    for (const Case& each :
         {Case{R"("type": "box", "size": [1, 2, 3])", 6.0, 1e-12},
          Case{R"("type": "beam", "size": [3, 1, 1])", 3.0, 1e-12},
          Case{R"("type": "cylinder", "radius": 1, "height": 2)", 2.0 * pi, 0.01},
          Case{R"("type": "sphere", "radius": 1)", 4.0 / 3.0 * pi, 0.05},
          Case{R"("type": "torus", "radius": 1, "tube_radius": 0.2)", 0.08 * pi * pi, 0.07},
          Case{R"("type": "skin", "surface": { "type": "sphere", "radius": 1 })", 4.0 / 3.0 * pi, 0.05},
          Case{R"("type": "cloth", "size": [1, 2])", 0.002, 1e-12, true},
          Case{R"("type": "rectangle", "size": [1, 2])", 0.002, 1e-12, true},
          Case{R"("type": "disc", "radius": 1)", 0.001 * pi, 0.01, true},
          Case{R"("type": "annulus", "inner_radius": 1, "outer_radius": 2)", 0.003 * pi, 0.01, true},
          Case{R"("type": "hemisphere", "radius": 1)", 0.002 * pi, 0.03, true},
          Case{R"("type": "tube", "radius": 1, "height": 2)", 0.004 * pi, 0.01, true}}) {
        const double mass = mass_of(each.shape, each.thin ? R"(, "rigid": true, "wall": 0.001)" : R"(, "rigid": true)");
        EXPECT_NEAR(mass, each.volume, each.within * each.volume) << each.shape;
    }
}

TEST(FillResolution, WhatIsSaidIsKeptAndSoftBodiesMustSayIt) {
    const Scene scene = scene_of(R"("type": "box", "size": [1, 1, 1], "cells": [2, 3, 4])", R"(, "rigid": true)");
    EXPECT_EQ(std::get<BoxShape>(scene.bodies[0].shape.kind).cells, (std::array<int, 3>{2, 3, 4}));
    const Scene affine = scene_of(R"("type": "box", "size": [1, 1, 1])", R"(, "affine": true, "material": "jelly")");
    EXPECT_EQ(std::get<BoxShape>(affine.bodies[0].shape.kind).cells, (std::array<int, 3>{1, 1, 1}));
    for (const char* soft : {R"(, "material": "jelly")", R"(, "material": "jelly", "rigid": false)"}) try {
            scene_of(R"("type": "box", "size": [1, 1, 1])", soft);
            ADD_FAILURE() << soft;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("bodies[0].shape lacks the key \"cells\""));
        }
}

TEST(FillResolution, PartsOfCompoundsAreRigidToo) {
    EXPECT_NEAR(mass_of(R"("type": "compound", "parts": [{ "shape": { "type": "box", "size": [1, 1, 1] } }])",
                        R"(, "rigid": true)"),
                1.0, 1e-12);
}

}  // namespace
}  // namespace talweg::fill_resolution_test
