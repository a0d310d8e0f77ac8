#include "talweg/geometry/shapes/rectangle.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::rectangle_test {
namespace {

TEST(Rectangle, IsCoveredByEveryPattern) {
    for (const Diagonals d : {Diagonals::rising, Diagonals::falling, Diagonals::alternating, Diagonals::crossed}) {
        const Mesh mesh = make_rectangle({3, 2}, {5, 4}, d);
        const bool crossed = d == Diagonals::crossed;
        EXPECT_EQ(mesh.points.size(), crossed ? 50u : 30u);
        EXPECT_EQ(mesh.triangles.size(), crossed ? 80u : 40u);
        EXPECT_EQ(testing::euler_characteristic(mesh), 1);
        EXPECT_NEAR(surface_area(mesh), 6.0, 1e-13);
        for (const auto& [a, b, c] : mesh.triangles)
            EXPECT_NEAR(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[2], crossed ? 0.075 : 0.15, 1e-14);
        EXPECT_EQ(mesh.point_groups.at("left").size(), 5u);
        EXPECT_EQ(mesh.dimension, 2);
    }
}

// Edges that rise minus edges that fall, over all cells.
int bias(Diagonals d) {
    const Mesh mesh = make_rectangle({4, 4}, {4, 4}, d);
    int sum = 0;
    for (const auto& [a, b] : mesh.edge_groups.at("structural")) {
        const Vec3 e = mesh.points[b] - mesh.points[a];
        if (e[0] * e[1] > 1e-9) ++sum;
        if (e[0] * e[1] < -1e-9) --sum;
    }
    return sum;
}

TEST(Rectangle, PatternsPreferTheDirectionsTheySay) {
    EXPECT_EQ(bias(Diagonals::rising), 16);
    EXPECT_EQ(bias(Diagonals::falling), -16);
    EXPECT_EQ(bias(Diagonals::alternating), 0);
    EXPECT_EQ(bias(Diagonals::crossed), 0);
}

TEST(Rectangle, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] {
                                      make_rectangle({1, 0}, {1, 1}, Diagonals::rising);
                                  }),
                                  "rectangle: size[1]"));
}

}  // namespace
}  // namespace talweg::rectangle_test
