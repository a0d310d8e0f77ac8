#include "talweg/export/coloured_ply.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talweg/geometry/read/ply.hpp"

namespace talweg::coloured_ply_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<Vec3> x = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 0, 0}};
const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {1, 3, 2}};
const std::vector<std::array<int, 2>> edges = {{3, 4}};

int lines_with(const std::string& text, const std::string& words) {
    int count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
    return count;
}

TEST(ColouredPly, paints_what_is_meant_and_reads_back) {
    const Paint paints[] = {{{{2, 3, 1}}, red}, {{{3, 4}, {0, 2}}, blue}};
    const std::string text = coloured_ply(x, triangles, edges, paints);
    EXPECT_EQ(lines_with(text, " 214 39 40\n"), 3);
    EXPECT_EQ(lines_with(text, " 31 90 200\n"), 3 + 2);
    const Mesh mesh = read::read_ply({"a.ply", text});
    ASSERT_EQ(mesh.triangles.size(), 2u);
    for (int t = 0; t < 2; ++t)
        for (int k = 0; k < 3; ++k) EXPECT_EQ(mesh.points[mesh.triangles[t][k]], x[triangles[t][k]]);
}

TEST(ColouredPly, the_first_paint_wins_and_the_rest_is_grey) {
    const Paint paints[] = {{{{1}}, orange}, {{{0, 1, 2}}, red}};
    const std::string text = coloured_ply(x, triangles, {}, paints);
    EXPECT_EQ(lines_with(text, " 245 150 40\n"), 6) << "both triangles have the point";
    EXPECT_THAT(text, Not(HasSubstr(" 214 39 40\n")));
    EXPECT_EQ(lines_with(text, " 200 202 206\n"), 5);
    EXPECT_THAT(text, Not(HasSubstr("element edge")));
}

}  // namespace
}  // namespace talweg::coloured_ply_test
