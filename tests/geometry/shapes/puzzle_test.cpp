#include "talweg/geometry/shapes/puzzle.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"
#include "talweg/geometry/bounding_box.hpp"

namespace talweg::puzzle_test {
namespace {

// What the tabs add, the hollows take: the area is that of the square with its corners rounded.
TEST(Puzzle, AreaConvergesToTheRoundedSquares) {
    const double exact = 4.0 * (1.0 - (4.0 - std::numbers::pi) * 0.06 * 0.06);
    const auto error = [&](int cells) { return std::abs(exact - surface_area(make_puzzle(2.0, cells))) / exact; };
    EXPECT_LT(error(16), 0.01);
    EXPECT_LT(error(64), 0.001);
    EXPECT_LT(error(64), 0.2 * error(16));
}

TEST(Puzzle, IsOnePieceOfSoundTriangles) {
    for (const int cells : {8, 13, 20, 37, 50}) {
        const Mesh mesh = make_puzzle(1.0, cells);
        EXPECT_EQ(testing::euler_characteristic(mesh), 1) << cells;
        double least_angle = 180.0;
        for (const auto& t : mesh.triangles) {
            EXPECT_GT(area_vector(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]])[2], 0.0);
            for (int c = 0; c < 3; ++c) {
                const Vec3 u = mesh.points[t[(c + 1) % 3]] - mesh.points[t[c]],
                           v = mesh.points[t[(c + 2) % 3]] - mesh.points[t[c]];
                least_angle =
                    std::min(least_angle, std::atan2(norm(cross(u, v)), dot(u, v)) * 180.0 / std::numbers::pi);
            }
        }
        EXPECT_GT(least_angle, 12.0) << cells;
        EXPECT_FALSE(mesh.point_groups.at("rim").empty());
    }
}

TEST(Puzzle, HasItsTabs) {
    const Box box = bounding_box(make_puzzle(2.0, 40).points);
    EXPECT_NEAR(box.max[0], 1.5, 2e-3);
    EXPECT_NEAR(box.max[1], 1.5, 2e-3);
    EXPECT_NEAR(box.min[0], -1.0, 2e-3);
}

TEST(Puzzle, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_puzzle(1, 3); }), "puzzle: cells must be at least 8"));
}

}  // namespace
}  // namespace talweg::puzzle_test
