#include "talweg/render/point_colouring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/render/photographer.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::point_colouring_test {
namespace {

using ::testing::HasSubstr;

/// A rope beside a rod that is pulled by 3 % per frame on the ground: its stress is E ε in every element.
class ColouredRun : public ::testing::Test {
protected:
    ColouredRun() {
        const Scene scene =
            parse_scene(R"({ "planar": true, "gravity": [0, 0, 0], "integrator": { "type": "quasi_static" },
          "time": { "step": 1, "frames": 2 }, "contact": { "distance": 0.001 },
          "record": { "elements": ["von_mises_stress"], "contact": true },
          "bodies": [
            { "name": "rope", "density": 1,
              "shape": { "type": "rope", "from": [0, 2, 0], "to": [1, 2, 0], "segments": 2 },
              "energies": [{ "type": "spring", "stiffness": 1 }], "hold": [{ "select": { "group": "start" } }] },
            { "name": "rod", "density": 1, "shape": { "type": "rectangle", "size": [2, 1], "cells": [2, 1] },
              "place": { "translate": [0, 0.6, 0] },
              "energies": [{ "type": "plane_strain_neo_hookean",
                             "youngs_modulus": 1e5, "poissons_ratio": 0.3, "thickness": 1 }],
              "hold": [{ "select": { "group": "left" } },
                       { "select": { "group": "right" }, "motion": { "velocity": [0.06, 0, 0] } }] }],
          "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }] })",
                        "scene.json", ".", {});
        const RunClaim claim(run.path, RunMode::fresh);
        EXPECT_EQ(simulate(scene, build_model(scene), claim, {}).ended, "finished");
    }
    const TemporaryDirectory directory;
    const RunDirectory run{directory / "run"};
};

TEST_F(ColouredRun, stress_goes_from_the_least_to_the_most_of_the_run) {
    const Footage footage(run.path);
    const PointColouring stress(footage, "stress"), same(footage, "von_mises_stress");
    const std::vector<double> start = stress.places(0), end = stress.places(2);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(end[i])) << "the rope has none";
    for (int i = 3; i < 9; ++i) EXPECT_NEAR(start[i], 0.0, 1e-9);
    EXPECT_NEAR(*std::max_element(end.begin() + 3, end.begin() + 9), 1.0, 1e-12);
    EXPECT_TRUE(std::isnan(end.back())) << "nor has the ground";
    EXPECT_EQ(same.places(2)[4], end[4]);
    EXPECT_THAT(stress.high_label(), ::testing::ContainsRegex("^[0-9.]+ [kMG]?Pa$"));
    EXPECT_FALSE(stress.by_body());
}

TEST_F(ColouredRun, what_has_no_stress_keeps_its_colour_in_pictures) {
    const Footage footage(run.path);
    PictureSettings plain;
    plain.size = {160, 90};
    PictureSettings coloured = plain;
    coloured.colour = "stress";
    const Image a = Photographer(footage, plain).picture(2), b = Photographer(footage, coloured).picture(2);
    int rope = 0, changed = 0;
    for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 160; ++x) {
            const Pixel &p = a.at(x, y), &q = b.at(x, y);
            changed += p != q;
            if (y < 30 && p[2] > p[0] + 60) {
                ++rope;
                EXPECT_EQ(p, q);
            }
        }
    EXPECT_GT(rope, 20);
    EXPECT_GT(changed, 500);
}

TEST_F(ColouredRun, what_was_not_recorded_is_refused_with_what_was) {
    const Footage footage(run.path);
    EXPECT_THAT(error_of([&] { PointColouring(footage, "volume_ratio"); }),
                HasSubstr("body, speed, displacement, von_mises_stress, contact_force; other fields must be recorded"));
    EXPECT_NO_THROW(PointColouring(footage, "contact_force"));
    std::filesystem::remove(run.contact_force());
    EXPECT_THAT(error_of([&] { PointColouring(footage, "contact_force"); }), HasSubstr("coloured by body, speed"));
    EXPECT_TRUE(PointColouring(footage, "body").by_body());
}

}  // namespace
}  // namespace talweg::point_colouring_test
