#include "talweg/format/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"

namespace talweg::npy_test {
namespace {

using ::testing::HasSubstr;

std::string header_text(std::uint64_t frames, std::uint64_t points) {
    const auto header = npy_header({frames, points});
    return {header.begin(), header.end()};
}

TEST(Npy, header_follows_the_format) {
    const std::string header = header_text(101, 25);
    ASSERT_EQ(header.size(), 128u);
    EXPECT_EQ(header.substr(0, 6), "\x93NUMPY");
    EXPECT_EQ(header[6], 1);
    EXPECT_EQ(header[7], 0);
    EXPECT_EQ(header[8] + 256 * header[9], 118);  // dictionary, padding and line end: a multiple of 64 in all
    EXPECT_EQ(header.back(), '\n');
    EXPECT_THAT(header, HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': ("));
    EXPECT_THAT(header, HasSubstr("     101, 25, 3), }"));
}

TEST(Npy, number_of_frames_is_one_aligned_word) {
    static_assert(npy_count_offset % 8 == 0 && npy_count_width == 8);
    std::string header = header_text(9, 12345);
    const auto count = npy_frame_count(10);
    header.replace(npy_count_offset, npy_count_width, count.data(), count.size());
    EXPECT_EQ(header, header_text(10, 12345));
}

TEST(Npy, reads_back_what_it_wrote) {
    for (const std::uint64_t frames : {0ull, 1ull, 99'999'999ull}) {
        for (const std::uint64_t points : {0ull, 7ull, 4'000'000'000ull}) {
            const NpyShape shape = parse_npy_header(npy_header({frames, points}), "a.npy");
            EXPECT_EQ(shape.frames, frames);
            EXPECT_EQ(shape.points, points);
        }
    }
}

TEST(Npy, one_number_per_point_has_two_dimensions) {
    const auto header = npy_header({7, 12, 1});
    const std::string text(header.begin(), header.end());
    EXPECT_THAT(text, HasSubstr("       7, 12), }"));
    EXPECT_EQ(parse_npy_header(text, "a.npy").components, 1u);
    const auto six = npy_header({7, 12, 6});
    EXPECT_EQ(parse_npy_header(six, "a.npy").components, 6u);
    EXPECT_EQ(parse_npy_header(six, "a.npy").width(), 72u);
}

TEST(Npy, refuses_what_is_no_recording) {
    const std::string good = header_text(3, 5);
    for (std::size_t i = 0; i < 82; ++i) {
        std::string bad = good;
        bad[i] = '?';
        EXPECT_THAT(error_of([&] { parse_npy_header(bad, "a.npy"); }), HasSubstr("a.npy is not a recording")) << i;
    }
    EXPECT_THAT(error_of([&] { parse_npy_header(std::string_view(good).substr(0, 127), "a.npy"); }), HasSubstr("not"));
    EXPECT_THAT(error_of([] { npy_frame_count(100'000'000); }), HasSubstr("steps_per_frame"));
}

}  // namespace
}  // namespace talweg::npy_test
