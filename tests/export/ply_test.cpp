#include "talweg/export/ply.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/two_bodies.hpp"
#include "talweg/geometry/read/ply.hpp"

namespace talweg::ply_test {
namespace {

using ::testing::HasSubstr;

class ExportPly : public ::testing::TestWithParam<PlyEncoding> {};

TEST_P(ExportPly, a_reader_gets_the_same_points_faces_and_edges) {
    const auto bodies = two_bodies();
    const auto x = two_bodies_positions(0.25);
    const Mesh mesh = read::read_ply({"a.ply", ply_text(shown_bodies(bodies), x, "metres", GetParam())});
    EXPECT_EQ(mesh.points, x);
    EXPECT_EQ(mesh.triangles, bodies[0].triangles);
    std::vector<std::array<int, 2>> edges;
    for (const auto& [name, group] : mesh.edge_groups) edges.insert(edges.end(), group.begin(), group.end());
    for (const auto& edge : bodies[1].edges) EXPECT_THAT(edges, ::testing::Contains(edge));
}

INSTANTIATE_TEST_SUITE_P(both, ExportPly, ::testing::Values(PlyEncoding::binary, PlyEncoding::text));

TEST(ExportPlyHeader, leaves_out_elements_that_are_not_there) {
    const auto bodies = two_bodies();
    const auto x = two_bodies_positions(0);
    const std::string sheet = ply_text(shown_bodies(std::span(bodies).first(1)), x, "metres, y up", PlyEncoding::text);
    EXPECT_THAT(sheet, HasSubstr("comment metres, y up\ncomment body 0: red sheet\nelement vertex 4\n"));
    EXPECT_THAT(sheet, HasSubstr("element face 2\n"));
    EXPECT_THAT(sheet, ::testing::Not(HasSubstr("element edge")));
    const std::string rope = ply_text(shown_bodies(std::span(bodies).last(1)), x, "metres", PlyEncoding::text);
    EXPECT_THAT(rope, HasSubstr("element edge 2\nproperty int vertex1\nproperty int vertex2\n"));
    EXPECT_THAT(rope, ::testing::Not(HasSubstr("element face")));
}

TEST(ExportPlyVertices, know_their_body_and_their_fields) {
    const PointValues heat{"heat", {1, 2, 3, 4, 5, 6, 7.5}};
    const std::string text =
        ply_text(shown_bodies(two_bodies()), two_bodies_positions(0), "metres", PlyEncoding::text, {&heat, 1});
    EXPECT_THAT(text, HasSubstr("property int body\nproperty double heat\n"));
    EXPECT_THAT(text, HasSubstr("\n1 0 0 0 2\n"));
    EXPECT_THAT(text, HasSubstr("\n4 -0.7 1e-300 1 7.5\n3 0 1 2\n"));
}

}  // namespace
}  // namespace talweg::ply_test
