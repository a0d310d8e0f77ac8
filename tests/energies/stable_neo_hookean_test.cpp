#include "talweg/energies/stable_neo_hookean.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::stable_neo_hookean_test {
namespace {

using Tet = Tetrahedron<StableNeoHookean>;
const double e = 3.0, nu = 0.35;
const double mu = 4.0 / 3.0 * e / (2.0 * (1.0 + nu));
const double lambda = e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)) + 5.0 / 6.0 * e / (2.0 * (1.0 + nu));
const double alpha = 1.0 + 0.75 * mu / lambda;  // as the authors write it

TEST(StableNeoHookean, UniaxialStretch) {
    for (double a : test_stretches) {
        const auto shear_part = [&](double b) { return mu * (1.0 - 1.0 / (a * a + 2.0 * b * b + 1.0)); };
        const auto lateral = [&](double b) { return shear_part(b) * b + lambda * (a * b * b - alpha) * a * b; };
        double low = 0.3, high = 3.0;  // sides free: the lateral stretch without lateral stress
        for (int i = 0; i < 200; ++i) (lateral(0.5 * (low + high)) < 0.0 ? low : high) = 0.5 * (low + high);
        const double p = shear_part(low) * a + lambda * (a * low * low - alpha) * low * low;
        expect_equal(stress<Tet>(stretch(a, low, low), {e, nu}), stretch(p, 0, 0), e);
        EXPECT_GE(p * (a - 1.0), 0.0);
    }
}

TEST(StableNeoHookean, SimpleShear) {
    for (double g : test_shears) {
        const double factor = mu * (1.0 - 1.0 / (4.0 + g * g)), p = factor - 0.75 * mu;
        expect_equal(stress<Tet>(simple_shear(g), {e, nu}), Mat3{p, 0.75 * mu * g, 0, factor * g, p, 0, 0, 0, p}, e);
    }
}

TEST(StableNeoHookean, Hydrostatic) {
    for (double s : test_stretches) {
        const double p = mu * (1.0 - 1.0 / (3.0 * s * s + 1.0)) * s + lambda * (s * s * s - alpha) * s * s;
        expect_equal(stress<Tet>(stretch(s, s, s), {e, nu}), stretch(p, p, p), e);
    }
}

TEST(StableNeoHookean, IsLeastAtRestAndFiniteEverywhere) {
    RandomMatrices random(1);
    for (double ratio : {-0.5, 0.0, 0.3, 0.49}) {
        const double values[] = {e, ratio};
        const Lame c = StableNeoHookean::constants(values, Confinement::space);
        for (int i = 0; i < 5000; ++i) EXPECT_GT(StableNeoHookean::density(2.0 * random.matrix<3, 3>(), c), 0.0);
        EXPECT_NEAR(StableNeoHookean::density(random.rotation<3>(), c), 0.0, 1e-15);
    }
    for (const Mat3& f : {Mat3::zero(), stretch(1, 1, 0), stretch(1, 0, 0), stretch(1, 1, -1), stretch(-1, -1, -1)})
        for (double p : stress<Tet>(f, {e, nu}).data) EXPECT_TRUE(std::isfinite(p));
}

}  // namespace
}  // namespace talweg::stable_neo_hookean_test
