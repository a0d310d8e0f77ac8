/// Scenes of the gallery have the same bits for any number of threads, more than the machine has cores included, and
/// when they are interrupted and go on.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/gallery_scenes.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::threads_test {
namespace {

/// The first frames of a scene, or all of them if so many there are: positions as they were written.
std::string run(Scene scene, int frames, int threads, int interrupted_after = -1) {
    scene.time.frames = std::min<decltype(scene.time.frames)>(scene.time.frames, frames);
    const TemporaryDirectory directory;
    SimulationOptions options;
    options.threads = threads;
    if (interrupted_after >= 0) {
        int left = interrupted_after;
        options.interrupted = [&] { return left-- <= 0; };
        simulate(scene, build_model(scene), RunClaim(directory / "run", RunMode::fresh), options);
        options.interrupted = {};
        simulate(scene, build_model(scene), RunClaim(directory / "run", RunMode::resume), options);
    } else {
        simulate(scene, build_model(scene), RunClaim(directory / "run", RunMode::fresh), options);
    }
    return read_whole_file(RunDirectory{directory / "run"}.positions());
}

Scene named(const std::string& name) { return read_scene(TALWEG_SOURCE_DIR "/scenes/" + name + ".json"); }

TEST(Threads, TenScenesHaveTheSameBitsForOneTwoAndThree) {
    struct Part {
        const char* name;
        int frames;
    };
    for (const Part& part :
         {Part{"hanging_cloth", 8}, Part{"jelly_box", 10}, Part{"twisted_mat", 12}, Part{"funnel", 8},
          Part{"towel_on_ball", 10}, Part{"knotted_torus", 6}, Part{"jelly_stack", 3}, Part{"dropping_boxes", 15},
          Part{"waved_curtain", 10}, Part{"soap_bubble", 6}}) {
        const Scene scene = named(part.name);
        const std::string one = run(scene, part.frames, 1);
        for (const int threads : {2, 3})
            EXPECT_TRUE(run(scene, part.frames, threads) == one) << part.name << ", " << threads;
    }
}

/// Orders of elimination, choices of solvers, kept factors and what first guesses know of accelerations depend on what
/// came before: checkpoints hold them.
TEST(Threads, ContactsThatGrowTheSystemGoOnBitwise) {
    for (const char* name : {"twisted_mat", "dropping_boxes", "jelly_box", "robot_arm"}) {
        const int frames = name == std::string("twisted_mat") ? 45 : 25;
        const Scene scene = named(name);
        const std::string whole = run(scene, frames, 1);
        for (const int steps : {frames - 12, frames - 3})
            EXPECT_TRUE(run(scene, frames, 1, steps) == whole) << name << " interrupted after step " << steps;
    }
}

/// Cotton that meets a ball and buckles in the fourth step: contact, strain limits and mixed Hessians at once,
/// by default settings. What a descent through saddles finds out ends with it, so a run that stops just before or after
/// goes on bitwise, on other numbers of threads as well.
TEST(Threads, ClothThatBucklesOnABallGoesOnBitwise) {
    const Scene scene = parse_scene(
        R"({ "time": { "step": 0.02, "frames": 5 }, "contact": { "distance": 0.002, "friction": 0.3 },
             "obstacles": [{ "name": "ball", "shape": { "type": "ball", "center": [0, -0.26, 0], "radius": 0.25 } }],
             "bodies": [{ "name": "cloth", "material": "cotton", "place": { "translate": [0, 0.01, 0] },
               "shape": { "type": "cloth", "size": [1, 1], "cells": [59, 59] } }] })",
        "drape", ".", {});
    const std::string whole = run(scene, 5, 1);
    EXPECT_TRUE(run(scene, 5, 3) == whole);
    for (const int steps : {3, 4}) EXPECT_TRUE(run(scene, 5, 2, steps) == whole) << "interrupted after step " << steps;
}

/// Every scene as a whole, shared out among so many tests.
constexpr int shards = 8;
class EveryScene : public ::testing::TestWithParam<int> {};

TEST_P(EveryScene, HasTheSameBitsForAnyNumber) {
    if (!std::getenv("TALWEG_ALL")) GTEST_SKIP() << "./test --all runs every scene on up to 16 threads";
    const std::vector<std::filesystem::path> scenes = testing::gallery_scenes();
    ASSERT_GT(scenes.size(), std::size_t(shards));
    for (std::size_t k = std::size_t(GetParam()); k < scenes.size(); k += shards) {
        const Scene scene = read_scene(scenes[k]);
        const std::string one = run(scene, 1 << 20, 1);
        for (const int threads : {2, 3, 8, 16})
            EXPECT_TRUE(run(scene, 1 << 20, threads) == one) << scenes[k] << threads;
    }
}

INSTANTIATE_TEST_SUITE_P(Shard, EveryScene, ::testing::Range(0, shards));

}  // namespace
}  // namespace talweg::threads_test
