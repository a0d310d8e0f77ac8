#include "talweg/export/pc2.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "export/sample_clip.hpp"
#include "talweg/geometry/read/obj.hpp"

namespace talweg::pc2_test {
namespace {

using Frames = std::vector<std::vector<std::array<float, 3>>>;

struct Cache {
    std::int32_t version, points, samples;
    float first_frame, frames_per_sample;
    Frames frames;
};

Cache read_cache(const std::filesystem::path& path) {
    const std::string bytes = read_whole_file(path);
    EXPECT_EQ(bytes.substr(0, 12), std::string("POINTCACHE2\0", 12));
    const auto at = [&](std::size_t offset, auto value) {
        std::memcpy(&value, bytes.data() + offset, sizeof value);
        return value;
    };
    Cache cache{at(12, 0), at(16, 0), at(28, 0), at(20, 0.0f), at(24, 0.0f), {}};
    EXPECT_EQ(bytes.size(), 32u + 12u * cache.points * cache.samples);
    for (int k = 0; k < cache.samples; ++k) {
        auto& frame = cache.frames.emplace_back();
        for (int i = 0; i < cache.points; ++i)
            frame.push_back(at(32 + 12 * (k * cache.points + i), std::array<float, 3>{}));
    }
    return cache;
}

TEST(ExportPc2, caches_the_points_of_every_mesh) {
    const SampleClip sample;
    const std::filesystem::path& into = sample.directory.path();
    EXPECT_EQ(export_pc2(Clip(sample.run.path, {}), into, {}), 8u);
    const std::vector<std::pair<std::string, std::vector<int>>> expected = {
        {"red_sheet", {0, 1, 2, 3}}, {"rope", {4, 5, 6}}, {"dice", {7, 8, 9, 10, 11}}, {"jelly", {16, 17, 18}}};
    for (const auto& [name, points] : expected) {
        const Cache cache = read_cache(into / (name + ".pc2"));
        EXPECT_EQ(cache.version, 1);
        EXPECT_EQ(cache.first_frame, 0.0f);
        EXPECT_EQ(cache.frames_per_sample, 1.0f);
        ASSERT_EQ(cache.samples, SampleClip::frame_count);
        for (int k = 0; k < cache.samples; ++k)
            EXPECT_EQ(cache.frames[k], floats_of(SampleClip::positions(k), points)) << name;
        const Mesh mesh = read::read_obj(read::load_source(into / (name + ".obj")));
        ASSERT_EQ(mesh.points.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(mesh.points[i], SampleClip::positions(0)[points[i]]);
    }
    EXPECT_THAT(read_whole_file(into / "dice.obj"), ::testing::HasSubstr("25 frames per second"));
}

TEST(ExportPc2, keeps_the_times_of_frames_that_were_chosen) {
    const SampleClip sample;
    export_pc2(Clip(sample.run.path, parse_frame_range("1::2"), UpAxis::z), sample.directory.path(), {});
    const Cache cache = read_cache(sample.directory / "rope.pc2");
    EXPECT_EQ(cache.first_frame, 1.0f);
    EXPECT_EQ(cache.frames_per_sample, 2.0f);
    ASSERT_EQ(cache.samples, 2);
    const Vec3 x = SampleClip::positions(3)[4];
    EXPECT_EQ(cache.frames[1][0], (std::array<float, 3>{float(x[0]), float(-x[2]), float(x[1])}));
}

}  // namespace
}  // namespace talweg::pc2_test
