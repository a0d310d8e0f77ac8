#include "talweg/scene/build/world_extent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talweg/math/error.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::world_extent_test {
namespace {

using ::testing::HasSubstr;

Scene one_particle(const std::string& thickness, const std::string& contact) {
    return parse_scene(R"({ "time": { "step": 0.01 }, "contact": { )" + contact + R"( },
        "bodies": [{ "name": "dust", "density": 0.001, "contact": { "thickness": )" +
                           thickness + R"( }, "shape": { "type": "particles", "points": [[0, 1, 0]] } }] })",
                       "scene.json", ".", {});
}

Box extent_of(const Scene& scene) {
    Box extent;
    extent.include(Vec3{0, 1, 0});
    include_thickness(scene, extent);
    return extent;
}

TEST(WorldExtent, ASingleParticleIsAsLargeAsItIsThick) {
    EXPECT_NEAR(extent_of(one_particle("0.01", "")).diagonal(), 0.01 * std::sqrt(2.0), 1e-15);
    EXPECT_EQ(extent_of(one_particle("0", R"("distance": 0.001)")).diagonal(), 0.0);
    try {
        extent_of(one_particle("0", ""));
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("scene.json:1: contact has no distance"));
    }
}

TEST(WorldExtent, WhatHasASizeKeepsIt) {
    Box extent;
    extent.include(Vec3{0, 0, 0});
    extent.include(Vec3{0, 3, 0});
    include_thickness(one_particle("100", ""), extent);
    EXPECT_EQ(extent.diagonal(), 3.0);
}

}  // namespace
}  // namespace talweg::world_extent_test
