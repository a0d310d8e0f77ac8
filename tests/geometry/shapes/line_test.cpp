#include "talweg/geometry/shapes/line.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "talweg/geometry/shapes/sphere.hpp"
#include "talweg/geometry/shapes/strands.hpp"
#include "talweg/math/error.hpp"

namespace talweg::line_test {
namespace {

double longest_over_shortest(const Mesh& mesh) {
    double shortest = 1e300, longest = 0.0;
    for (const auto& [a, b] : mesh.edge_groups.at("structural")) {
        const double length = norm(mesh.points[b] - mesh.points[a]);
        shortest = std::min(shortest, length);
        longest = std::max(longest, length);
    }
    return longest / shortest;
}

TEST(Lines, HelicesRiseAsRightHandedScrews) {
    const Mesh mesh = make_helix(0.2, 0.1, 3.0, 90);
    ASSERT_EQ(mesh.points.size(), 91);
    EXPECT_EQ(mesh.dimension, 1);
    EXPECT_NEAR(mesh.points.back()[1], 0.3, 1e-15);
    EXPECT_NEAR(longest_over_shortest(mesh), 1.0, 1e-12);
    const Vec3 turn = cross(mesh.points[0], mesh.points[1] - mesh.points[0]);
    EXPECT_GT(turn[1], 0.0) << "about +y while it goes along +y";
    EXPECT_EQ(mesh.point_groups.at("end"), std::vector<int>{90});
    EXPECT_THROW(make_helix(0.0, 0.1, 3.0, 90), Error);
    EXPECT_THROW(make_helix(1.0, 0.1, 0.0, 90), Error);
}

TEST(Lines, RingsAreClosed) {
    const Mesh mesh = make_ring(2.0, 40);
    EXPECT_EQ(mesh.points.size(), 40);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), 40);
    EXPECT_EQ(mesh.edge_groups.at("structural").back(), (std::array<int, 2>{39, 0}));
    EXPECT_NEAR(longest_over_shortest(mesh), 1.0, 1e-12);
    EXPECT_THROW(make_ring(1.0, 2), Error);
}

TEST(Lines, CurvesPassThroughTheirPointsInEqualEdges) {
    const std::vector<Vec3> points = {{0, 0, 0}, {1, 0.5, 0}, {1.5, -0.5, 1}, {3, 0, 0.5}, {3, 1, 0}};
    for (const bool closed : {false, true}) {
        const Mesh mesh = make_curve(points, closed, 200);
        EXPECT_EQ(mesh.points.size(), closed ? 200 : 201);
        EXPECT_LT(longest_over_shortest(mesh), 1.0 + 1e-6);
        for (const Vec3& p : points) {
            double near = 1e300;
            for (const Vec3& x : mesh.points) near = std::min(near, norm(x - p));
            EXPECT_LT(near, 0.03);
        }
    }
    EXPECT_THROW(make_curve(std::vector<Vec3>{{0, 0, 0}, {0, 0, 0}}, false, 10), Error);
    EXPECT_THROW(make_curve(std::vector<Vec3>{{0, 0, 0}}, false, 10), Error);
}

/// Four points on a circle: a smooth loop near it. Between two points the cubic stands at (9/16)·√2 – 1/16·√2 of the
/// radius, 0.884.
TEST(Lines, ClosedCurvesAreSmooth) {
    const Mesh mesh = make_curve(std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}, true, 120);
    for (int k = 0; k < 120; ++k) {
        const Vec3 a = mesh.points[k], b = mesh.points[(k + 1) % 120], c = mesh.points[(k + 2) % 120];
        EXPECT_GT(dot(b - a, c - b) / (norm(b - a) * norm(c - b)), std::cos(0.2)) << k;
        EXPECT_NEAR(norm(a), 1.0, 0.117);
    }
}

/// Hair on a ball: roots on the surface, evenly by area, strands along the normals.
TEST(Lines, StrandsGrowEvenlyFromASurface) {
    const Mesh ball = make_sphere(1.0, 6);
    const Mesh hair = make_strands(ball, {400, 5, 0.5, {0, 0, 0}, 7});
    ASSERT_EQ(hair.points.size(), 400 * 6);
    EXPECT_EQ(hair.edge_groups.at("structural").size(), 400 * 5);
    EXPECT_EQ(hair.point_groups.at("tips").size(), 400);
    EXPECT_EQ(hair.point_groups.at("roots").size(), 800);
    Vec3 mean = Vec3::zero();
    for (int k = 0; k < 400; ++k) {
        const Vec3 root = hair.points[6 * k], tip = hair.points[6 * k + 5];
        EXPECT_NEAR(norm(root), 1.0, 0.06);
        EXPECT_NEAR(norm(tip - root), 0.5, 1e-12);
        EXPECT_GT(dot(tip - root, root), 0.45);
        mean += root / 400.0;
    }
    EXPECT_LT(norm(mean), 0.03);
    const Mesh leaning = make_strands(ball, {10, 5, 0.5, {0, -3, 0}, 7});
    for (int k = 0; k < 10; ++k) EXPECT_LT(leaning.points[6 * k + 5][1], leaning.points[6 * k][1]);
    EXPECT_THROW(make_strands(make_ring(1.0, 8), {10, 5, 0.5, {0, 0, 0}, 0}), Error);
}

}  // namespace
}  // namespace talweg::line_test
