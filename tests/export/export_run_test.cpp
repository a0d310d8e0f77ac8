#include "talweg/export/export_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "export/sample_clip.hpp"
#include "talweg/geometry/read/obj.hpp"
#include "talweg/geometry/read/ply.hpp"
#include "talweg/scene/spec/schema.hpp"

namespace talweg::export_run_test {
namespace {

using ::testing::HasSubstr;

class ExportRun : public ::testing::Test, public SampleClip {};

TEST_F(ExportRun, writes_one_file_per_frame) {
    const ExportResult result = export_run(run.path, {.format = "obj"});
    EXPECT_EQ(result.files, 4u);
    EXPECT_EQ(result.path, run.path / "obj");
    const Mesh mesh = read::read_obj(read::load_source(run.path / "obj/frame_000003.obj"));
    ASSERT_EQ(mesh.points.size(), 15u);  // without the four of the lattice
    EXPECT_EQ(mesh.points[11], positions(3)[11]);
    EXPECT_EQ(mesh.points[12], positions(3)[16]);
    EXPECT_EQ(mesh.triangles.size(), 2u + 6u + 1u);
}

TEST_F(ExportRun, follows_a_run_that_is_still_being_written) {
    EXPECT_EQ(export_run(run.path, {.format = "ply"}).files, 4u);
    writer.append(positions(4));
    writer.flush();
    EXPECT_EQ(export_run(run.path, {.format = "ply"}).files, 5u);
    const Mesh mesh = read::read_ply(read::load_source(run.path / "ply/frame_000004.ply"));
    EXPECT_EQ(mesh.points[6], positions(4)[6]);
}

TEST_F(ExportRun, takes_the_frames_and_the_place_asked_for) {
    const auto into = directory / "elsewhere/deep";
    const ExportResult result =
        export_run(run.path, {.format = "ply", .into = into, .frames = parse_frame_range("1:4:2"), .text = true});
    EXPECT_EQ(result.files, 2u);
    EXPECT_TRUE(std::filesystem::exists(into / "frame_000001.ply"));
    EXPECT_FALSE(std::filesystem::exists(into / "frame_000002.ply"));
    EXPECT_THAT(read_whole_file(into / "frame_000003.ply"), HasSubstr("format ascii 1.0"));
}

TEST_F(ExportRun, single_files_are_named_after_the_run_unless_told) {
    const std::string name = run.path.filename().string();
    for (const ExportFormat& format : export_formats()) {
        if (!format.one_file) continue;
        const std::string ending = std::string(".") + format.name;
        const ExportResult result = export_run(run.path, {.format = format.name});
        EXPECT_EQ(result.path, run.path / (name + ending));
        EXPECT_EQ(result.bytes, std::filesystem::file_size(result.path));
        const auto told = directory / ("new/told" + ending);
        EXPECT_EQ(export_run(run.path, {.format = format.name, .into = told}).path, told);
        EXPECT_EQ(export_run(run.path, {.format = format.name, .into = directory / "new"}).path,
                  directory / "new" / (name + ending));
        EXPECT_EQ(read_whole_file(told), read_whole_file(result.path));
    }
}

TEST_F(ExportRun, knows_the_formats_that_scenes_may_ask_for) {
    std::vector<std::string> names;
    for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
    EXPECT_EQ(scene_schema()["properties"]["record"]["properties"]["export"]["items"]["enum"], Json(names));
}

TEST_F(ExportRun, says_what_is_wrong) {
    const auto message = [](const std::filesystem::path& path, const ExportSettings& settings) {
        return error_of([&] { export_run(path, settings); });
    };
    EXPECT_THAT(message(run.path, {.format = "abc"}),
                HasSubstr("no export format 'abc'; there are: glb, npz, obj, pc2, ply, usda, vtu"));
    EXPECT_THAT(message(directory / "none", {.format = "obj"}), HasSubstr("is not the directory of a run"));
    EXPECT_THAT(message(run.path, {.format = "obj", .into = run.run() / "x"}),
                HasSubstr("cannot create the directory"));
    EXPECT_THAT(message(run.path, {.format = "usda", .into = run.run() / "x" / "y"}),
                HasSubstr("cannot create the directory"));
    EXPECT_THAT(message(run.path, {.format = "obj", .frames = parse_frame_range("9")}), HasSubstr("frames 0 to 3"));
}

}  // namespace
}  // namespace talweg::export_run_test
