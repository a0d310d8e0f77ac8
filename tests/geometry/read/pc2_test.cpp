#include "talweg/geometry/read/pc2.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/read/mutate.hpp"
#include "geometry/read/write_pc2.hpp"

namespace talweg::read::pc2_test {
namespace {

using talweg::testing::write_pc2;
using ::testing::HasSubstr;

const std::vector<std::vector<Vec3>> two_frames = {{{1, 2, 3}, {0.5, -0.25, 0}}, {{4, 5, 6}, {1e-3, 0, -8}}};

std::string message(const std::string& bytes) {
    try {
        read_pc2({"a.pc2", bytes});
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(Pc2, reads_frames_and_their_rate) {
    const Pc2 cache = read_pc2({"a.pc2", write_pc2(two_frames, 3.0f, 0.5f)});
    EXPECT_EQ(cache.first_frame, 3.0);
    EXPECT_EQ(cache.frames_per_sample, 0.5);
    ASSERT_EQ(cache.frames.size(), 2u);
    EXPECT_EQ(cache.frames[0], two_frames[0]);
    EXPECT_EQ(cache.frames[1][1], (Vec3{double(1e-3f), 0, -8}));
}

TEST(Pc2, says_what_is_wrong) {
    const std::string good = write_pc2(two_frames);
    EXPECT_THAT(message("POINTCACHE1"), HasSubstr("a.pc2: this is not a PC2 point cache"));
    EXPECT_THAT(message(good.substr(0, 20)), HasSubstr("cut off"));
    EXPECT_THAT(message(good.substr(0, good.size() - 1)), HasSubstr("2 frames of 2 points are promised"));
    std::string other = good;
    other[12] = 2;
    EXPECT_THAT(message(other), HasSubstr("version 2"));
    other = good;
    other[19] = char(0xff);
    EXPECT_THAT(message(other), HasSubstr("negative number"));
    EXPECT_THAT(message(write_pc2({})), HasSubstr("no points"));
}

TEST(Pc2, damaged_caches_end_in_one_message) {
    const std::string good = write_pc2(two_frames);
    int accepted = 0, refused = 0;
    for (int seed = 0; seed < 4000; ++seed) {
        std::mt19937 random{unsigned(seed)};
        const std::string damaged = talweg::testing::mutate(good, random);
        try {
            const Pc2 cache = read_pc2({"a.pc2", damaged});
            for (const auto& frame : cache.frames) EXPECT_LE(frame.size() * 12 + 32, damaged.size());
            ++accepted;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), ::testing::StartsWith("a.pc2: ")) << "seed " << seed;
            ++refused;
        }
    }
    EXPECT_GT(accepted, 100);
    EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace talweg::read::pc2_test
