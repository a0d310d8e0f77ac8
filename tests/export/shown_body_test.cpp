#include "talweg/export/shown_body.hpp"

#include <gtest/gtest.h>

#include "export/sample_clip.hpp"
#include "talweg/geometry/outer_surface.hpp"

namespace talweg::shown_body_test {
namespace {

TEST(ShownBody, of_a_surface_a_rope_and_solids) {
    std::vector<Body> bodies = SampleClip::bodies();
    bodies[2].triangles = outer_surface(bodies[2].tets);
    const std::vector<ShownBody> shown = shown_bodies(bodies);
    ASSERT_EQ(shown.size(), 4u);
    EXPECT_EQ(shown[0].triangles, bodies[0].triangles);
    EXPECT_TRUE(shown[0].edges.empty());
    EXPECT_EQ(shown[1].points, (std::vector<int>{4, 5, 6}));
    EXPECT_EQ(shown[1].edges, (std::vector<std::array<int, 2>>{{0, 1}, {1, 2}}));
    EXPECT_EQ(shown[2].points.size(), 5u);
    EXPECT_EQ(shown[2].triangles.size(), 6u);
    for (const auto& triangle : shown[2].triangles)
        for (const int corner : triangle) EXPECT_LT(corner, 5);
    EXPECT_EQ(shown[3].points, (std::vector<int>{16, 17, 18})) << "the lattice is not shown";
    EXPECT_EQ(shown[3].triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
    EXPECT_EQ(shown[3].of(SampleClip::positions(2))[1], SampleClip::positions(2)[17]);
}

TEST(ShownBody, of_points_alone) {
    const std::vector<ShownBody> shown = shown_bodies(std::vector{Body{"dust", 3, 2, 1, 1.0, {}, {}, {}, {}}});
    EXPECT_EQ(shown[0].points, (std::vector<int>{3, 4}));
    EXPECT_TRUE(shown[0].edges.empty() && shown[0].triangles.empty());
}

}  // namespace
}  // namespace talweg::shown_body_test
