/// Particles, rigs and constraints that contradict themselves, say the same twice or say nothing: each is answered in
/// one line with the place and what to do.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::contradictions_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string said_of(const std::string& scene, const std::filesystem::path& folder = ".") {
    try {
        std::string notes;
        for (const std::string& note : build_model(parse_scene(scene, "scene.json", folder, {})).notes)
            notes += note + "\n";
        return notes;
    } catch (const Error& error) {
        return error.what();
    }
}

/// With a place, and in one line.
auto placed(const std::string& words) {
    return AllOf(StartsWith("scene.json:"), HasSubstr(words), Not(HasSubstr("\n")));
}

std::string liquid(const std::string& keys, const std::string& shape = R"("size": [0.1, 0.1, 0], "spacing": 0.02)",
                   const std::string& planar = "true") {
    return fmt::format(R"({{ "planar": {}, "contact": {{}}, "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "water",
        "density": 1000, "liquid": {{ {} }}, "shape": {{ "type": "particles", {} }} }}] }})",
                       planar, keys, shape);
}

TEST(Contradictions, OfLiquids) {
    EXPECT_EQ(said_of(liquid("")), "");
    EXPECT_EQ(said_of(liquid(R"("bulk_modulus": 1e5)")), "");
    EXPECT_THAT(said_of(liquid(R"("bulk_modulus": 1e5, "compression": 0.02)")), placed("give one of them"));
    EXPECT_THAT(said_of(liquid(R"("compression": 1e-300)")), placed("must be at least 1e-09"));
    EXPECT_THAT(said_of(liquid(R"("spacing": 0.05)")), placed("would start crushed"));
    EXPECT_EQ(said_of(liquid(R"("spacing": 0.024)")), "") << "loosely, as particles at random stand";
    EXPECT_THAT(said_of(liquid("", R"("size": [0.1, 0.1, 0], "spacing": 0.02)", "false")),
                HasSubstr("is a layer of single particles in space"));
}

TEST(Contradictions, OfGrainsAndCrowds) {
    const std::string disc = R"({ "planar": true, "contact": {}, "time": { "step": 0.01 }, "bodies": [{ "name": "p",
        "density": 1, "contact": { "thickness": 0.1 }, "grains": { "spin": [1, 0, 0] },
        "shape": { "type": "particles", "points": [[0, 1, 0]] } }] })";
    EXPECT_THAT(said_of(disc), placed("discs in the plane cannot"));
    const auto crowd = [](const char* gravity, const char* second) {
        return fmt::format(R"({{ "planar": true, "contact": {{ "distance": 0.01 }}, "time": {{ "step": 0.01 }}, {}
            "bodies": [{{ "name": "p", "density": 80, "contact": {{ "thickness": 0.5 }},
                "crowd": {{ "goals": [{{ "from": [9, 0, 0] }}],
                    "doors": [{{ "name": "in", "from": [0, 0, 0], "to": [0, 1, 0] }},
                              {{ "name": "{}", "from": [2, 0, 0], "to": [2, 1, 0] }}] }},
                "shape": {{ "type": "particles", "points": [[0, 1, 0]] }} }}] }})",
                           gravity, second);
    };
    const char* none = R"("gravity": [0, 0, 0],)";
    EXPECT_EQ(said_of(crowd(none, "out")), "");
    EXPECT_THAT(said_of(crowd("", "out")), HasSubstr("gravity points along the plane that the crowd walks in"))
        << "a note: live, gravity can be turned";
    EXPECT_THAT(said_of(crowd(none, "in")), placed("has the name \"in\", as bodies[0].crowd.doors[0] has"));
}

std::string bar(const std::string& keys) {
    return fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "bar", "material": "rubber", {},
        "shape": {{ "type": "box", "size": [1, 0.2, 0.2], "cells": [5, 1, 1] }} }}] }})",
                       keys);
}

TEST(Contradictions, OfConstraints) {
    const auto constrained = [](const std::string& constraints) {
        return said_of(bar(fmt::format(R"("constraints": [{}])", constraints)));
    };
    EXPECT_THAT(constrained(R"({ "type": "periodic", "first": { "group": "left" }, "second": { "group": "left" } })"),
                placed("has the same points as first and second border"));
    EXPECT_THAT(constrained(R"({ "type": "sum", "points": [0, 0], "weights": [1, -1], "direction": [1, 0, 0] })"),
                placed("it says nothing"));
    EXPECT_THAT(constrained(R"({ "type": "average", "select": { "group": "left" }, "move": [0, "0.1*", 0] })"),
                placed("move[1]: column 5 of \"0.1*\""));
    EXPECT_THAT(constrained(R"({ "type": "average", "select": { "group": "left" }, "move": [0, "1/t", 0] })"),
                placed("move[1]: \"1/t\" is inf at t = 0 s"));
    EXPECT_THAT(constrained(R"({ "type": "plane", "name": "a", "select": { "group": "left" }, "normal": [1, 0, 0] },
                               { "type": "plane", "name": "a", "select": { "group": "right" }, "normal": [1, 0, 0] })"),
                placed("has the name \"a\", as bodies[0].constraints[0] has"));
}

TEST(Contradictions, OfRigsAndReducedBodies) {
    const auto rigged = [](const std::string& second) {
        return said_of(
            bar(fmt::format(R"("rig": {{ "handles": [{{ "name": "a", "at": [[-0.5, 0, 0]] }}, {{ {} }}] }})", second)));
    };
    EXPECT_EQ(rigged(R"("name": "b", "at": [[0.5, 0, 0]])"), "");
    EXPECT_THAT(rigged(R"("name": "a", "at": [[0.5, 0, 0]])"), placed("has the name \"a\""));
    EXPECT_THAT(rigged(R"("name": "b", "at": [[-0.5, 0, 0]])"), placed("is where bodies[0].rig.handles[0] is"));
    EXPECT_THAT(rigged(R"("at": [[0.5, 0, 0]], "motion": { "displacement": [0, "1/0", 0] })"),
                placed("displacement[1]: \"1/0\" is inf"));
    EXPECT_THAT(
        rigged(R"("at": [[0.5, 0, 0]], "motion": { "displacement": [0, 0, 0], "angle": "t", "axis": [0, 0, 0] })"),
        placed("has an axis without direction"));
    EXPECT_THAT(rigged(R"("at": [[0.5, 0, 0]], "motion": { "displacement": [0, { "file": "t.csv" }, 0] })"),
                placed("lacks the key \"column\", which goes with \"file\""));
    EXPECT_THAT(said_of(bar(R"("rigid": true, "reduce": { "modes": 4 })")), placed("choose one"));
}

TEST(Contradictions, TablesOfWeightsMayHaveCommas) {
    TemporaryDirectory folder;
    std::string table;
    for (int i = 0; i < 24; ++i) table += i % 2 ? "1,0\n" : "0;1\n";
    replace_file(folder / "weights.csv", table);
    const std::string scene = bar(R"("rig": { "weights": "weights.csv", "secondary": "none",
        "handles": [{ "name": "a", "at": [[-0.5, 0, 0]] }, { "name": "b", "at": [[0.5, 0, 0]] }] })");
    EXPECT_EQ(said_of(scene, folder.path()), "");
    replace_file(folder / "weights.csv", "left,right\n" + table);
    EXPECT_THAT(said_of(scene, folder.path()), placed("weights.csv:1"));
}

}  // namespace
}  // namespace talweg::contradictions_test
