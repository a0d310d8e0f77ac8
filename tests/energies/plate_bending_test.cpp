#include "talweg/energies/plate_bending.hpp"

#include <gtest/gtest.h>

#include "energies/random_sheet.hpp"

namespace talweg::plate_bending_test {
namespace {

using testing::bent_energy_density;
using testing::random_sheet;
using testing::Sheet;

/// Over ½ D.
double energy_density(const Sheet& sheet, const Mat2& q, double nu) {
    const double values[] = {3.0, nu};
    return bent_energy_density<PlateBending>(sheet, q, values) / (0.5 * values[0]);
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
