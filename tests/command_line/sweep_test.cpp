/// Sweeps as users meet them: runs in parallel, killed and resumed, failures kept, one table.
#include <cstdlib>
#include <random>

#include "command_line/workplace.hpp"

namespace talweg::sweep_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Sweeps : public Workplace {
protected:
    const int runs = std::getenv("TALWEG_ALL") ? 64 : 8;

    void SetUp() override {
        write_scene("net.json", net_scene(8, 60));
        write_scene("study.json", fmt::format(R"({{"scene": "net.json", "sample": {{"count": {}}}, "vary": [
            {{"key": "bodies[0].density", "from": 5, "to": 20}},
            {{"key": "bodies[0].energies[0].stiffness", "from": 100, "to": 1e4, "scale": "log", "name": "k"}}]}})",
                                              runs));
    }
    std::string table(const std::string& name) const { return read_whole_file(directory / name / "table.csv"); }
    static std::vector<std::string> lines(const std::string& text) {
        std::vector<std::string> all;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    }
};

TEST_F(Sweeps, killed_and_resumed_give_the_same_table) {
    const ProcessResult whole = run({"sweep", "study.json", "-o", "whole"});
    ASSERT_EQ(whole.exit_code, 0) << whole.errors;
    EXPECT_THAT(whole.output, HasSubstr(fmt::format("{0} of {0} runs finished", runs)));
    std::mt19937 random(5);
    int kills = 0;
    for (int signal : {SIGKILL, SIGTERM, SIGKILL}) {
        Process process({"sweep", "study.json", "-o", "parts", "-j", "3", "-q"}, directory.path());
        const std::uint64_t moment = random() % 40;
        const std::string somewhere = fmt::format("parts/run_{:04}", kills * runs / 4);
        if (process.wait_until([&] { return frames(somewhere) > moment; })) ++kills;
        process.send(signal);
        process.wait();
    }
    EXPECT_GE(kills, 2);
    const auto again = [&] { return run({"sweep", "study.json", "-o", "parts"}); };
    // Runs of a killed sweep save what they have and end by themselves, which is waited for.
    const ProcessResult rest = again();
    EXPECT_EQ(rest.exit_code, 0) << rest.errors << rest.output;
    EXPECT_EQ(table("whole"), table("parts"));
    EXPECT_TRUE(read_whole_file(directory / "whole/table.npz") == read_whole_file(directory / "parts/table.npz"));
    // Nothing left to do: nothing is done.
    EXPECT_EQ(again().errors, "");
    const std::vector<std::string> rows = lines(table("whole"));
    ASSERT_EQ(rows.size(), runs + 1u);
    EXPECT_THAT(rows[0], AllOf(HasSubstr("run,bodies[0].density,k,ended,frames,steps,time,newton_iterations"),
                               HasSubstr("position of net[0] along y at frame 0,expectations_met,kinetic_at_end")));
    EXPECT_THAT(rows[1], HasSubstr(",finished,60,60,"));
}

TEST_F(Sweeps, run_by_index_are_those_of_the_whole) {
    ASSERT_EQ(run({"sweep", "study.json", "-o", "whole", "-q"}).exit_code, 0);
    for (int i = runs; i-- > 0;)
        ASSERT_EQ(run({"sweep", "study.json", "-o", "single", "--index", std::to_string(i), "-q"}).exit_code, 0);
    ASSERT_EQ(run({"sweep", "study.json", "-o", "single", "--table", "-q"}).exit_code, 0);
    EXPECT_EQ(table("whole"), table("single"));
    expect_same_run("whole/run_0002", "single/run_0002");
    EXPECT_THAT(run({"sweep", "study.json", "-o", "single", "--index", std::to_string(runs)}).errors,
                HasSubstr(fmt::format("the study has {} runs, counted from 0", runs)));
}

