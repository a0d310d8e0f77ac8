/// Bodies of different kinds that meet, by default settings and far from everything: what one loses the other has, a
/// run taken up in the middle of it goes on bitwise, and the referee has nothing to object.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::together_test {
namespace {

using testing::SceneRun;

struct Kind {
    const char *name, *keys;  // about 0.2 m large, around the origin
};

const Kind kinds[] = {
    {"compound", R"("rigid": true, "density": 400, "shape": { "type": "compound", "parts": [
        { "shape": { "type": "box", "size": [0.04, 0.2, 0.04], "cells": [1, 1, 1] } },
        { "shape": { "type": "box", "size": [0.1, 0.06, 0.06], "cells": [1, 1, 1] },
          "place": { "translate": [0, 0.135, 0] }, "density": 2000 }] })"},
    {"blobs in a lattice", R"("material": "rubber", "shape": { "type": "solid", "spacing": 0.06, "surface": {
        "type": "blobs", "spacing": 0.04, "parts": [{ "at": [[0, -0.05, 0], [0, 0.05, 0]], "radius": 0.06 }] } })"},
    {"tube of cloth", R"("material": "canvas", "sheet": { "bending_length": [0.03, 0.02] },
        "shape": { "type": "tube", "radius": 0.08, "height": 0.2, "cells": [12, 4] })"},
    {"drop", R"("density": 1000, "liquid": { "viscosity": 1, "bulk_modulus": 2e4 },
        "shape": { "type": "particles", "region": "ball", "size": [0.16, 0.16, 0.16], "spacing": 0.04 })"},
    {"skin", R"("material": "rubber_sheet",
        "shape": { "type": "skin", "surface": { "type": "sphere", "radius": 0.08, "divisions": 4 } })"},
    {"reduced", R"("material": "foam", "reduce": { "modes": 4, "clusters": 20 },
        "shape": { "type": "box", "size": [0.1, 0.2, 0.1], "cells": [2, 4, 2] })"},
    {"affine blobs", R"("affine": true, "material": "wood",
        "shape": { "type": "blobs", "spacing": 0.04, "parts": [{ "at": [[0, 0, 0]], "radius": 0.08 }] })"},
};

/// The first hits the second, a little off its middle, with friction.
std::string scene(const Kind& first, const Kind& second) {
    return fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.005, "frames": 16 }},
      "contact": {{ "distance": 0.002, "friction": 0.3 }}, "bodies": [
      {{ "name": "first", {}, "place": {{ "translate": [-0.22, 0.02, 0.01] }}, "start": {{ "velocity": [3, 0, 0] }} }},
      {{ "name": "second", {} }}] }})",
                       first.keys, second.keys);
}

class Together : public ::testing::TestWithParam<int> {
protected:
    const Kind& first = kinds[GetParam()];
    const Kind& second = kinds[(GetParam() + 1) % std::size(kinds)];
    const std::string text = scene(first, second);
};

TEST_P(Together, WhatOneLosesTheOtherHas) {
    const Scene both = parse_scene(text, "scene.json", ".", {});
    SceneRun run(both), resumed(both);
    const auto momenta = [&] { return body_momenta(run.model(), run.state().c, run.state().v); };
    const Vec3 before = momenta()[0].linear;
    for (int n = 0; n < 16; ++n) {
        ASSERT_TRUE(run.step().completed) << n;
        if (n == 9) {  // in the middle of it
            resumed.state() = restore(save(run.state()));
            resumed.stepper().backend().restore(run.stepper().backend().save());
        } else if (n > 9) {
            ASSERT_TRUE(resumed.step().completed);
            ASSERT_EQ(run.state().c, resumed.state().c) << n;
        }
    }
    const auto after = momenta();
    const double lost = norm(after[0].linear + after[1].linear - before) / norm(before);
    std::cout << fmt::format("{} on {}: {:.4f} N s, of which {:.4f} went over; {:.1e} lost\n", first.name, second.name,
                             before[0], after[1].linear[0], lost);
    EXPECT_GT(after[1].linear[0], 0.005 * before[0]) << "it was pushed";
    EXPECT_LT(after[0].linear[0], before[0] - 0.005 * before[0]) << "and has pushed back";
    EXPECT_LT(lost, 1e-6);
}

TEST_P(Together, TheRefereeHasNothingToObject) {
    const testing::RecordedRun run(text);
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

INSTANTIATE_TEST_SUITE_P(Pairs, Together, ::testing::Range(0, static_cast<int>(std::size(kinds))));

}  // namespace
}  // namespace talweg::together_test
