#include "talweg/record/export_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/temporary_directory.hpp"
#include "record/two_bodies.hpp"
#include "talweg/geometry/read/obj.hpp"
#include "talweg/geometry/read/ply.hpp"
#include "talweg/record/file.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {
namespace {

using testing::HasSubstr;

class ExportRun : public testing::Test {
protected:
    ExportRun() : writer(FrameWriter::create(run.positions(), 7)) {
        replace_file(run.run(), std::string_view("{}"));
        write_topology(run.topology(), two_bodies());
        for (int frame = 0; frame < 4; ++frame) writer.append(two_bodies_positions(frame));
        writer.flush();
    }

    TemporaryDirectory directory;
    RunDirectory run{directory.path()};
    FrameWriter writer;
};

TEST_F(ExportRun, writes_one_file_per_frame) {
    const ExportResult result = export_run(run.path, {"obj", {}, {}, false});
    EXPECT_EQ(result.files, 4u);
    EXPECT_EQ(result.directory, run.path / "obj");
    const Mesh mesh = read::read_obj(read::load_source(run.path / "obj/frame_000003.obj"));
    EXPECT_EQ(mesh.points, two_bodies_positions(3));
}

TEST_F(ExportRun, follows_a_run_that_is_still_being_written) {
    EXPECT_EQ(export_run(run.path, {"ply", {}, {}, false}).files, 4u);
    writer.append(two_bodies_positions(4));
    writer.flush();
    EXPECT_EQ(export_run(run.path, {"ply", {}, {}, false}).files, 5u);
    const Mesh mesh = read::read_ply(read::load_source(run.path / "ply/frame_000004.ply"));
    EXPECT_EQ(mesh.points, two_bodies_positions(4));
}

TEST_F(ExportRun, takes_the_frames_and_the_place_asked_for) {
    const auto into = directory / "elsewhere/deep";
    const ExportResult result = export_run(run.path, {"ply", into, parse_frame_range("1:4:2"), true});
    EXPECT_EQ(result.files, 2u);
    EXPECT_TRUE(std::filesystem::exists(into / "frame_000001.ply"));
    EXPECT_FALSE(std::filesystem::exists(into / "frame_000002.ply"));
    EXPECT_THAT(read_whole_file(into / "frame_000003.ply"), HasSubstr("format ascii 1.0"));
}

TEST_F(ExportRun, says_what_is_wrong) {
    const auto message = [](const std::filesystem::path& path, const ExportSettings& settings) {
        return error_of([&] { export_run(path, settings); });
    };
    EXPECT_THAT(message(run.path, {"abc", {}, {}, false}), HasSubstr("no export format 'abc'; there are: obj, ply"));
    EXPECT_THAT(message(directory / "none", {"obj", {}, {}, false}), HasSubstr("is not the directory of a run"));
    EXPECT_THAT(message(run.path, {"obj", run.run() / "x", {}, false}), HasSubstr("cannot create the directory"));
    EXPECT_THAT(message(run.path, {"obj", {}, parse_frame_range("9"), false}), HasSubstr("frames 0 to 3"));
}

}  // namespace
}  // namespace talweg
