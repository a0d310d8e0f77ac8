#include "talweg/run/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/file_size_limit.hpp"
#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::simulate_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using Settings = std::vector<std::string>;

RunSummary simulate_into(const std::filesystem::path& path, RunMode mode, const Settings& settings = {},
                         const SimulationOptions& options = {}) {
    const Scene scene = small_scene(settings);
    return simulate(scene, build_model(scene), RunClaim(path, mode), options);
}

/// Stops after so many steps of this process's part of the run.
SimulationOptions interrupted_after(int steps) {
    SimulationOptions options;
    options.interrupted = [left = steps]() mutable { return left-- == 0; };
    return options;
}

/// Everything of steps.csv but the wall time, which no two runs share.
std::vector<std::vector<double>> timeless_steps(const RunDirectory& run) {
    CsvTable table = read_csv(run.steps());
    for (auto& row : table.rows) row.pop_back();
    return table.rows;
}

void expect_same_run(const RunDirectory& a, const RunDirectory& b) {
    EXPECT_EQ(read_whole_file(a.positions()), read_whole_file(b.positions()));
    EXPECT_EQ(read_whole_file(a.newton()), read_whole_file(b.newton()));
    EXPECT_EQ(timeless_steps(a), timeless_steps(b));
    EXPECT_EQ(read_whole_file(a.scene()), read_whole_file(b.scene()));
    EXPECT_EQ(read_whole_file(a.topology()), read_whole_file(b.topology()));
}

class Simulate : public ::testing::Test {
protected:
    TemporaryDirectory directory;
    RunDirectory whole{directory / "whole"}, parts{directory / "parts"};
};

TEST_F(Simulate, records_every_frame_and_step) {
    const RunSummary summary = simulate_into(whole.path, RunMode::fresh);
    EXPECT_EQ(summary.ended, "finished");
    EXPECT_EQ(summary.frames, 6u);
    EXPECT_EQ(summary.steps, 18u);
    EXPECT_DOUBLE_EQ(summary.time, 0.18);
    const FrameReader frames(whole.positions());
    EXPECT_EQ(frames.frames(), 7u);
    EXPECT_EQ(frames.points(), 13u);
    EXPECT_EQ(frames.read(0), positions(build_model(small_scene()).model, build_model(small_scene()).state));
    const CsvTable steps = read_csv(whole.steps());
    ASSERT_EQ(steps.rows.size(), 19u);
    for (std::size_t i = 0; i < steps.rows.size(); ++i) {
        EXPECT_EQ(steps.rows[i][0], static_cast<double>(i));
        EXPECT_DOUBLE_EQ(steps.rows[i][1], 0.01 * static_cast<double>(i));
    }
    EXPECT_EQ(read_csv(whole.newton()).rows.size(), summary.totals.newton_iterations);
    for (const auto& file : {whole.scene(), whole.topology(), whole.checkpoint(), whole.run(), whole.report()})
        EXPECT_GT(std::filesystem::file_size(file), 0u) << file;
}

TEST_F(Simulate, the_resolved_scene_gives_the_same_run) {
    simulate_into(whole.path, RunMode::fresh);
    const Scene scene = read_scene(whole.scene());
    simulate(scene, build_model(scene), RunClaim(parts.path, RunMode::fresh), {});
    expect_same_run(whole, parts);
}

TEST_F(Simulate, an_interrupted_run_goes_on_bitwise_from_every_step) {
    simulate_into(whole.path, RunMode::fresh);
    for (int steps = 0; steps <= 18; ++steps) {
        const RunSummary first = simulate_into(parts.path, RunMode::overwrite, {}, interrupted_after(steps));
        EXPECT_EQ(first.ended, steps < 18 ? "interrupted" : "finished");
        EXPECT_EQ(first.steps, static_cast<std::uint64_t>(steps));
        EXPECT_EQ(first.frames, static_cast<std::uint64_t>(steps / 3));
        const RunSummary second = simulate_into(parts.path, RunMode::resume);
        EXPECT_EQ(second.ended, "finished");
        expect_same_run(whole, parts);
    }
}

