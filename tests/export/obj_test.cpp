#include "talweg/export/obj.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/two_bodies.hpp"
#include "talweg/geometry/read/obj.hpp"

namespace talweg::obj_test {
namespace {

using ::testing::HasSubstr;

TEST(ExportObj, a_reader_gets_the_same_points_faces_and_lines) {
    const auto bodies = two_bodies();
    const auto x = two_bodies_positions(0.25);
    const Mesh mesh = read::read_obj({"a.obj", obj_text(shown_bodies(bodies), x, "metres")});
    EXPECT_EQ(mesh.points, x);
    EXPECT_EQ(mesh.triangles, bodies[0].triangles);
    std::vector<std::array<int, 2>> edges;
    for (const auto& [name, group] : mesh.edge_groups) edges.insert(edges.end(), group.begin(), group.end());
    for (const auto& edge : bodies[1].edges) EXPECT_THAT(edges, ::testing::Contains(edge));
}

TEST(ExportObj, bodies_are_objects) {
    const std::string text = obj_text(shown_bodies(two_bodies()), two_bodies_positions(0), "metres, y up");
    EXPECT_THAT(text, ::testing::StartsWith("# metres, y up\no red_sheet\nv 0 0 0\n"));
    EXPECT_THAT(text, HasSubstr("f 1 2 3\nf 1 3 4\no rope\n"));
    EXPECT_THAT(text, HasSubstr("l 5 6\nl 6 7\n"));
}

}  // namespace
}  // namespace talweg::obj_test
