#include "talweg/energies/st_venant_kirchhoff.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::st_venant_kirchhoff_test {
namespace {

using Tet = Tetrahedron<StVenantKirchhoff>;
const double e = 3.0, nu = 0.35;
const Lame lame = Lame::from(e, nu, Confinement::space);

TEST(StVenantKirchhoff, UniaxialStretch) {
    for (double a : {0.5, 0.8, 1.0, 1.001, 1.3, 1.7}) {
        // Green's strain across is −ν times the one along, so a² and b² are on a line.
        const double b = std::sqrt(1.0 - nu * (a * a - 1.0));
        expect_equal(stress<Tet>(stretch(a, b, b), {e, nu}), stretch(0.5 * e * a * (a * a - 1.0), 0, 0), e);
    }
}

TEST(StVenantKirchhoff, SimpleShear) {
    for (double g : test_shears) {
        const double normal = 0.5 * lame.lambda * g * g, yy = lame.mu * g * g + normal, xy = lame.mu * g;
        const Mat3 second = {normal, xy, 0, xy, yy, 0, 0, 0, normal};  // Piola–Kirchhoff
        expect_equal(stress<Tet>(simple_shear(g), {e, nu}), simple_shear(g) * second, 10.0 * e);
    }
}

TEST(StVenantKirchhoff, Hydrostatic) {
    for (double s : test_stretches) {
        const double p = 0.5 * s * (2.0 * lame.mu + 3.0 * lame.lambda) * (s * s - 1.0);
        expect_equal(stress<Tet>(stretch(s, s, s), {e, nu}), stretch(p, p, p), e);
    }
}

TEST(StVenantKirchhoff, PlaneStressIsTheSolidWithFreeFaces) {
    using Sheet = Triangle<StVenantKirchhoff, Confinement::plane_stress>;
    for (double a : {0.8, 1.0, 1.3})
        for (double b : {0.9, 1.2}) {
            const double c_squared = 1.0 - lame.lambda / (2.0 * lame.mu + lame.lambda) * (a * a + b * b - 2.0);
            const Mat3 solid = stress<Tet>(stretch(a, b, std::sqrt(c_squared)), {e, nu});
            EXPECT_NEAR(solid(2, 2), 0.0, 1e-13);
            expect_equal(stress<Sheet>(diagonal(Vec2{a, b}), {e, nu, 0.1}), diagonal(Vec2{solid(0, 0), solid(1, 1)}),
                         e);
        }
}

}  // namespace
}  // namespace talweg::st_venant_kirchhoff_test
