#include "talweg/scene/check/examine_body.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "support/sample_scene.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/scene/build/examine_scene.hpp"

namespace talweg::examine_body_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const TemporaryDirectory own;  // tests run side by side
const std::filesystem::path& folder = own.path();

/// A mesh in medit's text form.
void write_mesh(const std::string& points, int point_count, const std::string& tets, int tet_count) {
    std::ofstream(folder / "body.mesh") << "MeshVersionFormatted 2\nDimension 3\nVertices " << point_count << "\n"
                                        << points << "\nTetrahedra " << tet_count << "\n"
                                        << tets << "\nEnd\n";
}

const std::string scene = R"({ "time": { "step": 0.01 }, "bodies": [ { "name": "it",
    "shape": { "type": "mesh", "file": "body.mesh" }, "material": "jelly" } ] })";

World build() { return build_model(parse_scene(scene, "scene.json", folder)); }

std::string complaint() {
    try {
        build();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

constexpr const char* corner = "0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n";

TEST(ExamineBody, InvertedTetsAreRefusedWithTheirNumbers) {
    write_mesh(std::string(corner) + "0.5 0.7 0 0", 5, "1 2 3 4 0\n1 2 5 4 0\n1 2 3 5 0", 3);
    EXPECT_THAT(complaint(), HasSubstr("bodies[0].shape has 1 inverted or flat tetrahedra: 2; exchange two of their "
                                       "corners or mesh it anew"));
}

TEST(ExamineBody, LoosePointsAreKeptStandStillAndAreReported) {
    write_mesh(std::string(corner) + "9 9 9 0", 5, "1 2 3 4 0", 1);
    World world = build();
    EXPECT_THAT(world.notes,
                ElementsAre("scene.json:2: it: 1 points in no element: 4 (they are kept, and stand still)"));
    EXPECT_EQ(world.model.point_count(), 5);
    EXPECT_EQ(world.model.node_count(), 4);
    testing::SceneRun run(parse_scene(scene, "scene.json", folder));
    for (int n = 0; n < 3; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_EQ(run.x()[4], (Vec3{9, 9, 9}));
    EXPECT_LT(run.x()[0][1], -0.005);
}

TEST(ExamineBody, SliversAndTwinsAreReported) {
    write_mesh(std::string(corner) + "0 0 0 0\n0.3 0.3 0.0001 0", 6, "1 2 3 4 0\n5 2 3 6 0", 2);
    const World world = build();
    ASSERT_EQ(world.notes.size(), 2u);
    EXPECT_THAT(world.notes[0], HasSubstr("it: 1 sliver tetrahedra: 1 (they make the solver slow"));
    EXPECT_THAT(world.notes[1], HasSubstr("it: 1 pairs of points at the same place: 0–4 (they are not joined"));
}

/// What is odd about a sheet is told at the start of a run and by `talweg check`, with the same numbers.
TEST(ExamineBody, FlippedAndBranchingEdgesOfSheetsAreReported) {
    const auto sheet = [](const char* faces) {
        std::ofstream(folder / "sheet.obj") << "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0.5 1 0.5\n" << faces;
        return parse_scene(R"({ "time": { "step": 0.01 }, "bodies": [ { "name": "it", "density": 1,
            "shape": { "type": "mesh", "file": "sheet.obj" },
            "energies": [{ "type": "membrane_arap", "youngs_modulus": 1e4, "thickness": 1e-3 }] } ] })",
                           "scene.json", folder);
    };
    const auto told = [&](const char* faces, const char* note, const char* issue) {
        const Scene scene = sheet(faces);
        const World world = build_model(scene);
        EXPECT_THAT(world.notes, ::testing::Contains(HasSubstr(note))) << faces;
        bool found = false;
        for (const Issue& one : examine_scene(scene, world)) found |= one.what.find(issue) != std::string::npos;
        EXPECT_TRUE(found) << issue;
    };
    told("f 1 2 3\nf 1 3 4\nf 1 3 5\n", "1 edges with more than two triangles: 0–2",
         "edge of more than two triangles: 0–2");
    told("f 1 2 3\nf 1 4 3\n", "1 edges between triangles that face opposite ways: 0–2",
         "that face opposite ways: 0–2");
}

