#include "talweg/geometry/point_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "geometry/read/write_pc2.hpp"
#include "geometry/test_files.hpp"

namespace talweg::point_cache_test {
namespace {

using ::testing::HasSubstr;

const std::vector<std::vector<Vec3>> three_frames = {
    {{0, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {1, 2, 0}}, {{0, 5, 0}, {3, 2, 0}}};

TEST(PointCache, from_a_point_cache_file) {
    const testing::TemporaryFolder folder;
    const auto file = folder.write("a.pc2", testing::write_pc2(three_frames, 10.0f, 2.0f));
    const PointCache cache = read_point_cache(file, 8.0);
    EXPECT_EQ(cache.times, (std::vector<double>{0.0, 0.25, 0.5}));
    EXPECT_EQ(cache.frames, three_frames);
    EXPECT_EQ(cache.point_count(), 2u);
    EXPECT_THAT(testing::error_of([&] { read_point_cache(file, {}); }), HasSubstr("add \"frames_per_second\""));
}

TEST(PointCache, from_a_sequence_of_meshes_in_the_order_of_their_numbers) {
    const testing::TemporaryFolder folder;
    for (const int number : {9, 10, 12})
        folder.write("m_" + std::to_string(number) + ".obj", "v 0 " + std::to_string(number) + " 0\nv 1 0 0\nl 1 2\n");
    folder.write("m_old.obj", "v 0 0 0\n");
    const PointCache cache = read_point_cache(folder.path() / "m_*.obj", 10.0);
    ASSERT_EQ(cache.times.size(), 3u);
    EXPECT_DOUBLE_EQ(cache.times[1], 0.1);
    EXPECT_DOUBLE_EQ(cache.times[2], 0.3);
    EXPECT_EQ(cache.frames[2][0], (Vec3{0, 12, 0}));
    EXPECT_THAT(testing::error_of([&] { read_point_cache(folder.path() / "n_*.obj", 10.0); }),
                HasSubstr("n_*.obj: there is no such file, with a number in place of *"));
    folder.write("m_11.obj", "v 0 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\n");
    EXPECT_THAT(testing::error_of([&] { read_point_cache(folder.path() / "m_*.obj", 10.0); }),
                HasSubstr("frame 2 has 3 points, the first has 2"));
}

TEST(PointCache, says_what_is_wrong) {
    const testing::TemporaryFolder folder;
    const auto message = [&](const std::string& name, const std::string& content) {
        const auto file = folder.write(name, content);
        return testing::error_of([&] { read_point_cache(file, 25.0); });
    };
    EXPECT_THAT(message("a.abc", "x"), HasSubstr("the name of a cache ends in .pc2 or .npz"));
    EXPECT_THAT(message("a.npz", "x"), HasSubstr("not an archive of NumPy"));
    auto frames = three_frames;
    frames[1][0][2] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(message("b.pc2", testing::write_pc2(frames)),
                HasSubstr("frame 1 has a coordinate that is not a number"));
    EXPECT_THAT(testing::error_of([&] { read_point_cache(folder.path() / "none.pc2", 25.0); }),
                HasSubstr("there is no such file"));
}

}  // namespace
}  // namespace talweg::point_cache_test
