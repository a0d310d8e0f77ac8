#include "talweg/geometry/shapes/knot.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::knot_test {
namespace {

TEST(Knot, IsAClosedTube) {
    const Mesh mesh = make_knot(1.0, 0.1, 120, 8);
    EXPECT_EQ(mesh.points.size(), 960u);
    EXPECT_EQ(mesh.triangles.size(), 1920u);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 0);
}

// A tube's volume is its section times the length of its middle line, here by summing chords of the curve.
TEST(Knot, VolumeConvergesToSectionTimesLength) {
    double length = 0.0;
    Vec3 before{1, 0, 0};
    const int chords = 100000;
    for (int i = 1; i <= chords; ++i) {
        const double t = 2.0 * std::numbers::pi * i / chords, r = 2.0 + std::cos(3.0 * t);
        const Vec3 now = Vec3{r * std::cos(2.0 * t), std::sin(3.0 * t), r * std::sin(2.0 * t)} / 3.0;
        length += norm(now - before);
        before = now;
    }
    const double exact = std::numbers::pi * 0.01 * length;
    const auto error = [&](int n) { return std::abs(exact - enclosed_volume(make_knot(1.0, 0.1, 40 * n, 4 * n))); };
    EXPECT_NEAR(error(4) / error(8), 4.0, 0.5);
    EXPECT_LT(error(8), 0.02 * exact);
}

TEST(Knot, RefusesToMeetItself) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_knot(1, 0.3, 100, 8); }), "the tube meets itself"));
}

}  // namespace
}  // namespace talweg::knot_test