TEST_F(Simulate, goes_on_step_by_step) {
    simulate_into(whole.path, RunMode::fresh);
    for (int part = 0; part < 18; ++part)
        EXPECT_EQ(simulate_into(parts.path, RunMode::resume, {}, interrupted_after(1)).steps, part + 1u);
    expect_same_run(whole, parts);
}

TEST_F(Simulate, goes_on_at_the_start_when_there_is_no_checkpoint_yet) {
    simulate_into(whole.path, RunMode::fresh);
    simulate_into(parts.path, RunMode::fresh, {}, interrupted_after(5));
    std::filesystem::remove(parts.checkpoint());
    simulate_into(parts.path, RunMode::resume);
    expect_same_run(whole, parts);
}

TEST_F(Simulate, a_finished_run_can_be_made_longer_but_not_shorter) {
    simulate_into(whole.path, RunMode::fresh, {"time.frames=9"});
    simulate_into(parts.path, RunMode::fresh);
    EXPECT_EQ(simulate_into(parts.path, RunMode::resume, {"time.frames=9"}).frames, 9u);
    expect_same_run(whole, parts);
    EXPECT_THAT(error_of([&] { simulate_into(parts.path, RunMode::resume); }), HasSubstr("already has 9 frames"));
    expect_same_run(whole, parts);
}

TEST_F(Simulate, another_scene_is_not_resumed_and_nothing_is_touched) {
    simulate_into(whole.path, RunMode::fresh);
    simulate_into(parts.path, RunMode::fresh);
    const std::string message = error_of([&] { simulate_into(parts.path, RunMode::resume, {"gravity[0]=1"}); });
    EXPECT_THAT(message, AllOf(HasSubstr("holds a run of another scene\n  gravity[0]: 0.0 before, 1.0 now\n"),
                               HasSubstr("--overwrite")));
    expect_same_run(whole, parts);
}

/// What stopped a run can be mended, and the run goes on; what changed when is told.
TEST_F(Simulate, goes_on_with_other_numbers_of_the_solver_and_tells) {
    simulate_into(parts.path, RunMode::fresh, {}, interrupted_after(4));
    EXPECT_EQ(simulate_into(parts.path, RunMode::resume, {"solver.tolerance=1e-10", "solver.linear=cg"}).ended,
              "finished");
    const Json run = Json::parse(read_whole_file(parts.run()));
    ASSERT_EQ(run["changes"].size(), 1u);
    EXPECT_EQ(run["changes"][0]["step"], 4);
    EXPECT_THAT(run["changes"][0]["what"].dump(), AllOf(HasSubstr("solver.linear: "), HasSubstr("solver.tolerance")));
    EXPECT_EQ(run["certificate"]["tolerance"], 1e-10);
}

