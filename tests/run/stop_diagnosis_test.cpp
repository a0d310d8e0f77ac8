/// A body between a floor and a ceiling that comes down until nothing is left: the run stops by name, with the place.
#include "talweg/run/stop_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/record/checkpoint.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::stop_diagnosis_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* press = R"({ "planar": true, "time": { "step": 0.02, "frames": 60 }, "gravity": [0, 0, 0],
  "contact": { "distance": 0.02 },
  "bodies": [{ "name": "square", "shape": { "type": "rectangle", "size": [1, 1], "cells": [2, 2] }, "density": 100,
               "energies": [{ "type": "plane_strain_neo_hookean", "youngs_modulus": 1e4, "poissons_ratio": 0.3,
                               "thickness": 1 }] }],
  "obstacles": [
    { "name": "ground", "shape": { "type": "plane", "point": [0, -0.52, 0] } },
    { "name": "ceiling", "shape": { "type": "plane", "point": [0, 0.55, 0], "normal": [0, -1, 0] },
      "motion": { "velocity": [0, -2, 0] } }] })";

TEST(TightPlaces, a_press_that_leaves_no_room_stops_by_name_with_place_checkpoint_and_picture) {
    const TemporaryDirectory directory;
    const RunDirectory run{directory / "run"};
    const Scene scene = parse_scene(press, "press.json");
    const RunSummary summary = simulate(scene, build_model(scene), RunClaim(run.path, RunMode::fresh), {});
    EXPECT_EQ(summary.ended, "stopped: no_room");
    EXPECT_THAT(summary.advice, AllOf(HasSubstr(" of square has "), HasSubstr(" m left to "), HasSubstr(" at (")));
    EXPECT_GT(summary.time, 0.3) << "it yields for a while";
    EXPECT_LT(summary.time - summary.script_delay, 0.535) << "when ceiling and ground would meet";
    EXPECT_GT(summary.totals.slowed_steps, 0u) << "before it stops the ceiling is slowed";
    EXPECT_GT(summary.script_delay, 0.0);
    EXPECT_THAT(summary.slowed, AllOf(HasSubstr("scripts are slowed"), HasSubstr(" m left to ceiling")));
    const State last = restore(read_checkpoint(run.checkpoint()).state);
    const World world = build_model(scene);
    EXPECT_NEAR(positions(world.model, last)[world.model.bodies[2].first_point][1], 0.55 - 2.0 * last.script_time(),
                1e-12);
    EXPECT_EQ(read_checkpoint(run.checkpoint()).mark.step, summary.steps);
    EXPECT_GT(std::filesystem::file_size(run.path / "stop.png"), 1000u);
    EXPECT_FALSE(read_mesh(run.path / "stop.ply").triangles.empty());
    EXPECT_FALSE(std::filesystem::exists(run.path / "stop"));
    const Certificate certificate = verify_run(run.path);
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

TEST(TightPlaces, come_in_the_order_of_their_gaps_one_for_each_pair_of_bodies) {
    Scene scene = parse_scene(press, "press.json");
    const World world = build_model(scene);
    Positions x = positions(world.model, world.state);
    for (Vec3& p : x) p[1] *= 1.02;  // corners at ±0.51, the ceiling at 0.561, the ground at −0.5304
    std::vector<ClosePair> places = tightest_pairs(world.model, x);
    ASSERT_TRUE(places.empty());
    for (int i = 0; i < world.model.bodies[0].point_count; ++i) x[i][1] -= 0.012;
    places = tightest_pairs(world.model, x);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_NEAR(places[0].gap, 0.0204 - 0.012, 1e-12);
    EXPECT_NEAR(places[0].place[1], -0.522, 1e-12);
    EXPECT_THAT(describe_tightest(world.model, places), HasSubstr(" of square has 0.0084 m left to ground at ("));
}

}  // namespace
}  // namespace talweg::stop_diagnosis_test
