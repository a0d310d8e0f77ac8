#include "talweg/energies/neo_hookean.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::neo_hookean_test {
namespace {

using Tet = Tetrahedron<NeoHookean>;
const double e = 3.0, nu = 0.35;
const Lame lame = Lame::from(e, nu, Confinement::space);

TEST(NeoHookean, UniaxialStretch) {
    for (double b : {0.8, 0.9, 0.99, 1.0, 1.02, 1.1}) {
        // Sides free: μ (b − 1/b) + λ ln(a b²)/b = 0 gives the stretch a that belongs to the lateral stretch b.
        const double a = std::exp(lame.mu * (1.0 - b * b) / lame.lambda) / (b * b);
        const double p = lame.mu * (a - 1.0 / a) + lame.lambda * std::log(a * b * b) / a;
        expect_equal(stress<Tet>(stretch(a, b, b), {e, nu}), stretch(p, 0, 0), e);
    }
}

TEST(NeoHookean, SimpleShear) {
    for (double g : test_shears)
        expect_equal(stress<Tet>(simple_shear(g), {e, nu}), Mat3{0, lame.mu * g, 0, lame.mu * g, 0, 0, 0, 0, 0}, e);
}

TEST(NeoHookean, Hydrostatic) {
    for (double s : test_stretches) {
        const double p = lame.mu * (s - 1.0 / s) + 3.0 * lame.lambda * std::log(s) / s;
        expect_equal(stress<Tet>(stretch(s, s, s), {e, nu}), stretch(p, p, p), e);
    }
}

TEST(NeoHookean, IsInfiniteWhereTheElementIsFlatOrInverted) {
    const Lame c = lame;
    EXPECT_EQ(NeoHookean::density(stretch(1, 1, 0), c), HUGE_VAL);
    EXPECT_EQ(NeoHookean::density(stretch(1, 1, -0.5), c), HUGE_VAL);
    EXPECT_GT(NeoHookean::density(stretch(1, 1, 1e-9), c), 400.0 * c.lambda / 2.0);
    const Points<double, 4> rest = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                            inverted = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};
    const double values[] = {e, nu};
    const Tet::Element element = Tet::make({rest, 0.0, 3}, values);
    EXPECT_EQ(Tet::energy(inverted, element), HUGE_VAL);
    EXPECT_EQ(Tet::projected_derivatives(inverted, element).energy, HUGE_VAL);
}

}  // namespace
}  // namespace talweg::neo_hookean_test