/// The advice of a stop can be followed: whatever of solver and contact is changed, the run goes on, from the very
/// state that was saved, and tells.
TEST_F(Simulate, goes_on_with_other_contact_and_other_limits_and_tells) {
    const char* text = R"({ "time": { "step": 0.01, "frames": 8 }, "contact": { "distance": 0.004, "friction": 0.2 },
        "bodies": [{ "name": "box", "shape": { "type": "box", "size": [0.1, 0.1, 0.1], "cells": [1, 1, 1] },
                     "density": 1000, "place": { "translate": [0, 0.0539, 0] }, "start": { "velocity": [1, 0, 0] },
                     "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] }],
        "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })";
    const auto go = [&](RunMode mode, const Settings& settings, const SimulationOptions& options) {
        const Scene scene = parse_scene(text, "box", ".", settings);
        return simulate(scene, build_model(scene), RunClaim(parts.path, mode), options);
    };
    const std::pair<const char*, const char*> changes[] = {
        {"contact.friction=0.7", "contact.friction: 0.2 before, 0.7 now"},
        {"contact.distance=0.003", "contact.distance: 0.004 before, 0.003 now"},
        {"solver.tolerance=1e-9", "solver.tolerance"},
        {"solver.max_iterations=50", "solver.max_iterations: 1000 before, 50 now"}};
    for (const auto& [setting, told] : changes) {
        EXPECT_EQ(go(RunMode::overwrite, {}, interrupted_after(4)).ended, "interrupted");
        const auto before = read_csv(parts.steps()).rows;
        const RunSummary summary = go(RunMode::resume, {setting}, {});
        EXPECT_EQ(summary.ended, "finished") << setting;
        EXPECT_EQ(summary.steps, 8u);
        const Json run = Json::parse(read_whole_file(parts.run()));
        ASSERT_EQ(run["changes"].size(), 1u) << setting;
        EXPECT_EQ(run["changes"][0]["step"], 4) << setting;
        EXPECT_THAT(run["changes"][0]["what"].dump(), HasSubstr(told));
        const auto after = read_csv(parts.steps()).rows;
        for (std::size_t n = 0; n < before.size(); ++n) EXPECT_EQ(after[n], before[n]) << setting;
    }
    // More friction brakes more: the new number is in force.
    const auto speed_with = [&](const Settings& settings) {
        go(RunMode::overwrite, {}, interrupted_after(4));
        go(RunMode::resume, settings, {});
        const CsvTable table = read_csv(parts.steps());
        return table.rows.back()[table.find("momentum_x")];
    };
    EXPECT_LT(speed_with({"contact.friction=0.7"}), speed_with({}) - 0.1);
}

/// Half the step from a frame on: times, frames and tables still belong together.
TEST_F(Simulate, goes_on_with_another_step_if_frames_stay_as_far_apart) {
    const Settings each = {"time.steps_per_frame=1", "time.frames=6"};
    simulate_into(parts.path, RunMode::fresh, each, interrupted_after(2));
    EXPECT_THAT(
        error_of([&] {
            simulate_into(parts.path, RunMode::resume, {"time.steps_per_frame=1", "time.frames=6", "time.step=0.005"});
        }),
        HasSubstr("time.steps_per_frame"));
    const RunSummary summary =
        simulate_into(parts.path, RunMode::resume, {"time.steps_per_frame=2", "time.frames=6", "time.step=0.005"});
    EXPECT_EQ(summary.frames, 6u);
    EXPECT_EQ(summary.steps, 2u + 8u);
    EXPECT_NEAR(summary.time, 0.06, 1e-15);
    const FrameSteps steps = FrameSteps::read(parts);
    EXPECT_EQ(steps.step(2), 2u);
    EXPECT_EQ(steps.step(3), 4u);
    EXPECT_EQ(steps.step(6), 10u);
    const CsvTable table = read_csv(parts.steps());
    EXPECT_NEAR(table.rows.at(steps.step(5))[table.find("time")], 0.05, 1e-15);
}

TEST_F(Simulate, a_damaged_checkpoint_is_refused) {
    simulate_into(parts.path, RunMode::fresh, {}, interrupted_after(4));
    File::open(parts.checkpoint()).write_at(100, std::as_bytes(std::span("x", 1)));
    EXPECT_THAT(error_of([&] { simulate_into(parts.path, RunMode::resume); }), HasSubstr("checkpoint.bin is damaged"));
}

TEST_F(Simulate, the_number_of_threads_changes_nothing) {
    // Large enough that every loop is cut into pieces.
    const Settings large = {"bodies[0].shape.cells=[80,80]", "time.frames=2"};
    SimulationOptions one, two;
    one.threads = 1;
    two.threads = 2;
    EXPECT_EQ(simulate_into(whole.path, RunMode::fresh, large, one).threads, 1);
    EXPECT_EQ(simulate_into(parts.path, RunMode::fresh, large, two).threads, 2);
    expect_same_run(whole, parts);
}

TEST_F(Simulate, a_load_without_a_value_ends_the_run_and_what_came_before_is_kept) {
    const Scene loaded = parse_scene(R"json({ "time": { "step": 0.01, "frames": 6 }, "bodies": [ {
        "name": "rope", "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 2 }, "density": 1,
        "energies": [{ "type": "spring", "stiffness": 10 }],
        "loads": [
          { "type": "force", "select": { "group": "end" }, "force": ["1/max(0.035 - t, 0)", 0, 0] }] } ] })json",
                                     "scene.json");
    const RunSummary summary = simulate(loaded, build_model(loaded), RunClaim(whole.path, RunMode::fresh), {});
    EXPECT_EQ(summary.ended, "stopped: no_value");
    EXPECT_THAT(summary.advice, HasSubstr("is inf at t = 0.04 s"));
    EXPECT_EQ(summary.frames, 3u);
    EXPECT_EQ(timeless_steps(whole).size(), 4u);
    EXPECT_TRUE(std::filesystem::exists(whole.checkpoint()));
}

