#include "talweg/geometry/shapes/disc.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::disc_test {
namespace {

TEST(Disc, HasThePolygonsAreaInClosedForm) {
    for (int rings = 1; rings <= 6; ++rings) {
        const Mesh mesh = make_disc(2.0, rings);
        EXPECT_EQ(mesh.points.size(), std::size_t(1 + 3 * rings * (rings + 1)));
        EXPECT_EQ(mesh.triangles.size(), std::size_t(6 * rings * rings));
        EXPECT_EQ(testing::euler_characteristic(mesh), 1);
        const int sides = 6 * rings;
        EXPECT_NEAR(surface_area(mesh), 0.5 * sides * 4.0 * std::sin(2.0 * std::numbers::pi / sides), 1e-13);
        for (const auto& [a, b, c] : mesh.triangles)
            EXPECT_GT(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[2], 0.0);
        EXPECT_EQ(mesh.point_groups.at("rim").size(), std::size_t(sides));
        for (const int p : mesh.point_groups.at("rim")) EXPECT_NEAR(norm(mesh.points[p]), 2.0, 1e-15);
    }
}

TEST(Disc, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_disc(-1, 2); }), "disc: radius"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_disc(1, 0); }), "disc: rings"));
}

}  // namespace
}  // namespace talweg::disc_test
