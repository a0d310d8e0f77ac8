/// Pressure and density of liquids, and ages of particles, from the run's files to whoever shows or exports them.
#include "talweg/record/liquid_recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/recorded_run.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/point_fields.hpp"

namespace talweg::liquid_recording_test {
namespace {

using ::testing::HasSubstr;

/// Water in a tank, 10 × 16 particles, and drops that rise beside it.
const char* const scene_text = R"({ "planar": true, "time": { "step": 0.01, "frames": 20, "steps_per_frame": 2 },
  "contact": {}, "bodies": [
    { "name": "water", "density": 1000, "liquid": { "viscosity": 1 }, "place": { "translate": [0.125, 0.2, 0] },
      "shape": { "type": "particles", "size": [0.25, 0.4, 0], "spacing": 0.025 } },
    { "name": "drops", "density": 0.01, "contact": { "touches": "nothing" },
      "shape": { "type": "particles", "points": [[1, 0.1, 0]] },
      "emitter": { "rate": 10, "capacity": 4, "lifetime": 0.3, "speed": 1 } }],
  "obstacles": [
    { "name": "floor", "shape": { "type": "plane", "normal": [0, 1, 0] } },
    { "name": "left", "shape": { "type": "plane", "normal": [1, 0, 0] } },
    { "name": "right", "shape": { "type": "plane", "point": [0.25, 0, 0], "normal": [-1, 0, 0] } }] })";

const PointFields::Field& field(const PointFields& fields, const std::string& name) {
    for (const PointFields::Field& each : fields.fields())
        if (each.name == name) return each;
    throw Error("no " + name);
}

TEST(LiquidRecording, PressureAndDensityGrowWithDepth) {
    const testing::RecordedRun run(scene_text);
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const auto bodies = run.bodies();
    const PointFields fields(run.run(), bodies);
    ASSERT_EQ(fields.frames(), 21u);
    const auto pressure = fields.read(field(fields, "pressure"), 20, NAN),
               density = fields.read(field(fields, "density"), 20, NAN);
    EXPECT_EQ(field(fields, "pressure").unit, "Pa");
    const auto x = run.last_frame();
    double deep = 0.0, high = 0.0;
    int deep_count = 0, high_count = 0;
    for (int i = 0; i < bodies[0].point_count; ++i) {
        ASSERT_TRUE(std::isfinite(pressure[i]) && std::isfinite(density[i])) << i;
        if (x[i][1] < 0.1 && x[i][1] > 0.05) deep += pressure[i], ++deep_count;
        if (x[i][1] > 0.25 && x[i][1] < 0.3) high += pressure[i], ++high_count;
        if (x[i][1] > 0.3 || x[i][1] < 0.05) continue;
        EXPECT_NEAR(density[i], 1000.0, 40.0) << i;
    }
    // It still moves; at rest this is tested to 2 % (liquids_test.cpp).
    EXPECT_NEAR(deep / deep_count - high / high_count, 1000 * 9.81 * 0.2, 0.2 * 1000 * 9.81 * 0.2);
    for (int i = bodies[1].first_point; i < static_cast<int>(pressure.size()); ++i)
        EXPECT_TRUE(std::isnan(pressure[i])) << i;
    EXPECT_EQ(fields.read(field(fields, "pressure"), 20, 0.0).back(), 0.0);
}

/// Runs that an earlier version began have neither of the two files.
TEST(LiquidRecording, ARunBegunWithoutGoesOnWithout) {
    testing::RecordedRun run(scene_text, {"time.frames=4"});
    const RunDirectory directory = run.run();
    const std::vector<Vec3> before = run.frame(4);
    for (const auto& file : {directory.pressures(), directory.densities()}) std::filesystem::remove(file);
    const Scene longer = parse_scene(scene_text, "scene.json", ".", {"time.frames=6"});
    const RunSummary on = simulate(longer, build_model(longer), RunClaim(directory.path, RunMode::resume), {});
    EXPECT_EQ(on.ended, "finished") << on.advice;
    EXPECT_EQ(run.frame(4), before);
    EXPECT_EQ(FrameReader(directory.positions()).frames(), 7u);
    EXPECT_FALSE(exists(directory.pressures()));
}

TEST(LiquidRecording, GoesIntoExportsWithTheNamesOfParticles) {
    const testing::RecordedRun run(scene_text);
    const std::filesystem::path path = run.run().path;
    export_run(path, {.format = "ply", .text = true});
    const std::string ply = read_whole_file(path / "ply" / "frame_000020.ply");
    for (const char* name : {"age", "pressure", "density", "id"})
        EXPECT_THAT(ply, HasSubstr(std::string("property double ") + name + "\n"));
    const auto exported = export_run(path, {.format = "npz"});
    const std::string npz = read_whole_file(exported.path);
    for (const char* name : {"points_age.npy", "points_pressure.npy", "points_density.npy"})
        EXPECT_THAT(npz, HasSubstr(name));
}

TEST(LiquidRecording, IsNotThereWithoutLiquids) {
    const testing::RecordedRun run(
        R"({ "time": { "step": 0.01, "frames": 1 }, "bodies": [{ "name": "dust", "density": 1,
        "shape": { "type": "particles", "points": [[0, 0, 0]] } }] })");
    EXPECT_FALSE(std::filesystem::exists(run.run().pressures()));
    EXPECT_FALSE(std::filesystem::exists(run.run().densities()));
}

}  // namespace
}  // namespace talweg::liquid_recording_test
