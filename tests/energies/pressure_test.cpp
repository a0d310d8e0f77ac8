#include "talweg/energies/pressure.hpp"

#include <gtest/gtest.h>

#include "math/random_matrices.hpp"

namespace talweg::pressure_test {
namespace {

using Face = Points<double, 3>;

Vec3 part(const Vector<double, 9>& g, int i) { return {g[3 * i], g[3 * i + 1], g[3 * i + 2]}; }

Face random_face(RandomMatrices& random) {
    return {{random.matrix<3, 1>(), random.matrix<3, 1>(), random.matrix<3, 1>()}};
}

Vec3 normal(const Face& x) { return cross(x[1] - x[0], x[2] - x[0]); }

TEST(Pressure, AFaceWithARimAllRoundFeelsItsOwnForceInEqualParts) {
    RandomMatrices random(1);
    for (int repeat = 0; repeat < 20; ++repeat) {
        const Face x = random_face(random);
        const Pressure::Element e{random.matrix<3, 1>(), 700.0, {1.0, 1.0, 1.0}};
        const auto d = Pressure::incremental_derivatives(x, x, 1.0, e);
        for (int i = 0; i < 3; ++i) EXPECT_LE(norm(part(d.gradient, i) - normal(x) * (700.0 / 6.0)), 1e-11);
    }
}

TEST(Pressure, OverAClosedSurfaceTheEnergyIsPressureTimesVolumeWhateverTheApex) {
    const Vec3 corner[4] = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}};
    const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (const Vec3& apex : {Vec3{0, 0, 0}, Vec3{5, -7, 11}}) {
        double energy = 0.0;
        Vec3 force[4] = {}, total = Vec3::zero();
        for (const auto& f : faces) {
            const Face x = {{corner[f[0]], corner[f[1]], corner[f[2]]}};
            const auto d = Pressure::incremental_derivatives(x, x, 1.0, {apex, 10.0, {}});
            energy += d.energy;
            for (int i = 0; i < 3; ++i) force[f[i]] += part(d.gradient, i);
        }
        EXPECT_NEAR(energy, 10.0 * 4.0, 1e-12);
        // Each corner has a third of the area vectors of its three faces; here of minus the fourth.
        const Face opposite = {{corner[1], corner[2], corner[3]}};
        EXPECT_LE(norm(force[0] + normal(opposite) * (10.0 / 6.0)), 1e-12);
        for (const Vec3& f : force) total += f;
        EXPECT_LE(norm(total), 1e-12);
    }
}

// A tetrahedron that grows from its start by a factor: only the volume gained costs. Also on an open patch the energy
// begins at nothing.
TEST(Pressure, TheEnergyIsMeasuredFromTheStart) {
    const Vec3 corner[4] = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}};
    const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (const double factor : {1.0, 1.1}) {
        double energy = 0.0;
        for (const auto& f : faces) {
            const Face start = {{corner[f[0]], corner[f[1]], corner[f[2]]}};
            const Face x = {{factor * start[0], factor * start[1], factor * start[2]}};
            const Pressure::Element e{{5, -7, 11}, 10.0, {}, start}, open{{5, -7, 11}, 10.0, {1.0, 0.0, 1.0}, start};
            energy += Pressure::incremental_derivatives(x, x, 1.0, e).energy;
            EXPECT_NEAR(Pressure::incremental_derivatives(start, start, 1.0, open).energy, 0.0, 1e-12);
        }
        EXPECT_NEAR(energy, 10.0 * 4.0 * (factor * factor * factor - 1.0), 1e-11);
    }
}

TEST(Pressure, TheProjectedHessianIsOfTheFaceAlone) {
    // The symmetric part of how the face's own force changes, projected; no apex in it.
    RandomMatrices random(2);
    for (int repeat = 0; repeat < 20; ++repeat) {
        const Face x = random_face(random);
        Matrix<double, 9, 9> k = {};
        for (int j = 0; j < 9; ++j) {
            Face plus = x, minus = x;
            plus[j / 3][j % 3] += 0.5;
            minus[j / 3][j % 3] -= 0.5;
            const Vec3 column = (normal(plus) - normal(minus)) * (6.0 / 6.0);  // quadratic: differences are exact
            for (int i = 0; i < 9; ++i) k(i, j) = column[i % 3];
        }
        Matrix<double, 9, 9> expected = (k + k.transposed()) * 0.5;
        project_positive(expected);
        const auto d = Pressure::projected_incremental_derivatives(x, x, 1.0, {random.matrix<3, 1>(), 6.0, {1, 0, 1}});
        EXPECT_LE(frobenius(d.hessian - expected), 1e-12 * frobenius(expected));
    }
}

}  // namespace
}  // namespace talweg::pressure_test
