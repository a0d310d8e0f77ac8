#include "talweg/record/frames.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"

namespace talweg::frames_test {
namespace {

using ::testing::HasSubstr;

std::vector<Vec3> frame_of(int frame, int points) {
    std::vector<Vec3> x;
    for (int i = 0; i < points; ++i) x.push_back({frame + 0.1 * i, -1.0 / (frame + i + 1), 1e-300 * i});
    return x;
}

void append_frames(FrameWriter& writer, int begin, int end, int points) {
    for (int frame = begin; frame < end; ++frame) writer.append(frame_of(frame, points));
}

TEST(Frames, read_back_bitwise) {
    const TemporaryDirectory directory;
    FrameWriter writer = FrameWriter::create(directory / "p.npy", 4);
    append_frames(writer, 0, 10, 4);
    writer.flush();
    const FrameReader reader(directory / "p.npy");
    ASSERT_EQ(reader.frames(), 10u);
    ASSERT_EQ(reader.points(), 4u);
    for (int frame = 0; frame < 10; ++frame) EXPECT_EQ(reader.read(frame), frame_of(frame, 4));
    EXPECT_THAT(error_of([&] { reader.read(10); }), HasSubstr("no frame 10"));
    EXPECT_EQ(std::filesystem::file_size(directory / "p.npy"), 128 + 10 * 4 * 24u);
}

TEST(Frames, are_published_by_flush_only) {
    const TemporaryDirectory directory;
    FrameWriter writer = FrameWriter::create(directory / "p.npy", 4);
    FrameReader reader(directory / "p.npy");
    EXPECT_EQ(reader.frames(), 0u);
    append_frames(writer, 0, 3, 4);
    EXPECT_EQ(writer.frames(), 3u);
    EXPECT_EQ(writer.published(), 0u);
    EXPECT_EQ(writer.waiting_bytes(), 3 * 4 * 24u);
    reader.refresh();
    EXPECT_EQ(reader.frames(), 0u);
    writer.flush();
    reader.refresh();
    EXPECT_EQ(reader.frames(), 3u);
    EXPECT_EQ(writer.waiting_bytes(), 0u);
}

TEST(Frames, go_on_after_a_cut) {
    const TemporaryDirectory directory;
    {
        FrameWriter writer = FrameWriter::create(directory / "p.npy", 2);
        append_frames(writer, 0, 8, 2);
        writer.flush();
    }
    FrameWriter writer = FrameWriter::resume(directory / "p.npy", 2, 5);
    EXPECT_EQ(FrameReader(directory / "p.npy").frames(), 5u);
    EXPECT_EQ(std::filesystem::file_size(directory / "p.npy"), 128 + 5 * 2 * 24u);
    append_frames(writer, 5, 7, 2);
    writer.flush();
    const FrameReader reader(directory / "p.npy");
    ASSERT_EQ(reader.frames(), 7u);
    for (int frame = 0; frame < 7; ++frame) EXPECT_EQ(reader.read(frame), frame_of(frame, 2));
}

TEST(Frames, resume_refuses_a_file_that_lacks_frames) {
    const TemporaryDirectory directory;
    const auto path = directory / "p.npy";
    FrameWriter writer = FrameWriter::create(path, 2);
    append_frames(writer, 0, 3, 2);
    writer.flush();
    EXPECT_THAT(error_of([&] { FrameWriter::resume(path, 2, 4); }), HasSubstr("--overwrite"));
    EXPECT_THAT(error_of([&] { FrameWriter::resume(path, 3, 2); }), HasSubstr("--overwrite"));
    std::filesystem::resize_file(path, 128 + 2 * 2 * 24 + 5);
    EXPECT_THAT(error_of([&] { FrameWriter::resume(path, 2, 3); }), HasSubstr("--overwrite"));
    EXPECT_THAT(error_of([&] { FrameReader(path).read(2); }), HasSubstr("cut off"));
    EXPECT_THAT(error_of([&] { FrameWriter::resume(directory / "none.npy", 2, 3); }), HasSubstr("none.npy"));
}

TEST(Frames, claims_of_a_header_are_held_against_the_file) {
    const TemporaryDirectory folder;
    const auto path = folder / "x.npy";
    {
        FrameWriter writer = FrameWriter::create(path, 2);
        for (int frame = 0; frame < 3; ++frame) writer.append(std::vector<double>(6, frame));
        writer.flush();
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(npy_count_offset);
    file << "99999999";
    file.close();
    const FrameReader reader(path);
    EXPECT_EQ(reader.frames(), 3u) << "what is there can be read";
    EXPECT_EQ(reader.read(2)[1][2], 2.0);
    EXPECT_THAT(error_of([&] { reader.read(3); }), HasSubstr("cut off"));
    const auto header = npy_header({5, 0, 3});
    std::ofstream(path, std::ios::binary).write(header.data(), header.size());
    EXPECT_THAT(error_of([&] { FrameReader{path}; }), HasSubstr("frames without points"));
}

TEST(Frames, a_full_disk_leaves_earlier_frames_valid) {
    const TemporaryDirectory directory;
    const auto path = directory / "p.npy";
    FrameWriter writer = FrameWriter::create(path, 4);
    append_frames(writer, 0, 5, 4);
    writer.flush();
    {
        const FileSizeLimit limit(128 + 7 * 96 + 10);
        append_frames(writer, 5, 9, 4);
        EXPECT_THAT(error_of([&] { writer.flush(); }), HasSubstr("p.npy"));
        EXPECT_EQ(FrameReader(path).frames(), 5u);
        writer.drop_unpublished();
    }
    EXPECT_EQ(std::filesystem::file_size(path), 128 + 5 * 96u);
    append_frames(writer, 5, 6, 4);
    writer.flush();
    EXPECT_EQ(FrameReader(path).read(5), frame_of(5, 4));
}

TEST(Frames, can_be_read_at_any_moment_of_writing) {
    const TemporaryDirectory directory;
    FrameWriter writer = FrameWriter::create(directory / "p.npy", 7);
    std::atomic<bool> done = false;
    std::thread reading([&] {
        FrameReader reader(directory / "p.npy");
        std::uint64_t before = 0;
        while (!done) {
            reader.refresh();
            ASSERT_GE(reader.frames(), before);
            ASSERT_LE(reader.frames(), 2000u);
            before = reader.frames();
            if (before == 0) continue;
            ASSERT_EQ(reader.read(before - 1), frame_of(static_cast<int>(before) - 1, 7));
        }
    });
    for (int frame = 0; frame < 2000; ++frame) {
        writer.append(frame_of(frame, 7));
        writer.flush();
    }
    done = true;
    reading.join();
}

TEST(Frames, refuse_a_wrong_number_of_points) {
    const TemporaryDirectory directory;
    FrameWriter writer = FrameWriter::create(directory / "p.npy", 7);
    EXPECT_THAT(error_of([&] { writer.append(frame_of(0, 6)); }), HasSubstr("wrong number of points"));
}

TEST(Frames, hold_any_number_of_components) {
    const TemporaryDirectory directory;
    FrameWriter writer = FrameWriter::create(directory / "one.npy", 2, 1);
    for (const double f : {1.0, 2.0, 3.0}) writer.append(std::span<const double>(std::vector{f, 10 * f}));
    writer.flush();
    const FrameReader reader(directory / "one.npy");
    EXPECT_EQ(reader.components(), 1u);
    EXPECT_EQ(reader.read_values(2), (std::vector{3.0, 30.0}));
    EXPECT_THAT(error_of([&] { reader.read(0); }), HasSubstr("three numbers"));
    EXPECT_THAT(error_of([&] { FrameWriter::resume(directory / "one.npy", 2, 1); }), HasSubstr("--overwrite"));
    FrameWriter again = FrameWriter::resume(directory / "one.npy", 2, 1, 1);
    EXPECT_EQ(again.frames(), 1u);
}

}  // namespace
}  // namespace talweg::frames_test
