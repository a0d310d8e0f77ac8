#include "talweg/record/recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/file_size_limit.hpp"
#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::recorder_test {
namespace {

using ::testing::HasSubstr;

class RecorderTest : public ::testing::Test {
protected:
    World world = build_model(small_scene());
    TemporaryDirectory directory;
    RunDirectory run{directory.path()};
    State state = world.state;

    /// A step that moves nothing but the count.
    void record(Recorder& recorder, int steps) {
        for (int i = 0; i < steps; ++i) {
            ++state.step;
            StepReport report;
            report.potentials.assign(world.model.terms.size(), 1.0);
            report.iterations.resize(1);
            report.residual = 0.1 * i;
            report.left.forces = 0.2 * i;
            report.left.balance = 0.3 * i;
            report.left.fall = 0.4 * i;
            recorder.add_step(state, report, 0.0);
            recorder.add_frame(positions(world.model, state));
        }
    }
    std::uint64_t frames_on_disk() const { return FrameReader(run.positions()).frames(); }
};

TEST_F(RecorderTest, writes_only_when_it_is_time) {
    Recorder recorder = Recorder::create(run, world.model, 5);
    record(recorder, 3);
    recorder.keep_up(0.01);
    EXPECT_EQ(frames_on_disk(), 0u);
    EXPECT_EQ(recorder.frames(), 3u);
    recorder.keep_up(0.06);
    EXPECT_EQ(frames_on_disk(), 3u);
    record(recorder, 1);
    recorder.keep_up(0.07);
    EXPECT_EQ(frames_on_disk(), 3u);
    recorder.keep_up(0.12);
    EXPECT_EQ(frames_on_disk(), 4u);
    EXPECT_EQ(read_csv(run.steps()).rows.size(), 4u);
}

TEST_F(RecorderTest, writes_early_when_much_is_waiting) {
    Recorder recorder = Recorder::create(run, world.model, 5);
    record(recorder, 5000);
    recorder.keep_up(0.0);
    EXPECT_EQ(frames_on_disk(), 5000u);
}

TEST_F(RecorderTest, checkpoints_about_once_a_second) {
    Recorder recorder = Recorder::create(run, world.model, 5);
    EXPECT_FALSE(recorder.checkpoint_due(0.9));
    EXPECT_TRUE(recorder.checkpoint_due(1.0));
    recorder.save(1.0, state, {});
    EXPECT_FALSE(recorder.checkpoint_due(1.9));
    EXPECT_TRUE(recorder.checkpoint_due(100.0));
}

TEST_F(RecorderTest, resumes_from_its_checkpoint_whatever_came_later) {
    {
        Recorder recorder = Recorder::create(run, world.model, 5);
        record(recorder, 4);
        recorder.save(0.0, state, {});
        record(recorder, 3);
        recorder.flush();
        EXPECT_EQ(frames_on_disk(), 7u);
    }
    const Checkpoint checkpoint = read_checkpoint(run.checkpoint());
    EXPECT_EQ(checkpoint.mark.step, 4u);
    EXPECT_EQ(checkpoint.mark.scene_digest, 5u);
    EXPECT_EQ(restore(checkpoint.state).step, 4);
    Recorder recorder = Recorder::resume(run, world.model, checkpoint.mark);
    EXPECT_EQ(frames_on_disk(), 4u);
    EXPECT_EQ(read_csv(run.steps()).rows.size(), 4u);
    EXPECT_EQ(read_csv(run.newton()).rows.size(), 4u);
    EXPECT_EQ(recorder.totals().newton_iterations, 4u);
    EXPECT_EQ(recorder.totals().largest_residual, 0.1 * 3);
    EXPECT_EQ(recorder.totals().largest_force_error, 0.2 * 3);
    EXPECT_EQ(recorder.totals().largest_imbalance, 0.3 * 3);
    EXPECT_EQ(recorder.totals().largest_fall, 0.4 * 3);
}

TEST_F(RecorderTest, a_failed_step_is_told_but_not_part_of_the_checkpoint) {
    Recorder recorder = Recorder::create(run, world.model, 5);
    record(recorder, 2);
    recorder.save(0.0, state, {});
    StepReport failed;
    failed.iterations.resize(3);
    recorder.add_failed_step(state, failed);
    const CsvTable newton = read_csv(run.newton());
    ASSERT_EQ(newton.rows.size(), 5u);
    EXPECT_EQ(newton.rows[4][0], 3);
    Recorder::resume(run, world.model, read_checkpoint(run.checkpoint()).mark);
    EXPECT_EQ(read_csv(run.newton()).rows.size(), 2u);
}

TEST_F(RecorderTest, a_full_disk_leaves_whole_frames_and_rows) {
    Recorder recorder = Recorder::create(run, world.model, 5);
    record(recorder, 2);
    recorder.save(0.0, state, {});
    const FileSizeLimit limit(std::filesystem::file_size(run.positions()) + 100);
    record(recorder, 5);
    EXPECT_THAT(error_of([&] { recorder.flush(); }), HasSubstr("positions.npy"));
    EXPECT_EQ(frames_on_disk(), 2u);
    EXPECT_EQ(recorder.frames(), 2u);
    EXPECT_EQ(std::filesystem::file_size(run.positions()), 128 + 2 * 24u * world.model.point_count());
    EXPECT_EQ(read_checkpoint(run.checkpoint()).mark.frames, 2u);
}

}  // namespace
}  // namespace talweg::recorder_test
