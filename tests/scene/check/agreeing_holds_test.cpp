#include "talweg/scene/check/agreeing_holds.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::agreeing_holds_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string told(const std::string& bodies, const std::string& more = "") {
    try {
        build_model(parse_scene(
            fmt::format("{{ \"time\": {{ \"step\": 0.01, \"frames\": 100 }},\n\"bodies\": [{}]{} }}", bodies, more),
            "scene.json", ".", {}));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string cloth(const std::string& holds) {
    return fmt::format(R"({{ "name": "cloth", "material": "cotton", "shape": {{ "type": "cloth", "size": [1, 1],
        "cells": [2, 2] }}, "hold": [{}] }})",
                       holds);
}

std::string hold(const std::string& group, const std::string& more = "") {
    return fmt::format("\n{{ \"select\": {{ \"group\": \"{}\" }}{} }}", group, more);
}

std::string moved(const std::string& curve) {
    return fmt::format(R"(, "motion": {{ "displacement": [0, "{}", 0] }})", curve);
}

/// The corner that two edges of a cloth share: one edge rises, the other one stays or falls.
TEST(AgreeingHolds, OnePointCannotBeAtTwoPlaces) {
    const std::string words = told(cloth(hold("left", moved("0.2*t")) + "," + hold("front")));
    EXPECT_THAT(words,
                AllOf(StartsWith("scene.json:5: bodies[0].hold[1] leads point "), HasSubstr(" of \"cloth\" at t"),
                      HasSubstr("as bodies[0].hold[0] does; leave one of the holds out"), Not(HasSubstr("\n"))));
    EXPECT_THAT(told(cloth(hold("left", moved("0.2*t")) + "," + hold("front", moved("-0.2*t")))),
                HasSubstr("bodies[0].hold[1] leads point"));
    EXPECT_THAT(told(cloth(hold("left", moved("0.2*t")) + "," +
                           hold("front", R"(, "motion": { "keyframes": [{ "time": 0.99 }, { "time": 1,
                               "translate": [0, 1, 0] }] })"))),
                HasSubstr("bodies[0].hold[1] leads point"));
}

TEST(AgreeingHolds, MayShareOrDivideThem) {
    EXPECT_EQ(told(cloth(hold("left") + "," + hold("front"))), "") << "both stay";
    EXPECT_EQ(told(cloth(hold("left", moved("0.2*t")) + "," + hold("front", moved("0.2*t")))), "") << "as written";
    EXPECT_EQ(
        told(cloth(hold("left", moved("0.2*t")) + "," + hold("front", R"(, "motion": { "velocity": [0, 0.2, 0] })"))),
        "")
        << "the same by another name";
    EXPECT_EQ(told(cloth(hold("left", moved("0.2*t")) + "," + hold("right"))), "") << "no point of both";
    EXPECT_EQ(told(cloth(hold("left", R"(, "axes": "y")" + moved("0.2*t")) + "," + hold("front", R"(, "axes": "xz")"))),
              "")
        << "other axes";
    EXPECT_EQ(told(cloth(hold("left", moved("0.2*t")) + "," +
                         hold("front", R"(, "motion": { "velocity": [0, 0.2, 0], "until": 2 })"))),
              "")
        << "apart only when the scene is over";
}

/// A body that moves as a whole is held as a whole: by two of its faces it is led one way.
TEST(AgreeingHolds, ARigidBodyIsLedOneWay) {
    const auto box = [](const std::string& holds) {
        return told(fmt::format(R"({{ "name": "b", "rigid": true, "density": 1000, "shape": {{ "type": "box",
            "size": [1, 1, 1] }}, "hold": [{}] }}, {{ "name": "free", "rigid": true, "density": 1000,
            "shape": {{ "type": "box", "size": [1, 1, 1] }}, "place": {{ "translate": [0, 3, 0] }} }})",
                                holds));
    };
    EXPECT_THAT(box(hold("left") + "," + hold("right", moved("t"))),
                HasSubstr("bodies[0].hold[1] leads \"b\", which moves as a whole and is held as a whole, at t"));
    EXPECT_EQ(box(hold("left", moved("t")) + "," + hold("right", moved("t"))), "");
    const std::string corner = R"({ "select": { "sphere": { "center": [0.5, 0.5, 0.5], "radius": 0.01 } }%s })";
    const auto at_corner = [&](const std::string& motion) {
        return std::string(corner).replace(corner.find("%s"), 2, motion);
    };
    EXPECT_EQ(box(at_corner(moved("t")) + "," + at_corner(moved("t"))), "") << "one joint with the world, told twice";
    EXPECT_THAT(box(at_corner(moved("t")) + "," + at_corner(moved("2*t"))), HasSubstr("contradicts hold of b"));
}

TEST(AgreeingHolds, ARodIsTurnedOneWay) {
    const auto rod = [](const char* second) {
        return told(fmt::format(R"({{ "name": "line", "material": "nylon", "shape": {{ "type": "rope",
            "from": [0, 0, 0], "to": [1, 0, 0], "segments": 4 }}, "hold": [
            {{ "select": {{ "indices": [0, 1] }}, "twist": "90*t" }},
            {{ "select": {{ "indices": [0, 1, 2] }}, "twist": "{}" }}] }})",
                                second));
    };
    EXPECT_THAT(rod("45*t"), HasSubstr("turns segments otherwise than bodies[0].hold[0] does"));
    EXPECT_EQ(rod("90*t"), "");
}

/// Two panels whose facing borders are both held: a seam between them could never close.
TEST(AgreeingHolds, ASeamNeedsSomethingThatMoves) {
    const auto panels = [](const std::string& hold) {
        const auto panel = [&](const char* name, double x, const char* border) {
            return fmt::format(
                R"({{ "name": "{}", "material": "cotton", "shape": {{ "type": "cloth", "size": [0.2, 0.2],
                "cells": [2, 2] }}, "place": {{ "translate": [{}, 0, 0] }}{} }})",
                name, x, hold.empty() ? "" : fmt::format(fmt::runtime(hold), border));
        };
        return told(panel("a", 0, "right") + "," + panel("b", 0.3, "left"),
                    R"(, "connections": [{ "type": "seam", "between": ["a", "b"], "first": { "group": "right" },
                        "second": { "group": "left" }, "stiffness": 100 }])");
    };
    EXPECT_EQ(panels(""), "");
    EXPECT_THAT(panels(R"(, "hold": [{{ "select": {{ "group": "{}" }} }}])"),
                HasSubstr("connections[0] sews borders that are held on both sides"));
}

}  // namespace
}  // namespace talweg::agreeing_holds_test
