/// Particles that cannot begin where they are: overlapping seeds, outside their container, without size.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::particles_start_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string said(const std::string& body) {
    try {
        build_model(parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "contact": {{ "distance": 0.001 }},
              "bodies": [{{ "name": "sand", "density": 1000, {} }}],
              "obstacles": [
                {{ "name": "floor", "shape": {{ "type": "plane" }} }},
                {{ "name": "ball", "shape": {{ "type": "ball", "center": [3, 1, 0], "radius": 0.5 }} }}] }})",
                                            body),
                                "sand.json", ".", {}));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}
std::string grains(const std::string& points, const std::string& more = R"("grains": {})") {
    return fmt::format(R"("contact": {{ "thickness": 0.1 }}, {}, "shape": {{ "type": "particles", "points": [{}] }})",
                       more, points);
}

TEST(ParticlesStart, OverlappingSeedsAreRefused) {
    EXPECT_EQ(said(grains("[0, 1, 0], [0.11, 1, 0]")), "");
    EXPECT_THAT(said(grains("[0, 1, 0], [0.04, 1, 0]")),
                AllOf(HasSubstr("sand.json:"), HasSubstr("sand"), HasSubstr("thickness"), HasSubstr("0.06 m")));
    // A liquid's particles may be as close as they like: its own energy parts them.
    EXPECT_EQ(said(R"("liquid": { "spacing": 0.1 }, "shape": { "type": "particles",
                      "points": [[0, 1, 0], [0.04, 1, 0], [0.04, 1, 0]] })"),
              "");
}

TEST(ParticlesStart, OutsideOfTheirContainerOrInAnObstacleIsRefused) {
    EXPECT_THAT(said(grains("[0, 1, 0], [1, -0.2, 0]")),
                AllOf(HasSubstr("sand and floor"), HasSubstr("move them apart")));
    EXPECT_THAT(said(grains("[0, 1, 0], [3.1, 1, 0]")), HasSubstr("ball"));
    EXPECT_THAT(said(R"("liquid": {}, "shape": { "type": "particles", "size": [0.4, 0.4, 0.4], "spacing": 0.1 })"),
                HasSubstr("sand and floor"));
}

TEST(ParticlesStart, WithoutSizeTheyAreRefused) {
    EXPECT_THAT(said(R"("grains": {}, "contact": { "thickness": 0 },
                        "shape": { "type": "particles", "points": [[0, 1, 0]] })"),
                HasSubstr("has no size"));
    EXPECT_THAT(said(R"("shape": { "type": "particles", "size": [1, 1, 1], "spacing": 0 })"), HasSubstr("spacing"));
    EXPECT_THAT(said(R"("liquid": { "spacing": 0 }, "shape": { "type": "particles", "points": [[0, 1, 0]] })"),
                HasSubstr("spacing"));
    EXPECT_THAT(said(grains("[0, 1, 0]", R"("shape_matching": { "stiffness": 0 })")), HasSubstr("stiffness"));
}

TEST(ParticlesStart, ShapeMatchingSaysWhatItDoesNotGoWith) {
    const std::string box = R"("shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
        "place": { "translate": [0, 2, 0] }, "shape_matching": { "stiffness": 100 })";
    EXPECT_EQ(said(box), "");
    EXPECT_THAT(said(box + R"(, "rigid": true)"), HasSubstr("goes with points that move by themselves"));
}

}  // namespace
}  // namespace talweg::particles_start_test
