#include "talweg/energies/corotational.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::corotational_test {
namespace {

using Tet = Tetrahedron<Corotational>;
const double e = 3.0, nu = 0.35;
const Lame lame = Lame::from(e, nu, Confinement::space);

TEST(Corotational, UniaxialStretchIsHookesLaw) {
    for (double a : test_stretches) {
        const double b = 1.0 - nu * (a - 1.0);
        expect_equal(stress<Tet>(stretch(a, b, b), {e, nu}), stretch(e * (a - 1.0), 0, 0), e);
    }
}

TEST(Corotational, SimpleShear) {
    for (double g : test_shears) {
        const Mat3 r = simple_shear_rotation(g);
        const double growth = std::sqrt(4.0 + g * g) - 2.0;
        expect_equal(stress<Tet>(simple_shear(g), {e, nu}),
                     2.0 * lame.mu * (simple_shear(g) - r) + lame.lambda * growth * r, e);
    }
}

TEST(Corotational, Hydrostatic) {
    for (double s : test_stretches) {
        const double p = (2.0 * lame.mu + 3.0 * lame.lambda) * (s - 1.0);
        expect_equal(stress<Tet>(stretch(s, s, s), {e, nu}), stretch(p, p, p), e);
    }
}

TEST(Corotational, PlaneStressIsTheSolidWithFreeFaces) {
    using Sheet = Triangle<Corotational, Confinement::plane_stress>;
    for (double a : test_stretches)
        for (double b : {0.9, 1.2}) {
            const double c = 1.0 - lame.lambda / (2.0 * lame.mu + lame.lambda) * (a + b - 2.0);
            const Mat3 solid = stress<Tet>(stretch(a, b, c), {e, nu});
            EXPECT_NEAR(solid(2, 2), 0.0, 1e-13);
            expect_equal(stress<Sheet>(diagonal(Vec2{a, b}), {e, nu, 0.1}), diagonal(Vec2{solid(0, 0), solid(1, 1)}),
                         e);
        }
}

}  // namespace
}  // namespace talweg::corotational_test
