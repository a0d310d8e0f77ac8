#include "talweg/energies/fixed_corotational.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::fixed_corotational_test {
namespace {

using Tet = Tetrahedron<FixedCorotational>;
const double e = 3.0, nu = 0.35;
const Lame lame = Lame::from(e, nu, Confinement::space);

TEST(FixedCorotational, UniaxialStretch) {
    for (double b : {0.85, 0.95, 1.0, 1.05}) {
        // Sides free: λ b³ a² − λ b a + 2μ (b − 1) = 0 gives the stretch a that belongs to the lateral stretch b.
        const double l = lame.lambda, root = std::sqrt(l * l * b * b - 8.0 * l * lame.mu * b * b * b * (b - 1.0));
        const double a = (l * b + root) / (2.0 * l * b * b * b);
        const double p = 2.0 * lame.mu * (a - 1.0) + l * (a * b * b - 1.0) * b * b;
        expect_equal(stress<Tet>(stretch(a, b, b), {e, nu}), stretch(p, 0, 0), e);
    }
}

TEST(FixedCorotational, SimpleShear) {
    for (double g : test_shears)
        expect_equal(stress<Tet>(simple_shear(g), {e, nu}),
                     2.0 * lame.mu * (simple_shear(g) - simple_shear_rotation(g)), e);
}

TEST(FixedCorotational, Hydrostatic) {
    for (double s : test_stretches) {
        const double p = 2.0 * lame.mu * (s - 1.0) + lame.lambda * (s * s * s - 1.0) * s * s;
        expect_equal(stress<Tet>(stretch(s, s, s), {e, nu}), stretch(p, p, p), e);
    }
}

}  // namespace
}  // namespace talweg::fixed_corotational_test
