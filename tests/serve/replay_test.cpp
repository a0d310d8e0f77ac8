#include "talweg/serve/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "record/sample_run.hpp"
#include "record/temporary_directory.hpp"
#include "talweg/scene/json.hpp"

namespace talweg {
namespace {

using testing::HasSubstr;

double column(const Packet& packet, int points, int index) {
    double value;
    std::memcpy(&value, packet->data() + 12 * points + 8 * index, sizeof(value));
    return value;
}

TEST(Replay, gives_every_viewer_all_frames_in_order) {
    const TemporaryDirectory directory;
    const SampleRun sample{3, 5};
    Replay replay(sample.write(directory.path()));
    for (int viewer = 0; viewer < 2; ++viewer) {
        std::uint64_t cursor = 0;
        for (int frame = 0; frame < 5; ++frame) {
            const Packet packet = replay.next_frame(cursor);
            ASSERT_TRUE(packet);
            float x[3];
            std::memcpy(x, packet->data() + 12 * 7, sizeof(x));
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_EQ(x[axis], static_cast<float>(sample.positions(frame)[7][axis]));
            EXPECT_DOUBLE_EQ(column(packet, sample.points(), 1), frame * 0.02);
            EXPECT_EQ(column(packet, sample.points(), 3), frame + 0.5);
        }
        EXPECT_FALSE(replay.next_frame(cursor));
    }
}

/// The next frame, as soon as there is one.
Packet wait_for_frame(Replay& replay, std::uint64_t& cursor) {
    for (;;) {
        if (Packet packet = replay.next_frame(cursor)) return packet;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

TEST(Replay, follows_a_run_that_is_being_written) {
    const TemporaryDirectory directory;
    const SampleRun sample{3, 2};
    const RunDirectory run = sample.write(directory.path());
    Replay replay(run);
    std::uint64_t cursor = 0;
    while (replay.next_frame(cursor)) continue;
    CsvWriter steps = CsvWriter::resume(run.steps(), std::filesystem::file_size(run.steps()));
    steps.cell(2).cell(0.05).cell(1).cell(7.5).cell(8.0).end_row();
    steps.flush();
    FrameWriter writer = FrameWriter::resume(run.positions(), sample.points(), 2);
    writer.append(sample.positions(2));
    writer.flush();
    const Packet packet = wait_for_frame(replay, cursor);
    EXPECT_EQ(cursor, 3u);
    EXPECT_DOUBLE_EQ(column(packet, sample.points(), 1), 0.05);
    EXPECT_EQ(column(packet, sample.points(), 3), 7.5);
}

TEST(Replay, frames_without_their_row_have_the_nominal_time) {
    const TemporaryDirectory directory;
    const SampleRun sample{3, 2};
    const RunDirectory run = sample.write(directory.path());
    FrameWriter writer = FrameWriter::resume(run.positions(), sample.points(), 2);
    writer.append(sample.positions(2));
    writer.flush();
    Replay replay(run);
    std::uint64_t cursor = 2;
    const Packet packet = wait_for_frame(replay, cursor);
    EXPECT_DOUBLE_EQ(column(packet, sample.points(), 1), 0.04);
    EXPECT_TRUE(std::isnan(column(packet, sample.points(), 3)));
}

TEST(Replay, greets_with_what_the_directory_holds) {
    const TemporaryDirectory directory;
    Replay replay(SampleRun{3, 2}.write(directory.path()));
    const Json hello = Json::parse(replay.hello());
    EXPECT_EQ(hello["live"], false);
    EXPECT_EQ(hello["scene"]["title"], "Waving sheet </script>");
    EXPECT_EQ(hello["columns"][3], "kinetic");
    EXPECT_EQ(hello["frames"], 2);
    EXPECT_FALSE(replay.handle(1, R"({"do": "reset"})"));
}

TEST(Replay, tells_how_the_run_goes_and_when_it_has_ended) {
    const TemporaryDirectory directory;
    const RunDirectory run = SampleRun{3, 2}.write(directory.path());
    replace_file(run.run(), R"({"ended": "running"})");
    Replay replay(run);
    const Bulletin first = replay.status();
    EXPECT_EQ(Json::parse(*first.text)["run"]["ended"], "running");
    EXPECT_EQ(replay.status().version, first.version);
    replace_file(run.run(), R"({"ended": "finished"})");
    std::filesystem::last_write_time(run.run(),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(1));
    EXPECT_GT(replay.status().version, first.version);
    EXPECT_EQ(Json::parse(*replay.status().text)["run"]["ended"], "finished");
}

TEST(Replay, says_what_is_no_run) {
    const TemporaryDirectory directory;
    EXPECT_THAT(error_of([&] { Replay(RunDirectory{directory.path()}); }), HasSubstr("holds no run"));
    const RunDirectory empty = SampleRun{3, 0}.write(directory.path());
    EXPECT_THAT(error_of([&] { Replay(RunDirectory(empty)); }), HasSubstr("no frame"));
}

}  // namespace
}  // namespace talweg
