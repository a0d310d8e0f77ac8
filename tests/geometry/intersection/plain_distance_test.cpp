/// The plain distances against closed forms and against the solver's, which were made by other means.
#include "talweg/geometry/intersection/plain_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "../random_points.hpp"
#include "talweg/geometry/distance/distances.hpp"

namespace talweg::plain_distance_test {
namespace {

using testing::RandomPoints;

TEST(PlainDistance, PerpendicularEdgesAreAsFarApartAsTheirFeet) {
    const PlainDistance found = segment_to_segment({-1, 0, 0}, {1, 0, 0}, {0.25, 3, -1}, {0.25, 3, 1});
    EXPECT_DOUBLE_EQ(found.distance, 3.0);
    EXPECT_EQ(found.place, (Vec3{0.25, 1.5, 0}));
}

TEST(PlainDistance, PointsOverTheFaceTheSideAndTheCorner) {
    const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 0, 1};
    EXPECT_DOUBLE_EQ(point_to_triangle({0.25, 2, 0.25}, a, b, c).distance, 2.0);
    EXPECT_DOUBLE_EQ(point_to_triangle({0.5, 3, -4}, a, b, c).distance, 5.0);
    EXPECT_DOUBLE_EQ(point_to_triangle({-2, 2, -1}, a, b, c).distance, 3.0);
}

TEST(PlainDistance, FeaturesWithoutExtentCountAsWhatIsLeftOfThem) {
    EXPECT_DOUBLE_EQ(segment_to_segment({1, 2, 2}, {1, 2, 2}, {0, 0, 0}, {0, 0, 0}).distance, 3.0);
    EXPECT_DOUBLE_EQ(segment_to_segment({0.5, 2, 0}, {0.5, 2, 0}, {0, 0, 0}, {1, 0, 0}).distance, 2.0);
    EXPECT_DOUBLE_EQ(point_to_triangle({0.5, 2, 0}, {0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}).distance, 2.0);
}

TEST(PlainDistance, AgreesWithTheSolversForAnyPlaces) {
    RandomPoints random(71);
    for (int n = 0; n < 20000; ++n) {
        Vec3 x[4];
        for (Vec3& v : x) v = random.in_cube();
        if (n % 3 == 0) x[3] = x[2] + (x[1] - x[0]) + random.in_cube(1e-7);  // nearly parallel
        const double edges = std::sqrt(edge_edge_squared(x[0], x[1], x[2], x[3]));
        const double face = std::sqrt(point_triangle_squared(x[0], x[1], x[2], x[3]));
        EXPECT_NEAR(segment_to_segment(x[0], x[1], x[2], x[3]).distance, edges, 1e-12);
        EXPECT_NEAR(point_to_triangle(x[0], x[1], x[2], x[3]).distance, face, 1e-12);
    }
}

}  // namespace
}  // namespace talweg::plain_distance_test
