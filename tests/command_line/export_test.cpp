#include "command_line/workplace.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/geometry/read/obj.hpp"
#include "talweg/geometry/read/ply.hpp"

namespace talweg::export_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class ExportCommand : public Workplace {
protected:
    void SetUp() override { write_scene("net.json", net_scene(4, 20)); }
};

TEST_F(ExportCommand, writes_sequences_that_read_back) {
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    const auto expected = FrameReader(at("a").positions()).read(20);

    const ProcessResult obj = run({"export", "a", "--format", "obj"});
    EXPECT_EQ(obj.exit_code, 0) << obj.errors;
    EXPECT_EQ(obj.output, "21 files in a/obj\n");
    const Mesh from_obj = read::read_obj(read::load_source(directory / "a/obj/frame_000020.obj"));
    EXPECT_EQ(from_obj.points, expected);
    EXPECT_EQ(from_obj.triangles.size(), 32u);

    EXPECT_EQ(run({"export", "a", "--format", "ply", "-o", "ply", "--frames", "::10", "--ascii"}).output,
              "3 files in ply\n");
    EXPECT_EQ(read::read_ply(read::load_source(directory / "ply/frame_000020.ply")).points, expected);
}

TEST_F(ExportCommand, writes_every_format_there_is) {
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    EXPECT_THAT(run({"export", "a", "--to", "usda"}).output, MatchesRegex("a/a.usda: 0.0[0-9]+ MB\n"));
    EXPECT_EQ(run({"export", "a", "--to", "vtu", "--out", "paraview", "--frames", "::10"}).output,
              "4 files in paraview\n");
    EXPECT_EQ(run({"export", "a", "--to", "pc2", "--up", "z"}).output, "2 files in a/pc2\n");
    EXPECT_EQ(run({"export", "a", "--to", "glb", "-o", "clips/net.glb"}).exit_code, 0);
    EXPECT_TRUE(exists(directory / "clips/net.glb"));
    const std::string listed = run({"list", "formats"}).output;
    for (const ExportFormat& format : export_formats())
        EXPECT_THAT(listed, HasSubstr(std::string(format.name) + "\n    " + format.summary));
}

TEST_F(ExportCommand, numpy_reads_the_archive) {
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    ASSERT_EQ(run({"export", "a", "--format", "npz"}).exit_code, 0);
    const std::string script =
        "import numpy; a = numpy.load('a/a.npz'); x = numpy.load('a/positions.npy');"
        "assert (a['positions'] == x).all() and a['times'][-1] == 20 * (a['times'][1] - a['times'][0]);"
        "assert a['body_names'][0] == 'net' and a['triangles'].shape == (32, 3) and a['tets'].shape == (0, 4);"
        "assert a['velocities'].shape == x.shape and a['triangles'].max() == 24";
    const ProcessResult result = Process("/usr/bin/python3", {"-c", script}, directory.path()).wait();
    EXPECT_EQ(result.exit_code, 0) << result.errors;
}

TEST_F(ExportCommand, says_what_is_wrong) {
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    const auto refused = [this](const Process::Words& words) {
        const ProcessResult result = run(words);
        EXPECT_EQ(result.exit_code, 1);
        return result.errors;
    };
    EXPECT_THAT(refused({"export", "a", "--format", "abc"}),
                HasSubstr("there are: glb, npz, obj, pc2, ply, usda, vtu"));
    EXPECT_THAT(refused({"export", "a", "--format", "obj", "--frames", "99"}), HasSubstr("frames 0 to 20"));
    EXPECT_THAT(refused({"export", "a", "--format", "obj", "--frames", "x"}), HasSubstr("begin:end:step"));
    EXPECT_THAT(refused({"export", ".", "--format", "obj"}), HasSubstr("is not the directory of a run"));
    EXPECT_THAT(refused({"export", "a", "--format", "glb", "--up", "z"}), HasSubstr("glTF is y up by definition"));
    EXPECT_THAT(refused({"export", "a", "--format", "obj", "--up", "x"}), HasSubstr("--up"));
}

TEST_F(ExportCommand, works_while_the_run_goes_on) {
    write_scene("net.json", net_scene(16, 100'000));
    Process process({"run", "net.json", "-o", "a", "-q"}, directory.path());
    ASSERT_TRUE(process.wait_until([&] { return frames("a") > 20; }));
    const ProcessResult result = run({"export", "a", "--format", "ply", "--frames", "20"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(process.running());
    EXPECT_EQ(read::read_ply(read::load_source(directory / "a/ply/frame_000020.ply")).points,
              FrameReader(at("a").positions()).read(20));
}

}  // namespace
}  // namespace talweg::export_test