TEST(ExamineBody, ThicknessAndPoissonsRatioHaveTheirRanges) {
    const auto complaint_of = [](const std::string& thickness, const std::string& ratio) -> std::string {
        try {
            parse_scene(R"({ "time": { "step": 0.01 }, "bodies": [ { "name": "it", "density": 1,
                "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] },
                "energies": [{ "type": "membrane_stable_neo_hookean", "youngs_modulus": 1e4,
                               "poissons_ratio": )" +
                            ratio + R"(, "thickness": )" + thickness + " }] } ] }",
                        "scene.json");
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(complaint_of("1e-3", "0.3"), "");
    for (const char* thickness : {"0", "-1e-3"})
        EXPECT_THAT(complaint_of(thickness, "0.3"), HasSubstr("thickness")) << thickness;
    for (const char* ratio : {"0.5", "-1", "0.7"})
        EXPECT_THAT(complaint_of("1e-3", ratio), HasSubstr("poissons_ratio"));
}

TEST(ExamineBody, AClosedRodWhoseFrameDoesNotCloseIsReported) {
    const auto rod = [](double out_of_plane) {
        std::string points;
        for (int k = 0; k < 40; ++k) {
            const double t = 2.0 * std::numbers::pi * k / 40;
            points += fmt::format("{}[{}, {}, {}]", k ? ", " : "", std::cos(t), out_of_plane * std::sin(2.0 * t),
                                  std::sin(t) + 0.3 * std::cos(3.0 * t) * out_of_plane);
        }
        return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [ {{ "name": "loop", "density": 1,
            "shape": {{ "type": "curve", "points": [{}], "closed": true, "segments": 40 }},
            "rod": {{ "width": 0.02, "height": 0.01, "youngs_modulus": 1e6, "poissons_ratio": 0.3 }} }} ] }})",
                                       points),
                           "scene.json");
    };
    const auto frames = [](const World& world) {
        return std::count_if(world.notes.begin(), world.notes.end(), [](const std::string& note) {
            return note.find("loop: the section of the closed rod from point 0") != std::string::npos;
        });
    };
    EXPECT_EQ(frames(build_model(rod(0.0))), 0) << "a plane curve closes";
    const Scene scene = rod(0.4);
    const World world = build_model(scene);
    EXPECT_EQ(frames(world), 1);
    bool checked = false;
    for (const Issue& issue : examine_scene(scene, world))
        checked |= issue.what.find("comes back turned") != std::string::npos;
    EXPECT_TRUE(checked);
}

TEST(ExamineBody, AnOpenSurfaceBecomesASolidWithANote) {
    // Of the ball's surface, more than half a sphere: a bowl with a hole at the top.
    std::ofstream file(folder / "bowl.obj");
    const auto ring = [&](double y, double r) {
        for (int k = 0; k < 12; ++k)
            file << "v " << r * std::cos(k * 0.5235987755982988) << " " << y << " "
                 << r * std::sin(k * 0.5235987755982988) << "\n";
    };
    ring(0.8, 0.3), ring(0, 1), ring(-0.8, 0.5);
    file << "v 0 -1 0\n";
    for (int k = 0; k < 12; ++k) {
        const int next = (k + 1) % 12;
        for (const int low : {0, 12})
            file << "f " << low + k + 1 << " " << low + next + 1 << " " << low + next + 13 << " " << low + k + 13
                 << "\n";
        file << "f " << 24 + k + 1 << " " << 24 + next + 1 << " 37\n";
    }
    file.close();
    const World world = build_model(parse_scene(
        testing::with(scene, R"({ "type": "mesh", "file": "body.mesh" })",
                      R"({ "type": "solid", "surface": { "type": "mesh", "file": "bowl.obj" }, "spacing": 0.25 })"),
        "scene.json", folder));
    ASSERT_EQ(world.notes.size(), 1u);
    EXPECT_THAT(world.notes[0], HasSubstr("12 border edges of the surface: "));
    EXPECT_THAT(world.notes[0], HasSubstr("what it winds around by more than half is taken for its inside"));
    EXPECT_GT(world.model.bodies[0].mass, 1500.0);
    EXPECT_LT(world.model.bodies[0].mass, 3500.0);
}

TEST(ExamineBody, notes_meshes_that_are_probably_in_millimetres) {
    write_mesh("0 0 0 0\n120 0 0 0\n0 80 0 0\n0 0 50 0", 4, "1 2 3 4 0", 1);
    EXPECT_THAT(build().notes, ElementsAre(HasSubstr("it: the mesh is 120 m large; if its file is in millimetres, add "
                                                     "\"place\": {\"scale\": 0.001}")));
    write_mesh("0 0 0 0\n0.12 0 0 0\n0 0.08 0 0\n0 0 0.05 0", 4, "1 2 3 4 0", 1);
    EXPECT_TRUE(build().notes.empty());
}

}  // namespace
}  // namespace talweg::examine_body_test
