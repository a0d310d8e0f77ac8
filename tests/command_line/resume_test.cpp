#include <nlohmann/json.hpp>

#include "command_line/workplace.hpp"

namespace talweg::resume_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Resume : public Workplace {
protected:
    /// Frames of a run that is stopped on its way: however fast the program and however slow the test that watches it,
    /// it is not done before.
    static constexpr const char* endless = "1000000";

    void SetUp() override { write_scene("net.json", net_scene(16, 600)); }

    std::string ended(const std::string& name) const {
        return nlohmann::json::parse(read_whole_file(at(name).run()))["ended"];
    }
    bool has_checkpoint() const { return std::filesystem::exists(at("a").checkpoint()); }

    /// "a" goes on from where it stopped to `last_frame`, and is bitwise a run that was never stopped.
    void expect_goes_on_as_one_run(std::uint64_t last_frame) const {
        const std::string frames = std::to_string(last_frame);
        const ProcessResult result = run({"run", "net.json", "-o", "a", "-q", "--frames", frames, "--resume"});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_EQ(ended("a"), "finished");
        ASSERT_EQ(run({"run", "net.json", "-o", "whole", "-q", "--frames", frames}).exit_code, 0);
        expect_same_run("whole", "a");
    }
};

TEST_F(Resume, after_kill_at_any_moment_is_bitwise) {
    // Before anything is written, before and after the first checkpoint, and amid a resumed run.
    std::uint64_t reached = 0;
    const std::vector<std::function<bool()>> moments = {
        [] { return true; },
        [this] { return frames("a") > 10; },
        [this] { return has_checkpoint(); },
        [&] { return frames("a") > reached + 100; },
    };
    Process::Words words = {"run", "net.json", "-o", "a", "-q", "--frames", endless};
    for (const auto& moment : moments) {
        Process process(words, directory.path());
        ASSERT_TRUE(process.wait_until(moment));
        process.send(SIGKILL);
        EXPECT_EQ(process.wait().signal, SIGKILL);
        words = {"run", "net.json", "-o", "a", "-q", "--frames", endless, "--resume"};
        reached = frames("a");
    }
    EXPECT_EQ(ended("a"), "running");
    const std::string torn = "17,0.034,";
    File::open(at("a").steps()).write_at(std::filesystem::file_size(at("a").steps()), std::as_bytes(std::span(torn)));
    expect_goes_on_as_one_run(reached + 100);
}

TEST_F(Resume, after_ctrl_c_and_sigterm_is_bitwise) {
    Process::Words words = {"run", "net.json", "-o", "a", "--frames", endless};
    std::uint64_t reached = 0;
    for (const int number : {SIGINT, SIGTERM}) {
        Process process(words, directory.path());
        ASSERT_TRUE(process.wait_until([&] { return frames("a") > reached + 100; }));
        process.send(number);
        const ProcessResult result = process.wait();
        EXPECT_EQ(result.exit_code, 130);
        EXPECT_THAT(result.errors, HasSubstr(std::string("to go on:\n  talweg run net.json -o a --frames ") + endless +
                                             " --resume\n"));
        EXPECT_THAT(result.output, HasSubstr("interrupted: "));
        EXPECT_EQ(ended("a"), "interrupted");
        EXPECT_TRUE(std::filesystem::exists(at("a").report()));
        words = {"run", "net.json", "-o", "a", "--frames", endless, "--resume"};
        reached = frames("a");
    }
    expect_goes_on_as_one_run(reached + 100);
}

TEST_F(Resume, repeats_the_settings_in_the_command_it_recommends) {
    Process process({"run", "net.json", "-o", "a", "--frames", endless, "--set", "bodies[0].density=11"},
                    directory.path());
    ASSERT_TRUE(process.wait_until([&] { return frames("a") > 10; }));
    process.send(SIGINT);
    EXPECT_THAT(process.wait().errors,
                HasSubstr("talweg run net.json -o a --frames 1000000 --set 'bodies[0].density=11' --resume\n"));
}

