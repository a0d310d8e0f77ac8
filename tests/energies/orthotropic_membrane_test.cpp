#include "talweg/energies/orthotropic_membrane.hpp"

#include <gtest/gtest.h>

#include "math/random_matrices.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

namespace talweg::orthotropic_membrane_test {
namespace {

/// Warp, weft, cross, shear, their limits, direction of the warp, thickness.
constexpr double silk[] = {4.3e6, 9.9e6, 4.9e6, 0.57e6, 0.41, 0.34, 0.11, 1, 0, 0, 1.8e-4};

OrthotropicMembrane::Element half_square(const double* values) {
    return OrthotropicMembrane::make({{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}}, 0.0, 2}, values);
}
/// The half of a unit square in the plane of x and z under a linear map of that plane.
Points<double, 3> mapped(double xx, double zz, double xz) { return {{{0, 0, 0}, {xz, 0, zz}, {xx, 0, 0}}}; }

TEST(OrthotropicMembrane, NumbersByHand) {
    const auto e = half_square(silk);
    const double volume = 0.5 * 1.8e-4;
    const auto curve = [](double s, double limit) {
        return -0.5 * limit * limit * std::log(1.0 - s * s / (limit * limit));
    };
    // Warp pulled to 1.2: E₁₁ = 0.22. Weft squeezed to 0.9: E₂₂ = −0.095.
    EXPECT_NEAR(OrthotropicMembrane::energy(mapped(1.2, 1.0, 0.0), e), volume * 4.3e6 * curve(0.22, 0.41), 1e-12);
    EXPECT_NEAR(OrthotropicMembrane::energy(mapped(1.0, 1.2, 0.0), e), volume * 9.9e6 * curve(0.22, 0.34), 1e-12);
    EXPECT_NEAR(OrthotropicMembrane::energy(mapped(1.0, 0.9, 0.0), e), volume * 9.9e6 * 0.5 * 0.095 * 0.095, 1e-12);
    EXPECT_NEAR(OrthotropicMembrane::energy(mapped(1.2, 0.9, 0.0), e),
                volume * (4.3e6 * curve(0.22, 0.41) + 9.9e6 * 0.5 * 0.095 * 0.095 - 4.9e6 * 0.22 * 0.095), 1e-11);
    // A shear that keeps the threads' lengths: c·d = sin of the angle, E₁₂ half of it.
    const double angle = 0.15;
    EXPECT_NEAR(OrthotropicMembrane::energy(mapped(1.0, std::cos(angle), std::sin(angle)), e),
                volume * 2.0 * 0.57e6 * curve(0.5 * std::sin(angle), 0.11), 1e-12);
    // Small strains: a₁ is stress per strain.
    EXPECT_NEAR(OrthotropicMembrane::energy(mapped(1.0 + 1e-6, 1.0, 0.0), e) / volume, 0.5 * 4.3e6 * 1e-12, 1e-10);
}

TEST(OrthotropicMembrane, IsInfiniteAtItsLimitsAndOnlyThere) {
    const auto e = half_square(silk);
    const auto at = [&](double xx, double zz, double xz) { return OrthotropicMembrane::energy(mapped(xx, zz, xz), e); };
    EXPECT_TRUE(std::isfinite(at(std::sqrt(1.0 + 2 * 0.4099), 1, 0)));
    EXPECT_TRUE(std::isinf(at(std::sqrt(1.0 + 2 * 0.4101), 1, 0)));
    EXPECT_TRUE(std::isinf(at(1, std::sqrt(1.0 + 2 * 0.3401), 0)));
    EXPECT_TRUE(std::isinf(at(1, std::cos(0.2231), std::sin(0.2231))));
    EXPECT_TRUE(std::isinf(at(1, std::cos(0.2231), -std::sin(0.2231))));
    EXPECT_TRUE(std::isfinite(at(0.01, 0.01, 0)));
}

TEST(OrthotropicMembrane, NoGuardedMoveReachesALimit) {
    const auto e = half_square(silk);
    RandomMatrices random(11);
    int limited = 0;
    Points<double, 3> x = mapped(1, 1, 0);
    for (int n = 0; n < 20000; ++n) {
        Points<double, 3> dx;
        for (int i = 0; i < 3; ++i) dx[i] = random.uniform(0.0, 1.0) * random.matrix<3, 1>();
        const double step = OrthotropicMembrane::largest_safe_step(x, dx, e);
        ASSERT_GT(step, 0.0);
        limited += step < 1.0;
        Points<double, 3> next;
        for (int i = 0; i < 3; ++i) next[i] = x[i] + step * dx[i];
        const Vec3 s = OrthotropicMembrane::strains(next, e);
        ASSERT_LT(s[0], 0.41);
        ASSERT_LT(s[1], 0.34);
        ASSERT_LT(std::fabs(s[2]), 0.11);
        // On from there, or back to rest when it has come too far to matter.
        x = n % 7 ? next : mapped(1, 1, 0);
    }
    EXPECT_GT(limited, 1000);
}

TEST(OrthotropicMembrane, PassesThePatchTest) {
    // A patch whose inner points are shaken, threads at 25°, under one linear map: forces cancel at inner points, and
    // every triangle has the same energy per area.
    double values[11];
    std::copy(std::begin(silk), std::end(silk), values);
    values[7] = std::cos(0.44), values[9] = std::sin(0.44);
    Mesh mesh = make_cloth({1, 1}, {5, 5}, ClothCut::chessboard);
    RandomMatrices random(3);
    const auto inner = [&](const Vec3& p) { return std::fabs(p[0]) < 0.49 && std::fabs(p[2]) < 0.49; };
    for (Vec3& p : mesh.points)
        if (inner(p)) p += Vec3{random.uniform(-0.05, 0.05), 0, random.uniform(-0.05, 0.05)};
    std::vector<Vec3> x, g(mesh.points.size(), Vec3::zero());
    for (const Vec3& p : mesh.points)
        x.push_back({1.05 * p[0] + 0.06 * p[2], 0.3 * p[0] - 0.1 * p[2], 0.97 * p[2] - 0.02 * p[0] + 2.0});
    double density = -1.0, size = 0.0;
    for (const auto& t : mesh.triangles) {
        const auto e =
            OrthotropicMembrane::make({{{mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]}}, 0, 2}, values);
        const auto d = OrthotropicMembrane::derivatives({{x[t[0]], x[t[1]], x[t[2]]}}, e);
        for (int n = 0; n < 3; ++n)
            for (int a = 0; a < 3; ++a) {
                g[t[n]][a] += d.gradient[3 * n + a];
                size = std::max(size, std::fabs(d.gradient[3 * n + a]));
            }
        if (density < 0.0) density = d.energy / e.volume;
        EXPECT_NEAR(d.energy / e.volume, density, 1e-12 * density);
    }
    for (std::size_t i = 0; i < g.size(); ++i)
        if (inner(mesh.points[i])) {
            EXPECT_LT(norm(g[i]), 1e-12 * size);
        }
    EXPECT_GT(density, 0.0);
}

TEST(OrthotropicMembrane, RefusesWhatCannotBe) {
    double values[11];
    std::copy(std::begin(silk), std::end(silk), values);
    values[2] = 7e6;
    EXPECT_THROW(half_square(values), Error);
    std::copy(std::begin(silk), std::end(silk), values);
    values[7] = 0.0, values[8] = 1.0;
    EXPECT_THROW(half_square(values), Error);
}

}  // namespace
}  // namespace talweg::orthotropic_membrane_test
