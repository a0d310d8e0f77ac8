#include "talweg/energies/plate_bending.hpp"

#include <gtest/gtest.h>

#include <set>

#include "math/random_matrices.hpp"
#include "talweg/geometry/hinges.hpp"

namespace talweg::plate_bending_test {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

struct Sheet {
    std::vector<Vec3> flat;  // in the plane of x and y
    Triangles triangles;
};

/// A square grid whose points have been moved at random and whose cells are cut along random diagonals: nothing about
/// it is regular.
Sheet random_sheet(int n, std::uint64_t seed) {
    RandomMatrices random(seed);
    Sheet sheet;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i)
            sheet.flat.push_back({i + random.uniform(-0.2, 0.2), j + random.uniform(-0.2, 0.2), 0});
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i, b = a + 1, c = a + n + 2, d = a + n + 1;
            if (random.uniform(0.0, 1.0) < 0.5)
                sheet.triangles.insert(sheet.triangles.end(), {{a, b, c}, {c, d, a}});  // one turned in its list
            else
                sheet.triangles.insert(sheet.triangles.end(), {{a, b, d}, {d, c, b}});  // one facing down
        }
    return sheet;
}

/// Energy of triangles away from the border over ½ D times their area, when the sheet is bent to z = ½ xᵀ Q x.
double energy_density(const Sheet& sheet, const Mat2& q, double nu) {
    const double values[] = {3.0, nu};
    double energy = 0.0, area = 0.0;
    for (const auto& patch : find_patches(sheet.triangles)) {
        RestElement<12> rest = {{}, 0.0, 2};
        Points<double, 12> x;
        for (int k = 0; k < 12; ++k) {
            const Vec3 p = sheet.flat[patch[k]];
            rest.x[k] = p;
            x[k] = {p[0], p[1], 0.5 * (q(0, 0) * p[0] * p[0] + q(1, 1) * p[1] * p[1]) + q(0, 1) * p[0] * p[1]};
        }
        const std::set<int> distinct(patch.begin(), patch.end());
        if (distinct.size() < 12) continue;  // the border is near
        energy += PlateBending::energy(x, PlateBending::make(rest, values));
        area += 0.5 * norm(cross(rest.x[1] - rest.x[0], rest.x[2] - rest.x[0]));
    }
    return energy / (0.5 * values[0] * area);
}

TEST(PlateBending, MeasuresEveryCurvatureOnAnyMesh) {
    const double small = 1e-5;
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        for (const double nu : {-0.3, 0.0, 0.3, 0.49})
            for (const auto& [q11, q22, q12] :
                 {std::array{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 1.0, 0.0}, {1.0, -0.7, 0.4}}) {
                const Mat2 q = {small * q11, small * q12, small * q12, small * q22};
                const double expected =
                    small * small * ((1 - nu) * (q11 * q11 + q22 * q22 + 2 * q12 * q12) + nu * std::pow(q11 + q22, 2));
                EXPECT_NEAR(energy_density(random_sheet(8, seed), q, nu) / expected, 1.0, 1e-6) << seed << " " << nu;
            }
}

TEST(PlateBending, AtABorderNothingActsAcross) {
    // Two triangles: one angle. Bent about their edge only, without a moment across the other four.
    const double values[] = {2.0, 0.3}, angle = 1e-4;
    const Vec3 a = {-0.5, 0, 0}, b = {0.5, 0, 0}, top = {0, 1, 0}, low = {0, -1, 0};
    const RestElement<12> rest = {{{a, b, top, a, b, low, top, b, a, top, b, a}}, 0.0, 2};
    Points<double, 12> x = rest.x;
    x[5] = {0, -std::cos(angle), std::sin(angle)};
    const PlateBending::Element e = PlateBending::make(rest, values);
    const double energy = PlateBending::energy(x, e);
    // By hand: Q = l δ n nᵀ / A + what is free, δ = θ/2 by symmetry; the moment has no parts across the free edges, so
    // it is m (α yyᵀ + β xxᵀ) with nᵀMn = 0 there, n = (2, ±1)/√5: 4β + α = 0.
    const double alpha = 1.0, beta = -0.25, nu = 0.3;
    const double compliance = (alpha * alpha + beta * beta - 2 * nu * alpha * beta) / (1 - nu * nu) / values[0];
    // Q_yy-weighted work: M:Q = l δ αm / A, and Q = S M.
    const double delta = 0.5 * angle, area = 0.5, m = 1.0 * delta * alpha / area / compliance;
    EXPECT_NEAR(energy, 0.5 * area * m * m * compliance, 1e-6 * energy);
}

TEST(PlateBending, KeepsTheShapeItWasDrawnWith) {
    RandomMatrices random(4);
    Points<double, 12> x;
    for (int i = 0; i < 12; ++i) x[i] = random.matrix<3, 1>();
    const double values[] = {1.0, 0.3};
    EXPECT_EQ(PlateBending::energy(x, PlateBending::make({x, 0.0, 2}, values)), 0.0);
}

}  // namespace
}  // namespace talweg::plate_bending_test
