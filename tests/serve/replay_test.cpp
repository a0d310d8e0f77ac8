#include "talweg/serve/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>

#include "sample_scenes.hpp"
#include "support/read_contact_block.hpp"
#include "support/sample_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg::replay_test {
namespace {

using ::testing::HasSubstr;

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
            const Packet packet = replay.next_frame(1, cursor);
            ASSERT_TRUE(packet);
            float x[3];
            std::memcpy(x, packet->data() + 12 * 7, sizeof(x));
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_EQ(x[axis], static_cast<float>(sample.positions(frame)[7][axis]));
            EXPECT_DOUBLE_EQ(column(packet, sample.points(), 1), frame * 0.02);
            EXPECT_EQ(column(packet, sample.points(), 3), frame + 0.5);
        }
        EXPECT_FALSE(replay.next_frame(1, cursor));
    }
}

/// The next frame, as soon as there is one.
Packet wait_for_frame(Replay& replay, std::uint64_t& cursor) {
    for (;;) {
        if (Packet packet = replay.next_frame(1, cursor)) return packet;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

TEST(Replay, follows_a_run_that_is_being_written) {
    const TemporaryDirectory directory;
    const SampleRun sample{3, 2};
    const RunDirectory run = sample.write(directory.path());
    Replay replay(run);
    std::uint64_t cursor = 0;
    while (replay.next_frame(1, cursor)) continue;
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
    const StatusText first = replay.status();
    EXPECT_EQ(Json::parse(*first.text)["run"]["ended"], "running");
    EXPECT_EQ(replay.status().version, first.version);
    replace_file(run.run(), R"({"ended": "finished"})");
    std::filesystem::last_write_time(run.run(),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(1));
    EXPECT_GT(replay.status().version, first.version);
    EXPECT_EQ(Json::parse(*replay.status().text)["run"]["ended"], "finished");
}

/// A solid that falls on the ground, with stress and forces recorded.
RunDirectory falling_solid(const std::filesystem::path& path) {
    const Scene scene = block_on_slope(
        {"time.frames=4", R"(record={"elements": ["von_mises_stress", "principal_stretches"], "contact": true})"});
    const RunDirectory run{path / "run"};
    const RunClaim claim(run.path, RunMode::fresh);
    simulate(scene, build_model(scene), claim, {});
    return run;
}

TEST(Replay, gives_recorded_fields_from_any_frame_on) {
    const TemporaryDirectory directory;
    const RunDirectory run = falling_solid(directory.path());
    Replay replay(run);
    const Json hello = Json::parse(replay.hello());
    ASSERT_EQ(hello["fields"].size(), 4u);
    EXPECT_EQ(hello["fields"][1]["name"], "principal_stretches_1");
    EXPECT_EQ(hello["fields"][0]["unit"], "Pa");
    const std::vector<Body> bodies = read_topology(run.topology());
    const PointFields fields(run, bodies);
    const std::size_t points = FrameReader(run.positions()).points();
    const std::string all = replay.recorded("/recorded?field=0&from=0").value();
    ASSERT_EQ(all.size(), 5 * 4 * points);
    EXPECT_EQ(replay.recorded("/recorded?field=0&from=2").value(), all.substr(2 * 4 * points));
    EXPECT_EQ(replay.recorded("/recorded?field=0&from=5").value(), "");
    std::vector<float> last(points);
    std::memcpy(last.data(), all.data() + 4 * 4 * points, 4 * points);
    const std::vector<double> recorded = fields.read(fields.fields()[0], 4);
    for (int i = 0; i < bodies[0].point_count; ++i) EXPECT_EQ(last[i], static_cast<float>(recorded[i]));
    EXPECT_TRUE(std::isnan(last.back())) << "the slope is no solid";
}

TEST(Replay, gives_recorded_forces_of_contact) {
    const TemporaryDirectory directory;
    const RunDirectory run = falling_solid(directory.path());
    Replay replay(run);
    EXPECT_EQ(Json::parse(replay.hello())["contact"], true);
    const std::string bytes = replay.recorded("/recorded?contact=1&from=1").value();
    std::size_t at = 0;
    const RecordedContact recorded(run, FrameSteps(1));
    for (std::uint64_t frame = 1; frame < 5; ++frame) {
        const ReadContactBlock block = read_contact_block(bytes, at);
        ASSERT_EQ(block.pairs.size(), 1u);
        EXPECT_FLOAT_EQ(block.pairs[0].force[1], recorded.pairs(frame)[0].force[1]);
    }
    EXPECT_EQ(at, bytes.size());
}

TEST(Replay, has_nothing_else_to_give) {
    const TemporaryDirectory directory;
    Replay replay(SampleRun{3, 2}.write(directory.path()));
    EXPECT_EQ(Json::parse(replay.hello())["fields"], Json::array());
    EXPECT_EQ(Json::parse(replay.hello())["contact"], false);
    for (const char* target :
         {"/recorded", "/recorded?from=0", "/recorded?field=0&from=0", "/recorded?contact=1&from=0",
          "/recorded?field=-1&from=0", "/recorded?field=x&from=0", "/recorded?field=0&from=1e3",
          "/recorded?field=0&from=99999999999999999999", "/recorded?field=18446744073709551615&from=0"})
        EXPECT_FALSE(replay.recorded(target)) << target;
    std::mt19937 random(3);
    for (int round = 0; round < 10'000; ++round) {
        std::string target = "/recorded?field=0&from=17";
        for (unsigned changes = random() % 6; changes > 0; --changes)
            target[random() % target.size()] = static_cast<char>(random() % 256);
        EXPECT_FALSE(replay.recorded(target));
    }
}

TEST(Replay, says_what_is_no_run) {
    const TemporaryDirectory directory;
    EXPECT_THAT(error_of([&] { Replay(RunDirectory{directory.path()}); }), HasSubstr("holds no run"));
    const RunDirectory empty = SampleRun{3, 0}.write(directory.path());
    EXPECT_THAT(error_of([&] { Replay(RunDirectory(empty)); }), HasSubstr("no frame"));
}

}  // namespace
}  // namespace talweg::replay_test
