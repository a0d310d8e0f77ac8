#include "talweg/record/expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::expectations_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* expected = R"(expect=[
    {"measure": "position", "frame": 2, "body": "rope", "point": 3, "axis": "y", "value": 0, "tolerance": 100},
    {"measure": "center", "frame": 6, "body": "square", "axis": "x", "value": 50, "tolerance": 1},
    {"measure": "distance", "frame": 0, "body": "rope", "point": 3, "from": [3, 4, 0], "value": 4},
    {"measure": "energy", "frame": 1, "name": "spring", "value": 0, "compare": "at_least"},
    {"measure": "newton_iterations", "frame": 6, "value": 18, "compare": "at_least"},
    {"measure": "position", "frame": 60, "body": "rope", "point": 0, "axis": "x", "value": 2}
])";

class Expectations : public ::testing::Test {
protected:
    Scene scene = small_scene({expected});
    TemporaryDirectory directory;
    RunDirectory run{directory / "run"};

    void SetUp() override { simulate(scene, build_model(scene), RunClaim(run.path, RunMode::fresh), {}); }
};

TEST_F(Expectations, are_measured_on_the_record) {
    const auto results = measure_expectations(scene, run);
    ASSERT_EQ(results.size(), 6u);
    const FrameReader frames(run.positions());
    const CsvTable steps = read_csv(run.steps());
    EXPECT_EQ(results[0].measured, frames.read(2)[9 + 3][1]);
    double center = 0;
    for (int i = 0; i < 9; ++i) center += frames.read(6)[i][0];
    EXPECT_EQ(results[1].measured, center / 9);
    EXPECT_EQ(results[2].measured, 4.0);
    EXPECT_EQ(results[3].measured, steps.rows[3][steps.find("spring")]);
    double iterations = 0;
    for (const auto& row : steps.rows) iterations += row[steps.find("newton_iterations")];
    EXPECT_EQ(results[4].measured, iterations);
    EXPECT_FALSE(results[5].measured.has_value());
    std::vector<bool> met;
    for (const auto& result : results) met.push_back(result.met());
    EXPECT_EQ(met, (std::vector<bool>{true, false, true, true, true, false}));
}

/// A momentum by its closed form, m g t; and the weight, which the hold bears.
TEST(ExpectationsOfSeries, momentum_and_reaction_are_those_of_the_books) {
    const char* text = R"({ "planar": true, "time": { "step": 0.01, "frames": 10 }, "solver": { "tolerance": 1e-10 },
      "bodies": [
        { "name": "stone", "shape": { "type": "grid", "size": [1, 1], "cells": [1, 1] }, "density": 2,
          "start": { "velocity": [3, 0, 0] }, "energies": [{ "type": "spring", "stiffness": 1e4 }] },
        { "name": "shelf", "shape": { "type": "grid", "size": [1, 1], "cells": [1, 1] }, "density": 5,
          "place": { "translate": [9, 0, 0] }, "energies": [{ "type": "spring", "stiffness": 1e4 }],
          "hold": [{ "select": { "all": true } }] }],
      "expect": [
        { "measure": "momentum", "frame": 10, "body": "stone", "axis": "x", "value": 6, "tolerance": 1e-9 },
        { "measure": "momentum", "frame": 10, "body": "stone", "axis": "y", "value": -1.962, "tolerance": 1e-7 },
        { "measure": "reaction", "frame": 10, "body": "shelf", "axis": "y", "value": 49.05, "tolerance": 1e-7 },
        { "measure": "reaction", "frame": 10, "body": "shelf", "axis": "turn_z", "value": 441.45, "tolerance": 1e-6 },
        { "measure": "reaction", "frame": 10, "body": "stone", "axis": "y", "value": 0, "tolerance": 1e-12 },
        { "measure": "momentum", "frame": 10, "body": "stone", "axis": "y", "value": 0, "tolerance": 1 }] })";
    const Scene scene = parse_scene(text, "books.json");
    const TemporaryDirectory directory;
    const RunSummary summary = simulate(scene, build_model(scene), RunClaim(directory / "run", RunMode::fresh), {});
    ASSERT_EQ(summary.expectations.size(), 6u);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_TRUE(summary.expectations[k].met()) << describe(summary.expectations[k]);
    EXPECT_FALSE(summary.expectations[5].met());
}

TEST_F(Expectations, are_told_in_words) {
    const std::string text = describe(measure_expectations(scene, run));
    EXPECT_THAT(text, HasSubstr("expected numbers: 4 of 6 within tolerance\n"));
    EXPECT_THAT(text, HasSubstr("center of square along x at frame 6: "));
    EXPECT_THAT(text, HasSubstr(", expected 50 ± 1\n"));
    EXPECT_THAT(text, HasSubstr("position of rope[0] along x at frame 60: not reached, expected 2 ± 0\n"));
    EXPECT_EQ(describe(std::vector<ExpectationResult>{}), "");
}

TEST_F(Expectations, of_what_the_run_does_not_have_are_errors) {
    const auto message = [&](auto&& change) {
        Scene changed = scene;
        changed.expect.resize(1);
        change(changed.expect[0]);
        return error_of([&] { measure_expectations(changed, run); });
    };
    EXPECT_THAT(message([](Expectation& e) { e.body = "cat"; }), HasSubstr("no body \"cat\""));
    EXPECT_THAT(message([](Expectation& e) { e.point = 4; }), HasSubstr("points 0 to 3"));
    EXPECT_THAT(message([](Expectation& e) { e.measure = "energy", e.name = "magic"; }),
                HasSubstr("no energy \"magic\"; it has kinetic, gravity, spring, total"));
    EXPECT_THAT(message([](Expectation& e) { e.measure = "mood"; }), HasSubstr("no measure \"mood\""));
}

}  // namespace
}  // namespace talweg::expectations_test
