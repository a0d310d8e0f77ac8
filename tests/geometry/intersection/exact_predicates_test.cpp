#include "talweg/geometry/intersection/exact_predicates.hpp"

#include <gtest/gtest.h>

#include "../extended_distance.hpp"
#include "../random_points.hpp"

namespace talweg::exact_predicates_test {
namespace {

using testing::extended;
using testing::Extended;
using testing::RandomPoints;

TEST(ExactPredicates, SignsThatRoundingGetsWrong) {
    // Places a few roundings away from the line through (12, 12) and (24, 24): exact in multiples of 2⁻⁵³.
    int wrong_in_double = 0;
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const double x = 0.5 + i * 0x1p-53, y = 0.5 + j * 0x1p-53;
            const Vec3 a{x, y, 0}, b{12, 12, 0}, c{24, 24, 0};
            const int exact = (i < j) - (i > j);  // the sign of 12 (y − x)
            EXPECT_EQ(planar_orientation_sign(a, b, c), exact) << i << ' ' << j;
            const double rounded = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            wrong_in_double += (rounded > 0) - (rounded < 0) != planar_orientation_sign(a, b, c);
        }
    EXPECT_GT(wrong_in_double, 100);
}

TEST(ExactPredicates, OrientationOfTetrahedra) {
    const Vec3 o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    EXPECT_EQ(orientation_sign(o, x, y, z), 1);
    EXPECT_EQ(orientation_sign(o, y, x, z), -1);
    EXPECT_EQ(orientation_sign(o, x, y, Vec3{0.1, 0.7, 0}), 0);
    EXPECT_EQ(orientation_sign(o, x, y, Vec3{0.1, 0.7, 1e-300}), 1);
    EXPECT_EQ(orientation_sign(Vec3{0.1, 0.1, 0.1}, Vec3{0.2, 0.2, 0.2}, Vec3{0.3, 0.7, 0.1}, Vec3{0.4, 0.4, 0.4}), 0);
}

TEST(ExactPredicates, KnownSegmentsAndTriangles) {
    const Vec3 p{0, 0, 0}, q{4, 0, 0}, r{0, 4, 0};
    const auto meets = [&](const Vec3& a, const Vec3& b) { return segment_crosses_triangle(a, b, p, q, r); };
    EXPECT_TRUE(meets({1, 1, -1}, {1, 1, 1}));   // pierces
    EXPECT_TRUE(meets({1, 1, 0}, {1, 1, 1}));    // stands on it
    EXPECT_TRUE(meets({0, 0, 0}, {-1, -1, 1}));  // at a corner
    EXPECT_TRUE(meets({2, -1, -1}, {2, 1, 1}));  // through a side
    EXPECT_TRUE(meets({-1, 1, 0}, {9, 1, 0}));   // in the plane, across
    EXPECT_TRUE(meets({1, 1, 0}, {1.5, 1, 0}));  // in the plane, inside
    EXPECT_TRUE(meets({4, 0, 0}, {8, 0, 0}));    // in the plane, on from a corner
    EXPECT_TRUE(meets({1, 0, 0}, {2, 0, 0}));    // on a side
    EXPECT_FALSE(meets({1, 1, 1e-300}, {1, 1, 1}));
    EXPECT_FALSE(meets({3, 3, -1}, {3, 3, 1}));  // passes outside
    EXPECT_FALSE(meets({5, 0, 0}, {8, 0, 0}));   // in the plane, beyond a corner
    EXPECT_FALSE(meets({3, 3, 0}, {4, 4, 0}));
    EXPECT_TRUE(meets({1, 1, 0}, {1, 1, 0}));  // a segment that is a point
    EXPECT_FALSE(meets({1, 1, 1}, {1, 1, 1}));
}

TEST(ExactPredicates, DegenerateTrianglesAreTheirSides) {
    const Vec3 p{0, 0, 0}, q{1, 1, 1}, r{3, 3, 3};
    EXPECT_TRUE(segment_crosses_triangle({2, 2, 0}, {2, 2, 4}, p, q, r));
    EXPECT_FALSE(segment_crosses_triangle({2, 2.5, 0}, {2, 2.5, 4}, p, q, r));
    EXPECT_TRUE(segment_crosses_triangle({2.5, 2.5, 2.5}, {5, 5, 5}, p, q, r));
    EXPECT_FALSE(segment_crosses_triangle({4, 4, 4}, {5, 5, 5}, p, q, r));
    EXPECT_TRUE(segment_crosses_triangle({0, 0, 0}, {1, 0, 0}, p, p, p));
    EXPECT_FALSE(segment_crosses_triangle({0.5, 0, 0}, {1, 0, 0}, p, p, p));
}

TEST(ExactPredicates, PlanarSegments) {
    EXPECT_TRUE(segments_cross({0, 0, 0}, {2, 2, 0}, {0, 2, 0}, {2, 0, 0}));
    EXPECT_TRUE(segments_cross({0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 1, 0}));  // touches
    EXPECT_TRUE(segments_cross({0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {3, 0, 0}));  // overlap on a line
    EXPECT_TRUE(segments_cross({0, 0, 0}, {2, 0, 0}, {2, 0, 0}, {3, 0, 0}));
    EXPECT_FALSE(segments_cross({0, 0, 0}, {2, 0, 0}, {2.5, 0, 0}, {3, 0, 0}));
    EXPECT_FALSE(segments_cross({0, 0, 0}, {2, 0, 0}, {1, 1e-300, 0}, {1, 1, 0}));
    EXPECT_TRUE(segments_cross({0, 0, 5}, {0, 2, 7}, {0, 1, -3}, {0, 3, 1}));  // the third coordinate does not matter
}

/// Distance of a segment and a triangle by thirds: convex along the segment.
double searched_distance(const Points<double, 5>& x) {
    const auto distance = [&](long double s) {
        const Extended a = extended(x[0]), b = extended(x[1]);
        return norm(
            testing::extended_point_triangle({{a + (b - a) * s, extended(x[2]), extended(x[3]), extended(x[4])}}));
    };
    long double low = 0.0L, high = 1.0L;
    for (int n = 0; n < 100; ++n) {
        const long double left = low + (high - low) / 3, right = high - (high - low) / 3;
        (distance(left) < distance(right) ? high : low) = distance(left) < distance(right) ? right : left;
    }
    return double(std::min({distance(low), distance(0.0L), distance(1.0L)}));
}

TEST(ExactPredicates, EveryDegeneracyOfASmallGrid) {
    // Whole coordinates from −2 to 2: most tuples are degenerate somehow, and distances are either 0 or large.
    RandomPoints random(51);
    int met = 0;
    for (int n = 0; n < 1500; ++n) {
        auto x = random.points<5>(2.5);
        for (auto& p : x.at)
            for (int a = 0; a < 3; ++a) p[a] = std::round(p[a]);
        if (n % 3 == 0)
            for (auto& p : x.at) p[n % 2] = 1.0;
        const double distance = searched_distance(x);
        ASSERT_TRUE(distance < 1e-9 || distance > 1e-3) << distance;
        const bool meets = segment_crosses_triangle(x[0], x[1], x[2], x[3], x[4]);
        EXPECT_EQ(meets, distance < 1e-9) << n;
        met += meets;
    }
    EXPECT_GT(met, 200);
}

}  // namespace
}  // namespace talweg::exact_predicates_test
