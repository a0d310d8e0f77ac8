#include "talweg/export/clip.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "export/sample_clip.hpp"

namespace talweg::clip_test {
namespace {

using ::testing::HasSubstr;

TEST(Clip, knows_frames_rate_and_velocities) {
    const SampleClip sample;
    const Clip clip(sample.run.path, parse_frame_range("1::2"));
    EXPECT_EQ(clip.frames(), (std::vector<std::uint64_t>{1, 3}));
    EXPECT_DOUBLE_EQ(clip.frames_per_second(), 25.0);
    EXPECT_EQ(conventions(clip), "metres, y up, 25 frames per second");
    EXPECT_EQ(clip.positions(3), SampleClip::positions(3));
    for (const std::uint64_t frame : {0, 1, 3})
        for (int i = 0; i < SampleClip::point_count; ++i)
            EXPECT_LT(norm(clip.velocities(frame)[i] - SampleClip::velocity(i)), 1e-12) << frame;
}

TEST(Clip, turns_to_z_up_without_mirroring) {
    const SampleClip sample;
    const Clip clip(sample.run.path, {}, UpAxis::z);
    const auto x = SampleClip::positions(2);
    EXPECT_EQ(clip.positions(2)[7], (Vec3{x[7][0], -x[7][2], x[7][1]}));
    EXPECT_EQ(clip.velocities(2)[5][2], clip.run().velocities(2)[5][1]);
    const auto volume = [](const std::vector<Vec3>& p) { return dot(cross(p[8] - p[7], p[9] - p[7]), p[10] - p[7]); };
    EXPECT_NEAR(volume(clip.positions(2)), volume(x), 1e-12);
    EXPECT_EQ(conventions(clip), "metres, z up, 25 frames per second");
}

TEST(Clip, centred_velocities_are_of_second_order) {
    const TemporaryDirectory directory;
    const RunDirectory run{directory.path()};
    replace_file(run.run(), std::string_view("{}"));
    replace_file(run.scene(), std::string_view(R"({"time": {"step": 0.5}})"));
    write_topology(run.topology(), std::vector{Body{"p", 0, 1, 1, 1.0, {}, {}, {}, {}}});
    FrameWriter writer = FrameWriter::create(run.positions(), 1);
    for (int frame = 0; frame < 4; ++frame) writer.append(std::vector<Vec3>{{0.25 * frame * frame, 0, 0}});  // x = t²
    writer.flush();
    const RecordedRun recorded(run.path);
    EXPECT_DOUBLE_EQ(recorded.velocities(2)[0][0], 2.0);  // 2t, exactly
    EXPECT_DOUBLE_EQ(recorded.velocities(0)[0][0], 0.5);  // one-sided
    EXPECT_DOUBLE_EQ(recorded.velocities(3)[0][0], 2.5);
}

TEST(Clip, says_what_is_wrong) {
    const SampleClip sample;
    const auto message = [&](const std::string& frames) {
        return error_of([&] { Clip(sample.run.path, parse_frame_range(frames)); });
    };
    EXPECT_THAT(message("2:2"), HasSubstr("no frame is chosen: the run has frames 0 to 3"));
    EXPECT_THAT(message("9"), HasSubstr("frames 0 to 3"));
    replace_file(sample.run.scene(), std::string_view("{\"time\": "));
    EXPECT_THAT(message("0"), HasSubstr("scene.json is damaged"));
    replace_file(sample.run.scene(), std::string_view(R"({"time": {"step": 0}})"));
    EXPECT_THAT(message("0"), HasSubstr("its time step is not above 0"));
}

}  // namespace
}  // namespace talweg::clip_test
