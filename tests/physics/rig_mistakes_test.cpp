/// Rigs that do not fit their bodies, their files or their runs: refused, mended or told, by name.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/rigged_box.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::rig_mistakes_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::rigged_box;

const std::string cube = R"("type": "box", "size": [1, 1, 1], "cells": [1, 1, 1])";
const std::string two =
    R"("handles": [{ "name": "low", "at": [[0, -0.5, 0]] }, { "name": "high", "at": [[0, 0.5, 0]] }])";

Scene scene_of(const std::filesystem::path& folder, const std::string& rig, const std::string& shape = cube,
               const std::string& more = "", int frames = 10) {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.1, "frames": {} }}, "gravity": [0, 0, 0],
            "bodies": [{{ "name": "cube", "shape": {{ {} }}, "density": 1000,
                "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }}],
                "rig": {{ {} }} {} }}] }})",
                                   frames, shape, rig, more),
                       "mistake", folder, {});
}

std::string complaint(const Scene& scene) {
    try {
        build_model(scene);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

std::string solid(const std::string& file) {
    return fmt::format(R"("type": "solid", "surface": {{ "type": "mesh", "file": "{}" }}, "spacing": 0.3)", file);
}

TEST(RigMistakes, WeightsAreDividedByTheirSumsOrRefused) {
    TemporaryDirectory folder;
    {
        std::ofstream weights(folder / "half.txt");
        for (int i = 0; i < 8; ++i) weights << "0.25 0.25\n";
    }
    const World mended = build_model(scene_of(folder.path(), two + R"(, "weights": "half.txt")"));
    EXPECT_THAT(mended.notes, Contains(AllOf(HasSubstr("do not sum to one"), HasSubstr("divided by their sums"))));
    {
        std::ofstream weights(folder / "none.txt");
        for (int i = 0; i < 8; ++i) weights << (i == 3 ? "0 0\n" : "0.5 0.5\n");
    }
    EXPECT_THAT(complaint(scene_of(folder.path(), two + R"(, "weights": "none.txt")")),
                AllOf(HasSubstr("mistake:"), HasSubstr("weights of point 3 that sum to 0")));
    std::ofstream(folder / "short.txt") << "1 0\n";
    EXPECT_THAT(complaint(scene_of(folder.path(), two + R"(, "weights": "short.txt")")), HasSubstr("2 weights in"));
}

TEST(RigMistakes, HandlesThatCarryNothingAreTold) {
    TemporaryDirectory folder;
    {
        std::ofstream weights(folder / "one.txt");
        for (int i = 0; i < 8; ++i) weights << "1 0\n";
    }
    EXPECT_THAT(build_model(scene_of(folder.path(), two + R"(, "weights": "one.txt")")).notes,
                Contains(HasSubstr("\"high\" carries no point")));
}

TEST(RigMistakes, AnimationsLongerAndShorterThanTheRunAreTold) {
    TemporaryDirectory folder;
    std::ofstream(folder / "box.gltf") << rigged_box();
    const auto notes = [&](int frames) {
        return build_model(scene_of(folder.path(), R"("file": "box.gltf")", solid("box.gltf"), "", frames)).notes;
    };
    EXPECT_THAT(notes(20), Contains(HasSubstr("ends at 1 s and the run at 2 s; it keeps its last pose")));
    EXPECT_THAT(notes(5), Contains(HasSubstr("lasts 1 s, longer than the run, 0.5 s")));
    EXPECT_THAT(notes(10), ::testing::Not(Contains(HasSubstr("animation"))));
    EXPECT_THAT(complaint(scene_of(folder.path(), R"("file": "box.gltf", "animation": "bent")", solid("box.gltf"))),
                AllOf(HasSubstr("\"bent\""), HasSubstr("did you mean \"bend\"?")));
}

TEST(RigMistakes, FilesWithMissingBuffersAreRefused) {
    TemporaryDirectory folder;
    std::ofstream(folder / "box.gltf") << rigged_box();
    std::string text = rigged_box();
    const auto uri = text.find("data:x;base64,");
    std::string elsewhere = text.substr(0, uri) + "gone.bin" + text.substr(text.find('"', uri));
    std::ofstream(folder / "elsewhere.gltf") << elsewhere;
    EXPECT_THAT(complaint(scene_of(folder.path(), R"("file": "elsewhere.gltf")", solid("box.gltf"))),
                AllOf(HasSubstr("mistake:"), HasSubstr("gone.bin")));
    std::string cut = text;
    cut.erase(uri + 200, 100);  // of the buffer
    std::ofstream(folder / "cut.gltf") << cut;
    EXPECT_THAT(complaint(scene_of(folder.path(), R"("file": "cut.gltf")", solid("box.gltf"))),
                HasSubstr("cannot be read"));
}

TEST(RigMistakes, PiecesWithoutAHandleAreNamed) {
    TemporaryDirectory folder;
    std::ofstream mesh(folder / "two.obj");
    for (const double x : {0.0, 3.0})
        mesh << "v " << x << " 0 0\nv " << x + 1 << " 0 0\nv " << x << " 1 0\nv " << x + 1 << " 1 0\n";
    mesh << "f 1 2 3\nf 2 4 3\nf 5 6 7\nf 6 8 7\n";
    mesh.close();
    const Scene scene = parse_scene(R"({ "time": { "step": 0.1 }, "bodies": [{ "name": "cloth",
        "shape": { "type": "mesh", "file": "two.obj" }, "density": 1,
        "energies": [{ "type": "spring", "stiffness": 9 }],
        "rig": { "handles": [{ "at": [[0, 0, 0]] }] } }] })",
                                    "mistake", folder.path(), {});
    EXPECT_THAT(complaint(scene), HasSubstr("no handle on the part of the body that point 4 belongs to"));
}

