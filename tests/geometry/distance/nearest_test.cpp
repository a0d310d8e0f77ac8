#include "talweg/geometry/distance/nearest.hpp"

#include <gtest/gtest.h>

#include "../extended_distance.hpp"
#include "../random_points.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/distance/line_line.hpp"
#include "talweg/geometry/distance/point_plane.hpp"

namespace talweg::nearest_test {
namespace {

using testing::Extended;
using testing::extended;
using testing::RandomPoints;

/// Smallest value of a convex function on [0, 1], by thirds.
template <class Function>
long double smallest(const Function& f) {
    long double low = 0.0L, high = 1.0L;
    for (int n = 0; n < 120; ++n) {
        const long double left = low + (high - low) / 3, right = high - (high - low) / 3;
        (f(left) < f(right) ? high : low) = f(left) < f(right) ? right : left;
    }
    return std::min({f(low), f(0.0L), f(1.0L)});
}

long double searched_edge_edge(const Points<double, 4>& x) {
    const Extended a0 = extended(x[0]), a1 = extended(x[1]), b0 = extended(x[2]), b1 = extended(x[3]);
    return smallest([&](long double s) { return norm(testing::extended_point_edge(a0 + (a1 - a0) * s, b0, b1)); });
}
long double searched_point_triangle(const Points<double, 4>& x) {
    const Extended p = extended(x[0]), a = extended(x[1]), b = extended(x[2]), c = extended(x[3]);
    return smallest(
        [&](long double s) { return norm(testing::extended_point_edge(p, a + (c - a) * s, b + (c - b) * s)); });
}

/// Points that are more often than not degenerate: parallel, flat, collapsed, touching, on a small grid.
Points<double, 4> awkward_points(RandomPoints& random) {
    auto x = random.points<4>();
    const double offset = random.chance(0.5) ? 0.0 : random.power(-18, -1);
    switch (random.below(7)) {
        case 0:
            x[3] = x[2] + random.uniform(-2, 2) * (x[1] - x[0]) + offset * random.direction();
            break;
        case 1:
            x[3] = x[2] + offset * random.direction();
            break;
        case 2:
            x[1] = x[0] + offset * random.direction();
            break;
        case 3:
            x[2] = x[0] + random.uniform(0, 1) * (x[1] - x[0]) + offset * random.direction();
            break;
        case 4:
            x[3] = x[1] + random.uniform(-1, 2) * (x[2] - x[1]) + offset * random.direction();
            break;
        case 5:
            for (auto& p : x.at)
                for (int a = 0; a < 3; ++a) p[a] = std::round(2.0 * p[a]);
            break;
        default:
            break;
    }
    const double scale = random.power(-6, 6);
    for (auto& p : x.at) p = scale * p;
    return x;
}

double size_of(const Points<double, 4>& x) {
    double size = 0.0;
    for (const auto& p : x.at) size = std::max(size, norm(p));
    return size;
}

double region_squared(EdgeEdgeRegion region, const Points<double, 4>& x) {
    const Vec3 &a0 = x[0], &a1 = x[1], &b0 = x[2], &b1 = x[3];
    switch (region) {
        case EdgeEdgeRegion::a0_b0:
            return point_point_squared(a0, b0);
        case EdgeEdgeRegion::a0_b1:
            return point_point_squared(a0, b1);
        case EdgeEdgeRegion::a1_b0:
            return point_point_squared(a1, b0);
        case EdgeEdgeRegion::a1_b1:
            return point_point_squared(a1, b1);
        case EdgeEdgeRegion::a0_b:
            return point_line_squared(a0, b0, b1);
        case EdgeEdgeRegion::a1_b:
            return point_line_squared(a1, b0, b1);
        case EdgeEdgeRegion::b0_a:
            return point_line_squared(b0, a0, a1);
        case EdgeEdgeRegion::b1_a:
            return point_line_squared(b1, a0, a1);
        default:
            return line_line_squared(a0, a1, b0, b1);
    }
}
double region_squared(PointTriangleRegion region, const Points<double, 4>& x) {
    const Vec3 &p = x[0], &a = x[1], &b = x[2], &c = x[3];
    switch (region) {
        case PointTriangleRegion::corner0:
            return point_point_squared(p, a);
        case PointTriangleRegion::corner1:
            return point_point_squared(p, b);
        case PointTriangleRegion::corner2:
            return point_point_squared(p, c);
        case PointTriangleRegion::edge0:
            return point_line_squared(p, a, b);
        case PointTriangleRegion::edge1:
            return point_line_squared(p, b, c);
        case PointTriangleRegion::edge2:
            return point_line_squared(p, c, a);
        default:
            return point_plane_squared(p, a, b, c);
    }
}

TEST(Nearest, ReferenceOfSubFeaturesIsTheSearchedMinimum) {
    RandomPoints random(20);
    for (int n = 0; n < 300; ++n) {
        const auto x = awkward_points(random);
        const Points<long double, 4> y = testing::moved(x, x, 0.0L);
        const double tolerance = 1e-9 * size_of(x);
        EXPECT_NEAR(double(norm(testing::extended_edge_edge(y))), double(searched_edge_edge(x)), tolerance);
        EXPECT_NEAR(double(norm(testing::extended_point_triangle(y))), double(searched_point_triangle(x)), tolerance);
    }
}

TEST(Nearest, EdgesHaveTheirTrueDistanceInTheRegionNamed) {
    RandomPoints random(21);
    int seen[9] = {};
    for (int n = 0; n < 20000; ++n) {
        const auto x = awkward_points(random);
        const double exact = double(norm(testing::extended_edge_edge(testing::moved(x, x, 0.0L))));
        const NearestEdgeEdge found = nearest_edge_edge(x[0], x[1], x[2], x[3]);
        const double tolerance = 1e-13 * size_of(x);
        ++seen[int(found.region)];
        EXPECT_NEAR(norm(found.apart), exact, tolerance) << n;
        EXPECT_NEAR(std::sqrt(region_squared(found.region, x)), exact, tolerance) << n << ' ' << int(found.region);
        const Vec3 a = x[0] + found.s * (x[1] - x[0]), b = x[2] + found.t * (x[3] - x[2]);
        EXPECT_LE(norm(a - b - found.apart), 1e-12 * size_of(x)) << n;
        EXPECT_TRUE(found.s >= 0.0 && found.s <= 1.0 && found.t >= 0.0 && found.t <= 1.0);
    }
    for (int count : seen) EXPECT_GT(count, 100);
}

TEST(Nearest, PointAndTriangleHaveTheirTrueDistanceInTheRegionNamed) {
    RandomPoints random(22);
    int seen[7] = {};
    for (int n = 0; n < 20000; ++n) {
        auto x = awkward_points(random);
        if (n % 3 == 0) x[0] = 0.6 * x[1] + 0.3 * x[2] + 0.1 * x[3] + 0.1 * x[0];
        const double exact = double(norm(testing::extended_point_triangle(testing::moved(x, x, 0.0L))));
        const NearestPointTriangle found = nearest_point_triangle(x[0], x[1], x[2], x[3]);
        const double tolerance = 1e-13 * size_of(x);
        ++seen[int(found.region)];
        EXPECT_NEAR(norm(found.apart), exact, tolerance) << n;
        EXPECT_NEAR(std::sqrt(region_squared(found.region, x)), exact, tolerance) << n << ' ' << int(found.region);
        const Vec3 place = found.weight[0] * x[1] + found.weight[1] * x[2] + found.weight[2] * x[3];
        EXPECT_LE(norm(x[0] - place - found.apart), 1e-12 * size_of(x)) << n;
        EXPECT_NEAR(found.weight[0] + found.weight[1] + found.weight[2], 1.0, 1e-9);
    }
    for (int count : seen) EXPECT_GT(count, 100);
}

TEST(Nearest, PointAndEdge) {
    const Vec3 a{0, 0, 0}, b{2, 0, 0};
    EXPECT_EQ(point_edge_region({-1, 1, 0}, a, b), PointEdgeRegion::start);
    EXPECT_EQ(point_edge_region({3, 1, 0}, a, b), PointEdgeRegion::end);
    EXPECT_EQ(point_edge_region({1, 1, 0}, a, b), PointEdgeRegion::inside);
    EXPECT_EQ(point_edge_region({1, 1, 0}, a, a), PointEdgeRegion::start);
    EXPECT_DOUBLE_EQ(point_edge_squared({3, 1, 0}, a, b), 2.0);
    EXPECT_DOUBLE_EQ(point_edge_squared({1, 3, 0}, a, b), 9.0);
}

TEST(Nearest, ParallelEdgesAreNearestAtAnEnd) {
    const Vec3 a0{0, 0, 0}, a1{4, 0, 0};
    EXPECT_NE(edge_edge_region(a0, a1, {1, 1, 0}, {2, 1, 0}), EdgeEdgeRegion::lines);
    EXPECT_EQ(edge_edge_region(a0, a1, {5, 1, 0}, {6, 1, 0}), EdgeEdgeRegion::a1_b0);
    EXPECT_DOUBLE_EQ(edge_edge_squared(a0, a1, {1, 1, 0}, {2, 1, 0}), 1.0);
    EXPECT_DOUBLE_EQ(edge_edge_squared(a0, a1, {5, 1, 0}, {6, 1, 0}), 2.0);
    EXPECT_EQ(edge_edge_squared(a0, a1, a1, a0), 0.0);
    EXPECT_EQ(edge_edge_region(a0, a1, {2, 1, -1}, {2, 1, 1}), EdgeEdgeRegion::lines);
}

}  // namespace
}  // namespace talweg::nearest_test
