#include "talweg/geometry/isosurface/isosurface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::isosurface_test {
namespace {

const Box around{{-2, -2, -2}, {2, 2, 2}};

double ball(const Vec3& x) { return norm(x) - 1.0; }
double torus(const Vec3& x) { return std::hypot(std::hypot(x[0], x[2]) - 1.0, x[1]) - 0.4; }

TEST(Isosurface, OfABallAndOfATorusIsClosedAndOfItsGenus) {
    for (const double spacing : {0.5, 0.3, 0.11}) {
        const Mesh round = isosurface(with_slope(ball, 1.0), around, spacing);
        EXPECT_TRUE(testing::is_closed_and_oriented(round)) << spacing;
        EXPECT_EQ(testing::euler_characteristic(round), 2) << spacing;
        EXPECT_GT(enclosed_volume(round), 0.0) << "outward";
        const Mesh ring = isosurface(with_slope(torus, 1.0), around, spacing / 2.0);
        EXPECT_TRUE(testing::is_closed_and_oriented(ring)) << spacing;
        EXPECT_EQ(testing::euler_characteristic(ring), 0) << spacing;
    }
}

// Rough fields, whose surface passes through many lattice points and folds within a cube, are closed all the same.
TEST(Isosurface, IsClosedWhateverTheFieldDoes) {
    const auto rough = [](const Vec3& x) {
        const double wave = std::sin(9 * x[0] + 5 * x[1]) * std::sin(11 * x[1] - 3 * x[2]) * std::sin(8 * x[2] + x[0]);
        return norm(x) > 1.5 ? norm(x) - 1.4 : std::round(4 * wave) / 4;
    };
    const Mesh mesh = isosurface({rough, [](const Box&) { return true; }}, around, 0.25);
    EXPECT_GT(mesh.triangles.size(), 1000u);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_TRUE(testing::are_unique(mesh.edge_groups.at("structural")));
}

TEST(Isosurface, PointsLieWithinATenthOfAnEdgeOfTheSurface) {
    const double spacing = 0.2;
    for (const Vec3& x : isosurface(with_slope(ball, 1.0), around, spacing).points)
        EXPECT_LT(std::abs(ball(x)), 0.11 * spacing);
}

// 10⁹ cubes would fit into this box; the ball's surface meets some thousands of them.
TEST(Isosurface, LooksOnlyNearTheSurface) {
    int asked = 0;
    const auto counted = [&](const Vec3& x) { return ++asked, ball(x); };
    const Mesh mesh = isosurface(with_slope(counted, 1.0), {{-50, -50, -50}, {50, 50, 50}}, 0.1);
    EXPECT_EQ(testing::euler_characteristic(mesh), 2);
    EXPECT_LT(asked, 60000);
}

TEST(Isosurface, IsTheSameOnEveryCall) {
    const Mesh a = isosurface(with_slope(torus, 1.0), around, 0.15),
               b = isosurface(with_slope(torus, 1.0), around, 0.15);
    ASSERT_EQ(a.points.size(), b.points.size());
    for (std::size_t i = 0; i < a.points.size(); ++i) EXPECT_EQ(norm(a.points[i] - b.points[i]), 0.0);
    EXPECT_EQ(a.triangles, b.triangles);
}

TEST(Isosurface, OfNothingIsEmpty) {
    EXPECT_TRUE(isosurface(with_slope([](const Vec3&) { return 1.0; }, 1.0), around, 0.5).points.empty());
    EXPECT_TRUE(isosurface(with_slope(ball, 1.0), Box{}, 0.5).points.empty());
}

TEST(Isosurface, RefusesWhatIsTooFine) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { isosurface(with_slope(ball, 1.0), around, 1e-6); }),
                                  "use a larger spacing"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { isosurface(with_slope(ball, 1.0), around, 0.0); }),
                                  "positive length"));
}

}  // namespace
}  // namespace talweg::isosurface_test