TEST_F(Simulate, a_diverging_run_stops_with_a_name_and_its_last_good_frame) {
    const Settings settings = {"integrator.type=forward_euler", "bodies[0].energies[0].stiffness=1e12",
                               "time.frames=1000"};
    const RunSummary summary = simulate_into(whole.path, RunMode::fresh, settings);
    EXPECT_EQ(summary.ended, "stopped: diverged");
    EXPECT_FALSE(summary.advice.empty());
    EXPECT_LT(summary.frames, 1000u);
    const FrameReader frames(whole.positions());
    ASSERT_EQ(frames.frames(), summary.frames + 1);
    for (const Vec3& x : frames.read(summary.frames)) EXPECT_TRUE(std::isfinite(norm(x)));
    const Json json = Json::parse(read_whole_file(whole.run()));
    EXPECT_EQ(json["ended"], "stopped: diverged");
    EXPECT_EQ(json["linear_solver"], "none");
    EXPECT_TRUE(std::filesystem::exists(whole.report()));
}

TEST_F(Simulate, a_full_disk_stops_the_run_and_it_goes_on_when_there_is_room) {
    const Settings long_run = {"time.frames=400", "time.steps_per_frame=1"};
    simulate_into(whole.path, RunMode::fresh, long_run);
    {
        const FileSizeLimit limit(50'000);
        const std::string message = error_of([&] { simulate_into(parts.path, RunMode::fresh, long_run); });
        EXPECT_THAT(message, AllOf(HasSubstr("File too large"), HasSubstr("--resume")));
    }
    EXPECT_THAT(Json::parse(read_whole_file(parts.run()))["ended"].get<std::string>(),
                HasSubstr("stopped: cannot write"));
    EXPECT_EQ(std::filesystem::file_size(parts.positions()), 128 + FrameReader(parts.positions()).frames() * 13 * 24);
    simulate_into(parts.path, RunMode::resume, long_run);
    expect_same_run(whole, parts);
}

TEST_F(Simulate, reports_progress) {
    SimulationOptions options;
    std::string said;
    options.say = [&](const std::string& text) { said += text; };
    options.progress = ProgressStyle::plain_lines;
    simulate_into(whole.path, RunMode::fresh, {}, options);
    EXPECT_THAT(said, HasSubstr("frame 6 of 6, "));
    said.clear();
    options.progress = ProgressStyle::one_line;
    simulate_into(whole.path, RunMode::overwrite, {}, options);
    EXPECT_THAT(said, ::testing::EndsWith("\n"));
    EXPECT_THAT(said, HasSubstr("\rframe 6 of 6, "));
    said.clear();
    options.progress = ProgressStyle::quiet;
    simulate_into(whole.path, RunMode::overwrite, {}, options);
    EXPECT_EQ(said, "");
}

}  // namespace
}  // namespace talweg::simulate_test
