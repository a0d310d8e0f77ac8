#include "talweg/geometry/embed/winding_number.hpp"

#include <gtest/gtest.h>

#include <random>

#include "talweg/geometry/shapes/knot.hpp"
#include "talweg/geometry/shapes/sphere.hpp"

namespace talweg::winding_number_test {
namespace {

double exact(const Mesh& mesh, const Vec3& q) {
    double sum = 0.0;
    for (const auto& [a, b, c] : mesh.triangles) sum += solid_angle(q, mesh.points[a], mesh.points[b], mesh.points[c]);
    return sum;
}

TEST(SolidAngle, OfAnOctantIsAnEighth) {
    EXPECT_NEAR(solid_angle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 0.125, 1e-15);
    EXPECT_NEAR(solid_angle({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}), -0.125, 1e-15);
}

TEST(WindingNumber, IsOneInsideAndZeroOutside) {
    const Mesh ball = make_sphere(1.0, 6);
    const WindingNumber winding(ball);
    std::mt19937 random{1};
    std::uniform_real_distribution<double> coordinate(-2.0, 2.0);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 q{coordinate(random), coordinate(random), coordinate(random)};
        if (norm(q) < 0.97) {
            EXPECT_NEAR(winding(q), 1.0, 0.01);
        }
        if (norm(q) > 1.0) {
            EXPECT_NEAR(winding(q), 0.0, 0.01);
        }
    }
}

TEST(WindingNumber, AgreesWithTheSumOfSolidAngles) {
    Mesh knot = make_knot(1.0, 0.2, 200, 16);
    knot.triangles.resize(knot.triangles.size() * 3 / 4);  // with a large hole
    const WindingNumber winding(knot);
    std::mt19937 random{2};
    std::uniform_real_distribution<double> coordinate(-1.5, 1.5);
    double largest = 0.0;
    for (int i = 0; i < 1000; ++i) {
        const Vec3 q{coordinate(random), 0.5 * coordinate(random), coordinate(random)};
        largest = std::max(largest, std::abs(winding(q) - exact(knot, q)));
    }
    EXPECT_LT(largest, 0.01);
}

TEST(WindingNumber, CountsOverlaps) {
    Mesh two = make_sphere(1.0, 4);
    const Mesh other = make_sphere(1.0, 4);
    const int shift = int(two.points.size());
    for (const Vec3& p : other.points) two.points.push_back(p + Vec3{0.5, 0, 0});
    for (const auto& [a, b, c] : other.triangles) two.triangles.push_back({a + shift, b + shift, c + shift});
    const WindingNumber winding(two);
    EXPECT_NEAR(winding({0.25, 0, 0}), 2.0, 0.01);
    EXPECT_NEAR(winding({-0.8, 0, 0}), 1.0, 0.01);
    EXPECT_NEAR(winding({3, 0, 0}), 0.0, 0.01);
}

TEST(WindingNumber, OfNothingIsZero) { EXPECT_EQ(WindingNumber(Mesh{})({1, 2, 3}), 0.0); }

}  // namespace
}  // namespace talweg::winding_number_test
