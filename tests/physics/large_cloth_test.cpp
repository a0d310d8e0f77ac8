/// A cloth so large that levels of regions may be chosen: runs by the default solver repeat, resume and do not see
/// threads.
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "support/threads.hpp"

namespace talweg::large_cloth_test {
namespace {

/// A cotton cloth of 20,418 unknowns that falls, held at one edge.
constexpr const char* large_cloth = R"({ "time": { "step": 0.02, "frames": 2 },
    "bodies": [{ "name": "cloth", "material": "cotton",
        "hold": [{ "select": { "box": { "min": [-0.51, -1, -0.51], "max": [-0.499, 1, 0.51] } } }],
        "shape": { "type": "cloth", "size": [1, 1], "cells": [82, 82] } }] })";

struct ClothRun : testing::SceneRun {
    ClothRun() : SceneRun(parse_scene(large_cloth, "cloth", ".", {})) {}
    Backend& backend() { return stepper().backend(); }
};

TEST(LargeCloth, ResumesAndIsBlindToThreads) {
    ClothRun whole;
    EXPECT_EQ(whole.step().stop, Stop::none);
    ClothRun resumed;
    resumed.state() = whole.state();
    resumed.backend().restore(whole.backend().save());
    whole.step();
    resumed.step();
    EXPECT_EQ(whole.state().c, resumed.state().c);
    for (const int threads : {3})
        testing::with_threads(threads, [&] {
            ClothRun again;
            again.step();
            again.step();
            EXPECT_EQ(again.state().c, whole.state().c) << threads;
        });
}

}  // namespace
}  // namespace talweg::large_cloth_test
