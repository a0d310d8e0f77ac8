/// Lamé's thick-walled cylinder under inner pressure, in plane strain.
///
///     u(r) = (1 + ν)/E · p a²/(b² − a²) · ((1 − 2ν) r + b²/r)
#include <gtest/gtest.h>

#include "support/solid_body.hpp"
#include "talweg/energies/linear_elastic.hpp"
#include "talweg/energies/planar_pressure.hpp"
#include "talweg/geometry/boundary_edges.hpp"
#include "talweg/geometry/shapes/annulus.hpp"

namespace talweg::thick_cylinder_test {
namespace {

using PlaneStrain = Triangle<LinearElastic, Confinement::plane_strain>;

/// Largest error of the radial displacement, relative to that of the inner wall.
double lame_error(int across, double nu) {
    const double a = 1.0, b = 2.0, e = 1e6, p = 1.0;
    testing::SolidBody<PlaneStrain> body;
    const int around = 12 * across;
    body.mesh = make_annulus(a, b, {across, around});
    body.values = {e, nu, 1.0};
    // By symmetry these points move along their own axis only; that takes the rigid motions away.
    const auto on_axis = [&](int quarter) {
        std::vector<int> points;
        for (int i = 0; i <= across; ++i) points.push_back(i * around + quarter * around / 4);
        return points;
    };
    body.holds = {{on_axis(0), 2, {}}, {on_axis(2), 2, {}}, {on_axis(1), 1, {}}, {on_axis(3), 1, {}}};
    std::vector<int> points;
    std::vector<PlanarPressure::Element> elements;
    for (const TriangleEdge& edge : boundary_edges(body.mesh.triangles))
        if (edge.points[0] < around && edge.points[1] < around) {
            points.insert(points.end(), {edge.points[0], edge.points[1]});
            elements.push_back({Vec3::zero(), p, 0.0, 0.0});
        }
    EXPECT_EQ(int(elements.size()), around);
    body.more = {std::make_shared<Elements<PlanarPressure>>(points, elements)};
    testing::World world = body.make();
    EXPECT_TRUE(testing::settle(world).completed);
    const auto exact = [&](double r) {
        return (1.0 + nu) / e * p * a * a / (b * b - a * a) * ((1.0 - 2.0 * nu) * r + b * b / r);
    };
    const Positions x = positions(world.model, world.state);
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double r = norm(body.mesh.points[i]), u = dot(x[i] - body.mesh.points[i], body.mesh.points[i]) / r;
        largest = std::max(largest, std::fabs(u - exact(r)) / exact(a));
    }
    return largest;
}

TEST(ThickCylinder, WidensAsLameSaysAtSecondOrder) {
    for (const double nu : {0.0, 0.3}) {
        const double coarse = lame_error(4, nu), middle = lame_error(8, nu), fine = lame_error(16, nu);
        std::printf("Lame, nu %.1f: largest error %.2f %%, %.2f %%, %.3f %% at 4, 8, 16 elements across\n", nu,
                    100.0 * coarse, 100.0 * middle, 100.0 * fine);
        EXPECT_LT(fine, 0.005);
        EXPECT_NEAR(std::log2(middle / fine), 2.0, 0.25);
        EXPECT_NEAR(std::log2(coarse / middle), 2.0, 0.4);
    }
}

}  // namespace
}  // namespace talweg::thick_cylinder_test
