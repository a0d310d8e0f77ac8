#include "talweg/report/report_frames.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/inflate.hpp"
#include "support/sample_run.hpp"
#include "support/temporary_directory.hpp"

namespace talweg::report_frames_test {
namespace {

std::vector<std::uint64_t> every(std::uint64_t stride, std::uint64_t count) {
    std::vector<std::uint64_t> frames;
    for (std::uint64_t frame = 0; frame < count; frame += stride) frames.push_back(frame);
    return frames;
}

/// The reader of the page, once more: unfold, add the prediction, scale.
std::vector<std::vector<Vec3>> unpack(const std::string& bytes, std::size_t frames, std::span<const Body> bodies,
                                      std::span<const QuantisedBox> boxes) {
    const std::size_t width = bytes.size() / frames / 2, points = width / 3;
    std::vector<std::uint16_t> last(width), before(width), now(width);
    std::vector<std::vector<Vec3>> result(frames, std::vector<Vec3>(points));
    for (std::size_t f = 0; f < frames; ++f) {
        if (f == 1) before = last;
        for (std::size_t i = 0; i < width; ++i) {
            const auto low = static_cast<std::uint8_t>(bytes[2 * f * width + i]);
            const auto high = static_cast<std::uint8_t>(bytes[(2 * f + 1) * width + i]);
            const unsigned folded = low | high << 8;
            const unsigned residual = folded % 2 == 0 ? folded / 2 : ~(folded / 2);
            now[i] = static_cast<std::uint16_t>(2u * last[i] - before[i] + residual);
        }
        for (std::size_t b = 0; b < bodies.size(); ++b)
            for (int i = bodies[b].first_point; i < bodies[b].first_point + bodies[b].point_count; ++i)
                for (int axis = 0; axis < 3; ++axis)
                    result[f][i][axis] = boxes[b].low[axis] + boxes[b].step[axis] * now[axis * points + i];
        before = last;
        last = now;
    }
    return result;
}

class ReportFrames : public ::testing::Test {
protected:
    void write(const SampleRun& run) {
        sample = run;
        bodies = run.bodies();
        directory_run = run.write(directory.path());
    }

    TemporaryDirectory directory;
    SampleRun sample{4, 4};
    RunDirectory directory_run;
    std::vector<Body> bodies;
};

TEST_F(ReportFrames, come_back_within_half_a_step) {
    write({9, 40});
    const FrameReader frames(directory_run.positions());
    const std::vector<QuantisedBox> boxes = quantised_boxes(frames, bodies);
    const std::vector<std::uint64_t> chosen = every(3, 40);
    const PackedFrames packed = pack_frames(frames, bodies, boxes, chosen, SIZE_MAX);
    ASSERT_TRUE(packed.stream);
    EXPECT_EQ(packed.frames_within_limit, chosen.size());
    const std::string bytes = inflate_text(*packed.stream, chosen.size() * sample.points() * 6);
    ASSERT_FALSE(bytes.empty());
    const auto back = unpack(bytes, chosen.size(), bodies, boxes);
    for (std::size_t f = 0; f < chosen.size(); ++f) {
        const std::vector<Vec3> x = sample.positions(static_cast<int>(chosen[f]));
        for (std::size_t i = 0; i < x.size(); ++i)
            for (int axis = 0; axis < 3; ++axis) {
                const double step = boxes[i + 1 < x.size() ? 0 : 1].step[axis];
                EXPECT_NEAR(back[f][i][axis], x[i][axis], 0.5 * step + 1e-12) << f << ' ' << i << ' ' << axis;
            }
    }
}

TEST_F(ReportFrames, boxes_span_each_body_over_all_frames) {
    write({6, 30});
    const std::vector<QuantisedBox> boxes = quantised_boxes(FrameReader(directory_run.positions()), bodies);
    ASSERT_EQ(boxes.size(), 2u);
    EXPECT_DOUBLE_EQ(boxes[0].low[0], 0.0);
    EXPECT_DOUBLE_EQ(65535 * boxes[0].step[0], 1.0);
    EXPECT_DOUBLE_EQ(boxes[0].low[2] + 65535 * boxes[0].step[2], 1.0 + 0.1 * 29 * 0.02);
    EXPECT_EQ(boxes[1].low, (Vec3{2.0, -1.0, 0.5}));
    EXPECT_EQ(boxes[1].step, (Vec3{0.0, 0.0, 0.0}));  // it stands still: exact
}

TEST_F(ReportFrames, survive_numbers_that_are_none) {
    FrameWriter writer = FrameWriter::create(directory / "p.npy", 1);
    const double nan = std::nan("");
    for (const Vec3& x : {Vec3{0, 0, nan}, Vec3{1, nan, nan}, Vec3{2, 1e308, nan}}) writer.append(std::vector<Vec3>{x});
    writer.flush();
    const FrameReader frames(directory / "p.npy");
    const std::vector<Body> one = {Body{"p", 0, 1, 1, 1.0, {}, {}, {}, {}}};
    const std::vector<QuantisedBox> boxes = quantised_boxes(frames, one);
    const PackedFrames packed = pack_frames(frames, one, boxes, every(1, 3), SIZE_MAX);
    const auto back = unpack(inflate_text(*packed.stream, 18), 3, one, boxes);
    EXPECT_EQ(back[2][0], (Vec3{2, 1e308, 0}));
    EXPECT_EQ(back[1][0], (Vec3{65535 * boxes[0].step[0] / 2 - boxes[0].step[0] / 2 + boxes[0].step[0], 0, 0}));
}

TEST_F(ReportFrames, stop_at_the_limit_and_say_how_many_fitted) {
    write({60, 60});
    const FrameReader frames(directory_run.positions());
    const std::vector<QuantisedBox> boxes = quantised_boxes(frames, bodies);
    const std::size_t all = pack_frames(frames, bodies, boxes, every(1, 60), SIZE_MAX).stream->size();
    const PackedFrames half = pack_frames(frames, bodies, boxes, every(1, 60), all / 2);
    EXPECT_FALSE(half.stream);
    EXPECT_GT(half.frames_within_limit, 15u);
    EXPECT_LT(half.frames_within_limit, 50u);
    EXPECT_TRUE(pack_frames(frames, bodies, boxes, every(1, 60), all).stream);
    EXPECT_FALSE(pack_frames(frames, bodies, boxes, every(1, 60), all - 1).stream);
}

}  // namespace
}  // namespace talweg::report_frames_test