TEST_F(Sweeps, keep_failures_and_name_them) {
    // No point of the second net is selected; the third one's steps leave the range of doubles.
    write_scene("study.json", R"({"scene": "net.json", "set": {"time.frames": 5}, "together": true, "vary": [
        {"key": "bodies[0].hold[0].select.box.min[0]", "values": [-0.5, 7, -0.5]},
        {"key": "bodies[0].hold[0].select.box.max[0]", "values": [-0.5, 8, -0.5]},
        {"key": "integrator.type", "values": ["implicit_euler", "implicit_euler", "forward_euler"]},
        {"key": "time.step", "values": [0.002, 0.002, 1e9]}]})");
    const ProcessResult result = run({"sweep", "study.json", "-o", "a"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.output, AllOf(HasSubstr("1 of 3 runs finished"), HasSubstr("run_0001 ("), HasSubstr("failed: "),
                                     HasSubstr("run_0002 ("), HasSubstr("stopped: ")));
    const std::vector<std::string> rows = lines(table("a"));
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_THAT(rows[2], HasSubstr("failed: "));
    EXPECT_THAT(rows[3], HasSubstr("forward_euler"));
    // They are kept, unless asked for again.
    EXPECT_THAT(run({"sweep", "study.json", "-o", "a"}).errors, "");
    EXPECT_THAT(run({"sweep", "study.json", "-o", "a", "--retry"}).errors, HasSubstr("3 of 3: run_000"));
}

TEST_F(Sweeps, refuse_what_does_not_belong_together) {
    ASSERT_EQ(run({"sweep", "study.json", "-o", "a", "-q"}).exit_code, 0);
    write_scene("other.json", R"({"scene": "net.json", "vary": [{"key": "time.frames", "values": [1]}]})");
    EXPECT_THAT(run({"sweep", "other.json", "-o", "a"}).errors,
                AllOf(HasSubstr("a holds another study: run 0 was"), HasSubstr("--overwrite")));
    write_scene("net.json", net_scene(9, 60));
    EXPECT_THAT(run({"sweep", "study.json", "-o", "a"}).errors,
                AllOf(HasSubstr("is a run of another scene"), HasSubstr("cells")));
    std::filesystem::create_directories(directory / "b");
    write_scene("b/notes.txt", "mine");
    EXPECT_THAT(run({"sweep", "other.json", "-o", "b"}).errors, HasSubstr("holds files that are no sweep"));
    EXPECT_EQ(run({"sweep", "other.json", "-o", "a", "-q", "--overwrite"}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(directory / "a/run_0001"));
}

/// Slurm itself is not needed to see that its tasks make the runs: an sbatch that does what the script asks for.
TEST_F(Sweeps, as_array_jobs_make_the_same_table) {
    ASSERT_EQ(run({"sweep", "study.json", "-o", "whole", "-q"}).exit_code, 0);
    EXPECT_THAT(run({"sweep", "study.json", "-o", "array", "--slurm"}, [] { setenv("PATH", "/nowhere", 1); }).output,
                HasSubstr("there is no sbatch here"));
    std::filesystem::create_directories(directory / "bin");
    const auto write_sbatch = [&](const char* text) {
        write_scene("bin/sbatch", text);
        std::filesystem::permissions(directory / "bin/sbatch", std::filesystem::perms::owner_all);
    };
    write_sbatch(R"(#!/bin/bash
script="${@: -1}"
if [[ "$*" == *--wrap* ]]; then [[ "$*" == *--dependency=afterany:17* ]] && bash -c "$script" >&2; echo 18; exit; fi
last=$(sed -n 's/^#SBATCH --array=0-//p' "$script")
for i in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$i bash "$script" >&2 || exit 1; done
echo "17;cluster"
)");
    const std::string path = (directory / "bin").string() + ":" + std::getenv("PATH");
    const ProcessResult result = run({"sweep", "study.json", "-o", "array", "--slurm", "--slurm-option=--time=1:00:00"},
                                     [&] { setenv("PATH", path.c_str(), 1); });
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("submitted as job 17"));
    EXPECT_THAT(read_whole_file(directory / "array/sweep.sbatch"), HasSubstr("#SBATCH --time=1:00:00\n"));
    EXPECT_EQ(table("whole"), table("array"));
    // Options are for both jobs, but for those of arrays; a refusal of the second does not hide the first.
    write_sbatch(R"(#!/bin/bash
if [[ "$*" != *--wrap* ]]; then echo 17; exit; fi
[[ "$*" == *--account=me* && "$*" != *--array* ]] && echo "no such account" >&2; exit 1
)");
    const ProcessResult half = run({"sweep", "study.json", "-o", "array", "--slurm", "--slurm-option=--account=me",
                                    fmt::format("--slurm-option=--array=0-{}%2", runs - 1)},
                                   [&] { setenv("PATH", path.c_str(), 1); });
    EXPECT_EQ(half.exit_code, 1);
    EXPECT_THAT(half.errors, AllOf(HasSubstr("no such account"), HasSubstr("the runs are job 17; when they have")));
    EXPECT_THAT(read_whole_file(directory / "array/sweep.sbatch"), HasSubstr("%2\n"));
}

}  // namespace
}  // namespace talweg::sweep_test
