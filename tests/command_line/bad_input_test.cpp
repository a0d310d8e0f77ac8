#include <linux/capability.h>
#include <sys/prctl.h>

#include "command_line/workplace.hpp"

namespace talweg::bad_input_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class BadInput : public Workplace {
protected:
    void SetUp() override { write_scene("net.json", net_scene(4, 20)); }

    /// Bad input is refused with code 1, one message, no result.
    std::string refused(const Process::Words& words, const std::function<void()>& before = {}) const {
        const ProcessResult result = run(words, before);
        EXPECT_EQ(result.exit_code, 1) << words.back();
        EXPECT_EQ(result.output, "");
        EXPECT_THAT(result.errors, StartsWith("talweg: "));
        return result.errors;
    }
    std::string refused_scene(const std::string& text) const {
        write_scene("bad.json", text);
        const std::string message = refused({"run", "bad.json"});
        EXPECT_FALSE(std::filesystem::exists(directory / "runs/bad"));
        EXPECT_EQ(refused({"check", "bad.json"}), message);
        return message;
    }
    std::string refused_setting(const std::string& setting) const {
        const std::string message = refused({"run", "net.json", "--set", setting});
        EXPECT_FALSE(std::filesystem::exists(directory / "runs"));
        return message;
    }
};

TEST_F(BadInput, missing_files) {
    EXPECT_THAT(refused({"run", "none.json"}), HasSubstr("none.json"));
    EXPECT_THAT(refused({"run", "."}), HasSubstr("."));
    EXPECT_THAT(refused({"export", "none", "--format", "obj"}), HasSubstr("none"));
}

TEST_F(BadInput, scenes_are_refused_with_file_and_line) {
    EXPECT_THAT(refused_scene("{\n\"time\": {\"stepp\": 0.01},\n\"bodies\": []}"),
                AllOf(HasSubstr("bad.json:2"), HasSubstr("step")));
    EXPECT_THAT(refused_scene("{\n\n\"time\": {\"step\": \"fast\"}, \"bodies\": []}"), HasSubstr("bad.json:3"));
    EXPECT_THAT(refused_scene("{\"time\": {\"step\": 0.01,}"), HasSubstr("bad.json:1"));
    EXPECT_THAT(refused_scene("{\"time\": {\"step\": NaN}}"), HasSubstr("bad.json:1"));
    EXPECT_THAT(refused_scene("{\"time\": {\"step\": 1e999}}"), HasSubstr("bad.json:1"));
    EXPECT_THAT(refused_scene(""), HasSubstr("bad.json"));
    EXPECT_THAT(refused_scene(std::string("\0\x93NUMPY\xff", 8)), HasSubstr("bad.json"));
}

TEST_F(BadInput, impossible_numbers) {
    EXPECT_THAT(refused_setting("time.step=-0.01"), HasSubstr("time.step"));
    EXPECT_THAT(refused_setting("bodies[0].density=0"), HasSubstr("density"));
    EXPECT_THAT(refused_setting("bodies[0].energies[0].stiffness=-5"), HasSubstr("stiffness"));
    EXPECT_THAT(refused_setting("bodies[7].density=1"), HasSubstr("bodies"));
    EXPECT_THAT(refused_setting("nonsense"), HasSubstr("nonsense"));
    EXPECT_THAT(refused_setting("expect[0].point=25"), HasSubstr("25"));
}

TEST_F(BadInput, impossible_bodies) {
    EXPECT_THAT(refused_setting(R"(bodies[0].hold=[{"select":{"all":true}}])"),
                HasSubstr("nothing in the scene can move"));
    EXPECT_THAT(refused_setting(R"(bodies[0].hold=[{"select":{"indices":[99]}}])"), HasSubstr("99"));
    write_scene("twice.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 2 3\nf 4 2 3\nf 1 4 2\n");
    EXPECT_THAT(refused({"run", "net.json", "--set", R"(bodies[0].shape={"type":"mesh","file":"twice.obj"})", "--set",
                         "bodies[0].hold=[]"}),
                HasSubstr("length"));
    write_scene("garbage.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 99999999\nend_header\n\x01\x02");
    EXPECT_THAT(refused_setting(R"(bodies[0].shape={"type":"mesh","file":"garbage.ply"})"), HasSubstr("garbage.ply"));
    EXPECT_THAT(refused_setting(R"(bodies[0].shape={"type":"mesh","file":"none.msh"})"), HasSubstr("none.msh"));
}

