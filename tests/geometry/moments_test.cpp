#include "talweg/geometry/moments.hpp"

#include <gtest/gtest.h>

#include "math/random_matrices.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/sphere.hpp"

namespace talweg::moments_test {
namespace {

Mesh turned(Mesh mesh, const Mat3& rotation, const Vec3& move) {
    for (Vec3& p : mesh.points) p = rotation * p + move;
    return mesh;
}

TEST(Moments, OfABoxAnywhereAreExact) {
    RandomMatrices random(3);
    const Vec3 size = {0.3, 1.0, 2.5};
    for (const double far : {0.0, 1.0, 1e4}) {
        const Mat3 rotation = random.rotation<3>();
        const Vec3 place = random.matrix<3, 1>() * far;
        const Moments m = enclosed_moments(turned(make_box(size, {2, 3, 4}, 5), rotation, place));
        const double rounding = 1e-12 * (1.0 + far);
        EXPECT_NEAR(m.volume, 0.75, rounding);
        EXPECT_LT(norm(m.center - place), rounding);
        Mat3 spread = Mat3::zero();
        for (int a = 0; a < 3; ++a) spread(a, a) = size[a] * size[a] / 12.0;
        EXPECT_LT(frobenius(m.spread - rotation * spread * rotation.transposed()), rounding);
    }
}

TEST(Moments, OfATetrahedronAreExact) {
    Mesh tet;
    tet.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tet.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const Moments m = enclosed_moments(tet);
    EXPECT_NEAR(m.volume, 1.0 / 6.0, 1e-15);
    EXPECT_LT(norm(m.center - Vec3{0.25, 0.25, 0.25}), 1e-15);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(m.spread(i, j), i == j ? 3.0 / 80.0 : -1.0 / 80.0, 1e-15);
}

TEST(Moments, OfABallConvergeWithTheSquareOfItsEdges) {
    const auto error = [](int divisions) {
        const Moments m = enclosed_moments(make_sphere(1.0, divisions));
        return m.spread(0, 0) - 0.2;
    };
    EXPECT_NEAR(error(4) / error(8), 4.0, 0.5);
}

/// A plate as a surface with thickness is the box that it is.
TEST(Moments, OfAWallAreThoseOfTheBoxItIs) {
    RandomMatrices random(7);
    const Mat3 rotation = random.rotation<3>();
    Mesh plate;
    plate.points = {{-0.5, -1, 0}, {0.5, -1, 0}, {0.5, 1, 0}, {-0.5, 1, 0}};
    plate.triangles = {{0, 1, 2}, {0, 2, 3}};
    const Moments m = wall_moments(turned(plate, rotation, {1, 2, 3}), 0.03);
    EXPECT_NEAR(m.volume, 0.06, 1e-14);
    EXPECT_LT(norm(m.center - Vec3{1, 2, 3}), 1e-14);
    Mat3 spread = Mat3::zero();
    spread(0, 0) = 1.0 / 12.0;
    spread(1, 1) = 4.0 / 12.0;
    spread(2, 2) = 0.03 * 0.03 / 12.0;
    EXPECT_LT(frobenius(m.spread - rotation * spread * rotation.transposed()), 1e-13);
}

TEST(Moments, OfAWireAreThoseOfRoundRods) {
    Mesh rod;
    rod.points = {{0, 0, 0}, {0.3, 0, 0}, {2, 0, 0}, {2, 1, 0}};
    const Moments m = wire_moments(rod, {{0, 1}, {1, 2}}, 0.1);
    EXPECT_NEAR(m.volume, 2.0 * M_PI * 0.0025, 1e-15);
    EXPECT_LT(norm(m.center - Vec3{1, 0, 0}), 1e-14);
    EXPECT_NEAR(m.spread(0, 0), 4.0 / 12.0, 1e-13);
    EXPECT_NEAR(m.spread(1, 1), 0.01 / 16.0, 1e-15);
    EXPECT_NEAR(m.spread(2, 2), 0.01 / 16.0, 1e-15);
    // Bent: two rods, each about its own middle, and Steiner's part.
    const Moments bent = wire_moments(rod, {{0, 2}, {2, 3}}, 0.1);
    EXPECT_LT(norm(bent.center - Vec3{4.0 / 3.0, 1.0 / 6.0, 0}), 1e-14);
    EXPECT_NEAR(bent.spread(1, 1), (2.0 * (0.01 / 16.0 + 1.0 / 36.0) + 1.0 / 12.0 + 1.0 / 9.0) / 3.0, 1e-14);
}

TEST(Moments, OfPlanarPiecesAndTheirThreePoints) {
    Mesh square;
    square.points = {{1, 1, 0}, {4, 1, 0}, {4, 3, 0}, {1, 3, 0}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    const Moments m = planar_moments(square);
    EXPECT_NEAR(m.volume, 6.0, 1e-13);
    EXPECT_LT(norm(m.center - Vec3{2.5, 2, 0}), 1e-14);
    EXPECT_NEAR(m.spread(0, 0), 9.0 / 12.0, 1e-13);
    EXPECT_NEAR(m.spread(1, 1), 4.0 / 12.0, 1e-13);
    EXPECT_NEAR(m.spread(2, 2), 0.0, 1e-15);
    const auto points = equimomental_triangle(m);
    Mat3 spread = Mat3::zero();
    for (const Vec3& p : points)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) spread(i, j) += (p[i] - m.center[i]) * (p[j] - m.center[j]) / 3.0;
    EXPECT_LT(frobenius(spread - m.spread), 1e-13);
    const auto w = affine_weights(points, Vec3{1, 3, 0});
    EXPECT_LT(norm(w[0] * points[0] + w[1] * points[1] + w[2] * points[2] - Vec3{1, 3, 0}), 1e-13);
}

TEST(Moments, SpreadAndInertiaSayTheSame) {
    Mat3 inertia = Mat3::zero();
    inertia(0, 0) = 2.0;
    inertia(1, 1) = 3.0;
    inertia(2, 2) = 4.0;
    inertia(0, 1) = inertia(1, 0) = 0.5;
    const Mat3 s = spread_of(inertia, 5.0);
    const Mat3 again = (Mat3::identity() * (s(0, 0) + s(1, 1) + s(2, 2)) - s) * 5.0;
    EXPECT_LT(frobenius(again - inertia), 1e-14);
}

TEST(Moments, FourPointsStandForABody) {
    RandomMatrices random(5);
    for (int repeat = 0; repeat < 20; ++repeat) {
        const Moments m = enclosed_moments(
            turned(make_box({0.01, 1.0, 0.4}, {1, 1, 1}, 5), random.rotation<3>(), random.matrix<3, 1>()));
        const auto points = equimomental_points(m);
        Vec3 center = Vec3::zero();
        Mat3 spread = Mat3::zero();
        for (const Vec3& p : points) {
            center += 0.25 * p;
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) spread(i, j) += 0.25 * (p - m.center)[i] * (p - m.center)[j];
        }
        EXPECT_LT(norm(center - m.center), 1e-14);
        EXPECT_LT(frobenius(spread - m.spread), 1e-14);
        EXPECT_GT(dot(points[1] - points[0], cross(points[2] - points[0], points[3] - points[0])), 0.0);
        const Vec3 x = random.matrix<3, 1>();
        const auto weights = affine_weights(points, x);
        Vec3 back = Vec3::zero();
        for (int a = 0; a < 4; ++a) back += weights[a] * points[a];
        EXPECT_LT(norm(back - x), 1e-12);
    }
}

/// A box of two densities, cut into two; J = Σ J_i + m_i (|d|² I − d dᵀ).
TEST(Moments, OfPartsAddUpByTheParallelAxisTheorem) {
    RandomMatrices random(11);
    for (const double far : {0.0, 1.0, 1e3}) {
        const Mat3 rotation = random.rotation<3>();
        const Vec3 place = random.matrix<3, 1>() * far;
        const double rounding = 1e-12 * (1.0 + far);
        const auto part = [&](double from, double to, double density) {
            const Vec3 middle{0.5 * (from + to), 0, 0};
            const Moments m = enclosed_moments(
                turned(make_box({to - from, 1.0, 2.0}, {1, 2, 3}, 5), rotation, rotation * middle + place));
            return WeighedMoments{m, density * m.volume};
        };
        const auto [whole, mass] = together({part(-0.5, 0.1, 3.0), part(0.1, 0.7, 3.0)});
        EXPECT_NEAR(mass, 3.0 * 2.4, rounding);
        EXPECT_NEAR(whole.volume, 2.4, rounding);
        EXPECT_LT(norm(whole.center - (rotation * Vec3{0.1, 0, 0} + place)), rounding);
        Mat3 spread = Mat3::zero();
        spread(0, 0) = 1.44 / 12.0, spread(1, 1) = 1.0 / 12.0, spread(2, 2) = 4.0 / 12.0;
        EXPECT_LT(frobenius(whole.spread - rotation * spread * rotation.transposed()), rounding);

        const auto [mixed, weight] = together({part(-0.5, 0.1, 3.0), part(0.1, 0.7, 5.0)});
        EXPECT_NEAR(weight, 1.2 * 8.0, rounding);
        const double center = (3.0 * -0.2 + 5.0 * 0.4) / 8.0;
        EXPECT_LT(norm(mixed.center - (rotation * Vec3{center, 0, 0} + place)), rounding);
        Mat3 inertia = Mat3::zero();
        for (const auto& [at, m] : {std::pair{-0.2, 3.6}, {0.4, 6.0}}) {
            inertia(0, 0) += m * (1.0 + 4.0) / 12.0;
            inertia(1, 1) += m * ((0.36 + 4.0) / 12.0 + (at - center) * (at - center));
            inertia(2, 2) += m * ((0.36 + 1.0) / 12.0 + (at - center) * (at - center));
        }
        EXPECT_LT(frobenius(mixed.spread - rotation * spread_of(inertia, 9.6) * rotation.transposed()), rounding);
    }
}

}  // namespace
}  // namespace talweg::moments_test
