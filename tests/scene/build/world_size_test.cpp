#include "talweg/scene/build/world_size.hpp"

#include <gtest/gtest.h>

#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::world_size_test {
namespace {

Scene one_particle(const std::string& thickness, const std::string& obstacles) {
    return parse_scene(R"({ "time": { "step": 0.01 }, "contact": {}, "obstacles": [)" + obstacles + R"(],
        "bodies": [{ "name": "dust", "density": 0.001, "contact": { "thickness": )" +
                           thickness + R"( }, "shape": { "type": "particles", "points": [[0, 3, 0]] } }] })",
                       "scene.json", ".", {});
}

double size_of(const Scene& scene) {
    Box extent;
    extent.include(Vec3{0, 3, 0});
    return world_size(extent, scene);
}

TEST(WorldSize, OfASingleParticleGoesByItsThicknessOrItsFall) {
    constexpr const char* plane = R"({ "name": "ground", "shape": { "type": "plane", "point": [0, 1, 0] } })";
    EXPECT_NEAR(size_of(one_particle("0.01", plane)), 0.1, 1e-15);
    EXPECT_NEAR(size_of(one_particle("0", plane)), 2.0, 1e-15);
    EXPECT_EQ(size_of(one_particle("0", "")), 1.0);
}

TEST(WorldSize, WhatHasASizeKeepsIt) {
    Box extent;
    extent.include(Vec3{0, 0, 0});
    extent.include(Vec3{0, 3, 0});
    EXPECT_EQ(world_size(extent, one_particle("100", "")), 3.0);
}

}  // namespace
}  // namespace talweg::world_size_test
