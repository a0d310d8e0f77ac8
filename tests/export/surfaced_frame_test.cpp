/// Liquids exported by their surface: closed, as large as the liquid, with what its particles carry.
#include "talweg/export/surfaced_frame.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"
#include "support/recorded_run.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/geometry/read/obj.hpp"
#include "talweg/geometry/read/ply.hpp"

namespace talweg::surfaced_frame_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Two drops in flight: 552 particles of 1 cm in a ball of 10 cm, and 8.
const char* const drops = R"({ "time": { "step": 0.01, "frames": 2 }, "bodies": [
  { "name": "large drop", "density": 1000, "liquid": {}, "start": { "velocity": [1, 0, 0] },
    "shape": { "type": "particles", "region": "ball", "size": [0.1, 0.1, 0.1], "spacing": 0.01 } },
  { "name": "small", "density": 1000, "liquid": {}, "place": { "translate": [0.3, 0, 0] },
    "shape": { "type": "particles", "size": [0.02, 0.02, 0.02], "spacing": 0.01 } }] })";

class SurfacedFrames : public ::testing::Test {
protected:
    std::string refused(const std::filesystem::path& run, const std::string& format) const {
        try {
            export_run(run, {.format = format, .surface = true});
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    }
    const testing::RecordedRun recorded{drops};
    const std::filesystem::path run = recorded.run().path;
};

TEST_F(SurfacedFrames, AreClosedMeshesOfTheLiquidsVolume) {
    EXPECT_EQ(export_run(run, {.format = "obj", .surface = true}).files, 3u);
    const Mesh mesh = read::read_obj(read::load_source(run / "obj/frame_000002.obj"));
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 4) << "two drops";
    EXPECT_NEAR(enclosed_volume(mesh), 560e-6, 0.06 * 560e-6);
    EXPECT_THAT(read_whole_file(run / "obj/frame_000000.obj"), HasSubstr("o large_drop\n"));
}

TEST_F(SurfacedFrames, CarryFieldsAndVelocities) {
    export_run(run, {.format = "ply", .surface = true, .text = true});
    const std::string text = read_whole_file(run / "ply/frame_000001.ply");
    EXPECT_THAT(text, HasSubstr("property double pressure"));
    const Mesh mesh = read::read_ply(read::load_source(run / "ply/frame_000001.ply"));
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    export_run(run, {.format = "usda", .into = run / "drops.usda", .surface = true});
    const std::string usda = read_whole_file(run / "drops.usda");
    EXPECT_THAT(usda, HasSubstr("int[] faceVertexCounts.timeSamples = {\n                0: [3, 3"));
    EXPECT_THAT(usda, HasSubstr("point3f[] points.timeSamples"));
    EXPECT_THAT(usda, HasSubstr("vector3f[] velocities = [(1, -0."));
    EXPECT_THAT(usda, Not(HasSubstr("def Points")));
}

TEST_F(SurfacedFrames, AreRefusedWhereTheyCannotBe) {
    EXPECT_THAT(refused(run, "glb"), HasSubstr("these can: obj, ply, usda"));
    const testing::RecordedRun dry(R"({ "time": { "step": 0.01, "frames": 1 }, "bodies": [{ "name": "p", "density": 1,
        "shape": { "type": "particles", "points": [[0, 0, 0]] } }] })");
    EXPECT_THAT(refused(dry.run().path, "obj"), HasSubstr("no liquid in space"));
}

}  // namespace
}  // namespace talweg::surfaced_frame_test
