#include "talweg/scene/spec/check_connections.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talweg/math/error.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::check_connections_test {
namespace {

using ::testing::HasSubstr;

/// What is told of a scene of two boxes, or sheets, with these connections; in one line.
std::string told(const std::string& connections, bool planar = false) {
    const std::string shape =
        planar ? R"("rigid": true, "shape": { "type": "rectangle", "size": [1, 1] }, "density": 1)"
               : R"("material": "cotton", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] })";
    const std::string text = fmt::format(R"({{ "time": {{ "step": 0.01 }}, "planar": {}, "bodies": [
{{ "name": "a", {} }},
{{ "name": "b", {}, "place": {{ "translate": [1.5, 0, 0] }} }}], "connections": [
{}] }})",
                                         planar, shape, shape, connections);
    try {
        build_model(parse_scene(text, "scene.json", ".", {}));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string hinge(const std::string& name, const std::string& more) {
    return fmt::format(R"({{ "type": "hinge", "name": "{}", "between": ["a"], "at": [0, 0, 0], "axis": [0, 0, 1]{} }})",
                       name, more);
}

TEST(CheckConnections, NamesDiffer) {
    EXPECT_EQ(told(hinge("h", "") + ",\n" + hinge("h", "")),
              "scene.json:5: connections[1] has the name \"h\", as connections[0] has in line 4; names must differ");
}

TEST(CheckConnections, AreBetweenOneBodyOrTwo) {
    EXPECT_EQ(told(R"({ "type": "ball", "between": ["a", "b", "a"], "at": [0, 0, 0] })"),
              "scene.json:4: connections[0].between must have at most 2 entries, but has 3");
}

TEST(CheckConnections, WhoFollowsIsNoLeader) {
    EXPECT_THAT(told(hinge("h", R"(, "mimic": { "joint": "g", "ratio": 1 })")),
                HasSubstr("connections[0] follows \"g\", which is no hinge or slider with a name; there is no other"));
    EXPECT_THAT(told(hinge("h", R"(, "mimic": { "joint": "g", "ratio": 1 })") + ", " + hinge("i", "")),
                HasSubstr("Such joints: i"));
}

TEST(CheckConnections, SeamsBeginBeforeTheyCloseAndHaveTwoSides) {
    const auto seam = [](const char* between, const char* first, const char* more) {
        return fmt::format(R"({{ "type": "seam", "between": [{}], "first": {{ {} }}, "second": {{ "group": "left" }},
            "stiffness": 10{} }})",
                           between, first, more);
    };
    const char* right = R"("group": "right")";
    EXPECT_EQ(told(seam(R"("a", "b")", right, R"(, "begin": 2, "close": 1)")),
              "scene.json:4: connections[0] begins to close at 2 s, but is closed at 1 s; let it begin first");
    EXPECT_THAT(told(seam(R"("a")", R"("group": "left")", "")), HasSubstr("sews a border to itself"));
    EXPECT_EQ(told(seam(R"("a")", right, "")), "");
    // Told once, with the place of the selection.
    EXPECT_EQ(told(seam(R"("a", "b")", R"("indices": [0, 99])", "")),
              "scene.json:4: connections[0].first names point 99, but the body has 9 points, numbered from 0");
}

TEST(CheckConnections, InThePlaneThingsTurnAboutZ) {
    EXPECT_EQ(told(hinge("h", ""), true), "");
    const auto joint = [](const char* words) {
        return fmt::format(R"({{ {}, "between": ["a"], "at": [0, 0, 0] }})", words);
    };
    EXPECT_THAT(told(joint(R"("type": "hinge", "axis": [1, 0, 0])"), true), HasSubstr("the axis is [0, 0, 1]"));
    EXPECT_THAT(told(joint(R"("type": "slider", "axis": [0, 0, 1])"), true), HasSubstr("let z of its axis be 0"));
    EXPECT_THAT(told(joint(R"("type": "planar", "axis": [0, 0, 1])"), true), HasSubstr("leave it out"));
    EXPECT_THAT(told(joint(R"("type": "universal", "axis": [1, 0, 0], "second_axis": [0, 1, 0])"), true),
                HasSubstr("use a hinge"));
    EXPECT_THAT(told(R"({ "type": "ball", "between": ["a"], "at": [0, 0, 0.5] })", true),
                HasSubstr("is at z = 0.5 m, outside of the plane"));
}

}  // namespace
}  // namespace talweg::check_connections_test
