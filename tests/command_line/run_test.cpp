#include <nlohmann/json.hpp>

#include "command_line/workplace.hpp"
#include "talweg/format/quantity.hpp"
#include "talweg/model/positions.hpp"

namespace talweg::run_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RunCommand : public Workplace {
protected:
    void SetUp() override { write_scene("net.json", net_scene(4, 20)); }
};

TEST_F(RunCommand, says_where_the_result_is_and_how_it_compares) {
    const ProcessResult result = run({"run", "net.json"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, AllOf(HasSubstr("finished: 20 frames, 20 steps"), HasSubstr("result: runs/net "),
                                     HasSubstr("expected numbers: 1 of 1 within tolerance"), HasSubstr("line search")));
    EXPECT_THAT(result.errors, HasSubstr("frame 20 of 20"));
    EXPECT_THAT(result.errors, Not(HasSubstr("\r")));  // plain lines, since nobody looks
    EXPECT_EQ(frames("runs/net"), 21u);
}

TEST_F(RunCommand, never_overwrites_silently) {
    EXPECT_EQ(run({"run", "net.json"}).exit_code, 0);
    const auto before = contents("runs/net");
    EXPECT_THAT(run({"run", "net.json"}).output, HasSubstr("result: runs/net-2 "));
    EXPECT_THAT(run({"run", "net.json"}).output, HasSubstr("result: runs/net-3 "));
    const ProcessResult refused = run({"run", "net.json", "-o", "runs/net"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.errors,
                AllOf(HasSubstr("already holds a run"), HasSubstr("--resume"), HasSubstr("--overwrite")));
    EXPECT_TRUE(contents("runs/net") == before);
    EXPECT_EQ(run({"run", "net.json", "-o", "runs/net", "--overwrite", "--frames", "3"}).exit_code, 0);
    EXPECT_EQ(frames("runs/net"), 4u);
    EXPECT_EQ(frames("runs/net-2"), 21u);
}

TEST_F(RunCommand, takes_frames_and_settings) {
    EXPECT_EQ(run({"run", "net.json", "-o", "a", "--frames", "5", "--set", "time.steps_per_frame=2", "--set",
                   "bodies[0].density=20"})
                  .exit_code,
              0);
    EXPECT_EQ(frames("a"), 6u);
    const auto scene = nlohmann::json::parse(read_whole_file(at("a").scene()));
    EXPECT_EQ(scene["time"]["frames"], 5);
    EXPECT_EQ(scene["time"]["steps_per_frame"], 2);
    EXPECT_EQ(scene["bodies"][0]["density"], 20.0);
    EXPECT_EQ(scene["bodies"][0]["mass"], "lumped");  // defaults filled in
}

TEST_F(RunCommand, is_quiet_when_asked) {
    const ProcessResult result = run({"run", "net.json", "--quiet"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output + result.errors, "");
}

TEST_F(RunCommand, gives_the_same_bits_for_any_number_of_threads) {
    write_scene("large.json", net_scene(80, 3));
    EXPECT_EQ(run({"run", "large.json", "-o", "one", "--threads", "1"}).exit_code, 0);
    EXPECT_EQ(run({"run", "large.json", "-o", "two", "--threads", "2"}).exit_code, 0);
    expect_same_run("one", "two");
    EXPECT_EQ(nlohmann::json::parse(read_whole_file(at("one").run()))["threads"], 1);
}

TEST_F(RunCommand, a_run_that_diverges_ends_with_its_own_code_and_a_name) {
    const ProcessResult result = run({"run", "net.json", "-o", "a", "--frames", "2000", "--set",
                                      "integrator.type=forward_euler", "--set", "bodies[0].energies[0].stiffness=1e9"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, AllOf(HasSubstr("stopped: diverged after step"), HasSubstr("implicit_euler")));
    EXPECT_GT(frames("a"), 0u);
    EXPECT_TRUE(std::filesystem::exists(at("a").report()));
}

TEST_F(RunCommand, tells_the_results_of_the_last_frame_and_where_they_are) {
    const ProcessResult result = run({"run", "net.json", "-o", "a"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const FrameReader reader(at("a").positions());
    const Positions start = reader.read(0), end = reader.read(20);
    std::size_t farthest = 0;
    const auto moved = [&](std::size_t i) { return norm(end[i] - start[i]); };
    for (std::size_t i = 0; i < end.size(); ++i)
        if (moved(i) > moved(farthest)) farthest = i;
    EXPECT_GT(moved(farthest), 0.01);
    EXPECT_THAT(result.output,
                AllOf(HasSubstr("results of the last frame:\n  displacement "),
                      HasSubstr(fmt::format("largest {}, net[{}] at ({:.3g}, {:.3g}, ", quantity(moved(farthest), "m"),
                                            farthest, end[farthest][0], end[farthest][1])),
                      HasSubstr("; smallest 0 m, net[")));
}

/// Names of files stand in notes and results; what could steer the terminal does not.
TEST_F(RunCommand, prints_no_control_characters_of_others) {
    const std::string name = "loose\x1b[2J\x07\xc2\x9b.json";
    write_scene("loose.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 5 5 5\nf 1 2 3\nf 2 4 3\n");
    write_scene(name, R"({ "title": "a\u001b]0;owned\u0007", "time": { "step": 0.01, "frames": 1 },
        "bodies": [{ "name": "sheet", "material": "cotton", "shape": { "type": "mesh", "file": "loose.obj" } }] })");
    for (const Process::Words& words : std::vector<Process::Words>{{"check", name},
                                                                   {"run", name},
                                                                   {"run", name, "-o", "a", "--quiet"},
                                                                   {"export", "none\x1b[2J", "--format", "ply"}}) {
        const ProcessResult result = run(words);
        const std::string all = result.output + result.errors;
        EXPECT_THAT(all, HasSubstr("?[2J")) << words[0];
        for (const char* control : {"\x1b", "\x07", "\r", "\xc2\x9b"})
            EXPECT_EQ(all.find(control), all.npos) << words[0];
    }
    EXPECT_THAT(run({"run", name, "-o", "b"}).errors, HasSubstr("note: loose?[2J"));
}

TEST_F(RunCommand, numpy_reads_the_positions) {
    EXPECT_EQ(run({"run", "net.json", "-o", "a"}).exit_code, 0);
    const std::string script =
        "import numpy, sys; x = numpy.load('a/positions.npy'); y = numpy.load('a/positions.npy', mmap_mode='r');"
        "assert x.shape == (21, 25, 3) and x.dtype == numpy.float64 and x.flags['C_CONTIGUOUS'];"
        "assert (x == y).all(); sys.stdout.write(repr(float(x[20, 7, 1])))";
    const ProcessResult result = Process("/usr/bin/python3", {"-c", script}, directory.path()).wait();
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(std::stod(result.output), FrameReader(at("a").positions()).read(20)[7][1]);
}

}  // namespace
}  // namespace talweg::run_test