TEST_F(Resume, a_second_ctrl_c_ends_at_once_and_can_still_go_on) {
    // The first signal ends the step and the run in order, which takes a while: the second finds it at that. Signals
    // that come too fast are one, so they are sent until one has worked.
    write_scene("slow.json", net_scene(200, 50));
    Process process({"run", "slow.json", "-o", "slow", "-q"}, directory.path());
    ASSERT_TRUE(process.wait_until([&] { return frames("slow") > 0; }));
    while (process.running()) {
        process.send(SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(process.wait().signal, SIGINT);
    EXPECT_EQ(ended("slow"), "running");
    EXPECT_EQ(run({"run", "slow.json", "-o", "slow", "-q", "--frames", "1", "--resume"}).exit_code, 0);
}

TEST_F(Resume, makes_a_finished_run_longer) {
    EXPECT_EQ(run({"run", "net.json", "-o", "a", "-q", "--frames", "300"}).exit_code, 0);
    expect_goes_on_as_one_run(600);
}

/// The order of elimination depends on all that ever touched, so a resumed run must remember it.
TEST_F(Resume, amid_collisions_is_bitwise) {
    write_scene("pile.json", R"({ "time": { "step": 0.01, "frames": 60 }, "solver": { "linear": "cholmod" },
      "contact": { "distance": 0.01, "friction": 0.3 },
      "bodies": [
        { "name": "low", "shape": { "type": "box", "size": [1, 1, 1], "cells": [3, 3, 3] }, "material": "jelly",
          "energies": [{ "type": "stable_neo_hookean" }],
          "place": { "translate": [0, 0.52, 0] } },
        { "name": "high", "shape": { "type": "box", "size": [1, 1, 1], "cells": [3, 3, 3] }, "material": "jelly",
          "energies": [{ "type": "stable_neo_hookean" }],
          "place": { "translate": [0.3, 1.9, 0.2], "rotate": { "axis": [1, 2, 3], "angle": 20 } } }],
      "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    ASSERT_EQ(run({"run", "pile.json", "-o", "whole", "-q"}).exit_code, 0);
    for (const char* frames : {"20", "35", "50"})
        ASSERT_EQ(run({"run", "pile.json", "-o", "a", "-q", "--frames", frames, "--resume"}).exit_code, 0);
    ASSERT_EQ(run({"run", "pile.json", "-o", "a", "-q", "--resume"}).exit_code, 0);
    expect_same_run("whole", "a");
}

TEST_F(Resume, without_a_directory_takes_the_latest_run) {
    EXPECT_EQ(run({"run", "net.json", "-q", "--frames", "5"}).exit_code, 0);
    EXPECT_EQ(run({"run", "net.json", "-q", "--frames", "5"}).exit_code, 0);
    EXPECT_THAT(run({"run", "net.json", "--frames", "9", "--resume"}).output, HasSubstr("result: runs/net-2 "));
    EXPECT_EQ(frames("runs/net"), 6u);
    EXPECT_EQ(frames("runs/net-2"), 10u);
}

TEST_F(Resume, of_nothing_starts_at_the_beginning) {
    const ProcessResult result = run({"run", "net.json", "-o", "a", "--frames", "5", "--resume"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.errors, HasSubstr("nothing to resume in a: starting at the beginning"));
    EXPECT_EQ(frames("a"), 6u);
}

TEST_F(Resume, of_a_different_scene_is_refused_and_nothing_is_touched) {
    EXPECT_EQ(run({"run", "net.json", "-o", "a", "-q", "--frames", "5"}).exit_code, 0);
    const auto before = contents("a");
    const ProcessResult result =
        run({"run", "net.json", "-o", "a", "--resume", "--frames", "9", "--set", "bodies[0].density=11"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.errors, AllOf(HasSubstr("a holds a run of another scene"),
                                     HasSubstr("bodies[0].density: 10.0 before, 11.0 now"), HasSubstr("--overwrite")));
    EXPECT_TRUE(contents("a") == before);
}

TEST_F(Resume, of_a_changed_mesh_is_refused) {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    write_scene("mesh.obj", triangle);
    write_scene("mesh.json", R"({"time": {"step": 0.01, "frames": 3}, "bodies": [{"name": "m", "density": 1,
        "shape": {"type": "mesh", "file": "mesh.obj"}, "energies": [{"type": "spring", "stiffness": 10}]}]})");
    EXPECT_EQ(run({"run", "mesh.json", "-o", "a", "-q"}).exit_code, 0);
    write_scene("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1.5 0\nf 1 2 3\n");
    const ProcessResult result = run({"run", "mesh.json", "-o", "a", "--resume", "--frames", "9"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.errors, HasSubstr("a file that it reads"));
    write_scene("mesh.obj", triangle);
    EXPECT_EQ(run({"run", "mesh.json", "-o", "a", "--resume", "--frames", "9"}).exit_code, 0);
}

TEST_F(Resume, of_a_run_that_is_still_going_is_refused) {
    Process process({"run", "net.json", "-o", "a", "-q", "--frames", endless}, directory.path());
    ASSERT_TRUE(process.wait_until([&] { return frames("a") > 10; }));
    for (const char* how : {"--resume", "--overwrite"}) {
        const ProcessResult result = run({"run", "net.json", "-o", "a", how});
        EXPECT_EQ(result.exit_code, 1);
        EXPECT_THAT(result.errors, HasSubstr("another talweg is writing a"));
    }
    process.send(SIGINT);
    EXPECT_EQ(process.wait().exit_code, 130);
    expect_goes_on_as_one_run(frames("a") + 10);
}

}  // namespace
}  // namespace talweg::resume_test
