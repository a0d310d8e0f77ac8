#include "talweg/geometry/embed/overlap.hpp"

#include <gtest/gtest.h>

#include <random>

namespace talweg::overlap_test {
namespace {

const std::array<Vec3, 4> tet{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

TEST(Overlap, TellsCrossingTouchingAndApart) {
    const auto plane_at = [](double z) { return std::array<Vec3, 3>{Vec3{-5, -5, z}, Vec3{5, -5, z}, Vec3{0, 9, z}}; };
    EXPECT_EQ(overlap(plane_at(0.5), tet, 1e-9), Overlap::crossing);
    EXPECT_EQ(overlap(plane_at(0.0), tet, 1e-9), Overlap::touching);
    EXPECT_EQ(overlap(plane_at(1.0), tet, 1e-9), Overlap::touching);
    EXPECT_EQ(overlap(plane_at(-0.1), tet, 1e-9), Overlap::apart);
    EXPECT_EQ(overlap(plane_at(1.1), tet, 1e-9), Overlap::apart);
}

TEST(Overlap, SeesATriangleInside) {
    EXPECT_EQ(overlap({Vec3{0.1, 0.1, 0.1}, Vec3{0.2, 0.1, 0.1}, Vec3{0.1, 0.2, 0.1}}, tet, 1e-9), Overlap::crossing);
}

TEST(Overlap, ATriangleBesideAnEdgeIsApart) {
    // Inside the bounding box, beyond the slanted face.
    EXPECT_EQ(overlap({Vec3{0.5, 0.5, 0.5}, Vec3{0.6, 0.5, 0.5}, Vec3{0.5, 0.6, 0.5}}, tet, 1e-9), Overlap::apart);
}

// Points sampled on the triangle that fall into the tet prove a crossing; the axes must never deny it.
TEST(Overlap, NeverDeniesACrossing) {
    std::mt19937 random{3};
    std::uniform_real_distribution<double> coordinate(-0.5, 1.5), unit(0.0, 1.0);
    int crossings = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        std::array<Vec3, 3> t;
        for (Vec3& p : t) p = {coordinate(random), coordinate(random), coordinate(random)};
        bool sampled = false;
        for (int s = 0; s < 100 && !sampled; ++s) {
            const double a = unit(random), b = unit(random) * (1 - a);
            const Vec3 p = a * t[0] + b * t[1] + (1 - a - b) * t[2];
            sampled = p[0] > 0.01 && p[1] > 0.01 && p[2] > 0.01 && p[0] + p[1] + p[2] < 0.98;
        }
        crossings += sampled;
        if (sampled) {
            EXPECT_EQ(overlap(t, tet, 1e-9), Overlap::crossing);
        }
    }
    EXPECT_GT(crossings, 300);
}

}  // namespace
}  // namespace talweg::overlap_test
