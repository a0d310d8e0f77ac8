#include "talweg/report/scene_units.hpp"

#include <gtest/gtest.h>

#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg::scene_units_test {
namespace {

TEST(SceneUnits, are_those_of_the_schema_by_path) {
    const Scene scene = parse_scene(R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "bar", "density": 1000,
        "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] }] })",
                                    "bar", ".", {});
    const Json units = scene_units(to_json(scene));
    EXPECT_EQ(units.at("gravity"), "m/s²");
    EXPECT_EQ(units.at("time.step"), "s");
    EXPECT_EQ(units.at("bodies[0].shape.size"), "m");
    EXPECT_TRUE(units.at("bodies[0].density").get<std::string>().starts_with("kg/m on ropes"));
    EXPECT_TRUE(units.at("bodies[0].energies[0].youngs_modulus").get<std::string>().starts_with("Pa"));
    EXPECT_FALSE(units.contains("bodies[0].energies[0].poissons_ratio"));
    EXPECT_FALSE(units.contains("time.frames"));
}

TEST(SceneUnits, of_what_is_no_scene_there_are_none) {
    EXPECT_TRUE(scene_units(Json::parse(R"({ "colour": 3, "bodies": 7 })")).empty());
}

}  // namespace
}  // namespace talweg::scene_units_test