TEST_F(BadInput, output_that_is_a_file_or_holds_other_files) {
    write_scene("file", "dear");
    EXPECT_THAT(refused({"run", "net.json", "-o", "file"}), HasSubstr("file is a file"));
    EXPECT_THAT(refused({"run", "net.json", "-o", "file/deeper"}), HasSubstr("Not a directory"));
    EXPECT_THAT(refused({"run", "net.json", "-o", "."}), HasSubstr("no run of talweg"));
    EXPECT_THAT(refused({"run", "net.json", "-o", ".", "--overwrite"}), HasSubstr("no run of talweg"));
    EXPECT_EQ(read_whole_file(directory / "file"), "dear");
}

TEST_F(BadInput, output_that_cannot_be_written) {
    EXPECT_THAT(refused({"run", "net.json", "-o", "/proc/none"}), HasSubstr("cannot create the directory /proc/none"));
    std::filesystem::create_directory(directory / "locked");
    std::filesystem::permissions(directory / "locked",
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    // Permissions do not bind root, unless it gives that privilege up.
    const auto as_anybody = [] {
        if (geteuid() == 0 && prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) != 0) _exit(126);
    };
    EXPECT_THAT(refused({"run", "net.json", "-o", "locked/run"}, as_anybody),
                AllOf(HasSubstr("locked/run"), HasSubstr("Permission denied"), HasSubstr("-o")));
    EXPECT_THAT(refused({"run", "net.json", "-o", "locked"}, as_anybody),
                AllOf(HasSubstr("locked"), HasSubstr("Permission denied")));
}

TEST_F(BadInput, a_full_disk_stops_the_run_and_leaves_it_whole) {
    const auto small_disk = [](rlim_t bytes) {
        return [bytes] {
            const rlimit limit{bytes, bytes};
            setrlimit(RLIMIT_FSIZE, &limit);
        };
    };
    const std::string message = refused({"run", "net.json", "-o", "a", "--frames", "200", "-q"}, small_disk(60'000));
    EXPECT_THAT(message, AllOf(HasSubstr("cannot write a/positions.npy"), HasSubstr("intact"), HasSubstr("--resume")));
    EXPECT_EQ(std::filesystem::file_size(at("a").positions()), 128 + frames("a") * 25 * 24);
    EXPECT_EQ(run({"run", "net.json", "-o", "a", "--frames", "200", "-q", "--resume"}).exit_code, 0);
    EXPECT_EQ(run({"run", "net.json", "-o", "b", "--frames", "200", "-q"}).exit_code, 0);
    expect_same_run("a", "b");
    EXPECT_THAT(refused({"run", "net.json", "-o", "c"}, small_disk(500)), HasSubstr("cannot write c/"));
    EXPECT_THAT(refused({"export", "b", "--format", "obj"}, small_disk(500)), HasSubstr("cannot write b/obj/"));
}

TEST_F(BadInput, a_bad_scene_leaves_earlier_results_alone) {
    EXPECT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    const auto before = contents("a");
    refused({"run", "net.json", "-o", "a", "--overwrite", "--set", "time.step=-1"});
    refused({"run", "net.json", "-o", "a", "--resume", "--set", "time.step=-1"});
    refused({"run", "net.json", "-o", "a", "--overwrite", "--set", R"(bodies[0].hold=[{"select":{"all":true}}])"});
    EXPECT_TRUE(contents("a") == before);
}

}  // namespace
}  // namespace talweg::bad_input_test