TEST(RigMistakes, MoreModesThanPointsAreRefused) {
    EXPECT_THAT(complaint(scene_of(".", two, cube, R"(, "reduce": { "modes": 9 })")),
                HasSubstr("asks for 9 modes of a body of 8 points"));
}

/// Its handles change places before anything begins: the cube would be turned inside out.
TEST(RigMistakes, RigsThatTearTheRestMeshAreRefused) {
    const std::string crossing = R"("handles": [
        { "at": [[0, -0.5, 0]], "motion": { "displacement": [0, 3, 0] } },
        { "at": [[0, 0.5, 0]], "motion": { "displacement": [0, -3, 0] } }])";
    EXPECT_THAT(complaint(scene_of(".", crossing, R"("type": "box", "size": [1, 1, 1], "cells": [2, 2, 2])")),
                AllOf(HasSubstr("mistake:"), HasSubstr("inside out where it begins")));
}

/// An empty list of handles leads nothing: to the last bit the ordinary run.
TEST(RigMistakes, NoHandlesIsTheOrdinaryRun) {
    TemporaryDirectory folder;
    const std::string bar = R"({ "time": { "step": 0.01, "frames": 12 }, "contact": {}, "bodies": [{ "name": "bar",
        "shape": { "type": "beam", "size": [1, 0.3, 0.3], "cells_through": 2 }, "density": 1000,
        "place": { "translate": [0, 0.16, 0] },
        "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }] RIG }],
        "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }] })";
    for (const auto& [name, rig] : {std::pair{"without", ""}, std::pair{"empty", R"(, "rig": { "handles": [] })"}}) {
        std::string text = bar;
        text.replace(text.find("RIG"), 3, rig);
        const Scene scene = parse_scene(text, name, ".", {});
        simulate(scene, build_model(scene), RunClaim(folder / name, RunMode::fresh), {});
    }
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "without"}.positions()),
              read_whole_file(RunDirectory{folder / "empty"}.positions()));
}

/// Another animation in the same file is another scene.
TEST(RigMistakes, AChangedAnimationIsNoticedAtResume) {
    TemporaryDirectory folder;
    const auto go = [&](double degrees, RunMode mode, int frames) {
        std::ofstream(folder / "box.gltf") << rigged_box("", degrees);
        const Scene scene = scene_of(folder.path(), R"("file": "box.gltf")", solid("box.gltf"), "", frames);
        simulate(scene, build_model(scene), RunClaim(folder / "run", mode), {});
    };
    go(45.0, RunMode::fresh, 2);
    EXPECT_THROW(go(50.0, RunMode::resume, 4), Error);
    EXPECT_NO_THROW(go(45.0, RunMode::resume, 4));
}

}  // namespace
}  // namespace talweg::rig_mistakes_test
