#include "talweg/energies/surface_tension.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/shapes/hemisphere.hpp"

namespace talweg::surface_tension_test {
namespace {

TEST(SurfaceTension, NumbersByHand) {
    // Legs of 3 and 4 m: 6 m². The corner pulls the others in by half of the opposite leg each.
    const Points<double, 3> x = {{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}};
    EXPECT_DOUBLE_EQ(SurfaceTension::energy(x, {0.5}), 3.0);
    const Derivatives<3> d = SurfaceTension::derivatives(x, {0.5});
    EXPECT_DOUBLE_EQ(d.energy, 3.0);
    EXPECT_DOUBLE_EQ(d.gradient[3], 0.5 * 0.5 * 4.0);
    EXPECT_DOUBLE_EQ(d.gradient[7], 0.5 * 0.5 * 3.0);
    EXPECT_DOUBLE_EQ(d.gradient[0], -1.0);
    EXPECT_DOUBLE_EQ(d.gradient[1], -0.75);
    // Out of the plane the area grows with the square: point 1 lifted by z gives ½ 4 √(9 + z²).
    EXPECT_DOUBLE_EQ(d.hessian(5, 5), 0.5 * 0.5 * 4.0 / 3.0);
}

TEST(SurfaceTension, OfAHemispherePullsItsTopWithLaplacesPressure) {
    // On a point of a sphere the film's force is 2γ/r times the area that the point stands for.
    const double radius = 2.0, tension = 3.0;
    const Mesh mesh = make_hemisphere(radius, 40);
    int top = 0;
    for (int i = 0; i < static_cast<int>(mesh.points.size()); ++i)
        if (mesh.points[i][1] > mesh.points[top][1]) top = i;
    double force = 0.0, area = 0.0;
    for (const auto& t : mesh.triangles) {
        const Points<double, 3> x = {{mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]}};
        for (int n = 0; n < 3; ++n)
            if (t[n] == top) {
                force += SurfaceTension::derivatives(x, {tension}).gradient[3 * n + 1];
                area += SurfaceTension::energy(x, {1.0}) / 3.0;
            }
    }
    EXPECT_NEAR(force / area, 2.0 * tension / radius, 0.02 * 2.0 * tension / radius);
}

}  // namespace
}  // namespace talweg::surface_tension_test
