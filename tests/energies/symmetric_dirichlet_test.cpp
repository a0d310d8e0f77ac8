#include "talweg/energies/symmetric_dirichlet.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::symmetric_dirichlet_test {
namespace {

using Tet = Tetrahedron<SymmetricDirichlet>;
const double e = 3.0;

TEST(SymmetricDirichlet, UniaxialStretchAndHydrostatic) {
    for (double s : test_stretches) {
        const double p = 0.25 * e * (s - 1.0 / (s * s * s));
        expect_equal(stress<Tet>(stretch(s, 1, 1), {e}), stretch(p, 0, 0), e);
        expect_equal(stress<Tet>(stretch(s, s, s), {e}), stretch(p, p, p), e);
    }
}

TEST(SymmetricDirichlet, SimpleShear) {
    for (double g : test_shears) {
        const Mat3 back = simple_shear(-g);
        const Mat3 expected = 0.25 * e * (simple_shear(g) - back.transposed() * back * back.transposed());
        expect_equal(stress<Tet>(simple_shear(g), {e}), expected, 10.0 * e);
    }
}

TEST(SymmetricDirichlet, StretchAndSqueezeCostTheSame) {
    const SymmetricDirichlet::Constants c = {e / 8.0};
    RandomMatrices random(1);
    for (int i = 0; i < 100; ++i) {
        const Mat3 f = random.rotation<3>() * stretch(random.uniform(0.3, 3.0), 1.0, random.uniform(0.3, 3.0));
        const double psi = SymmetricDirichlet::density(f, c);
        EXPECT_NEAR(SymmetricDirichlet::density(inverse(f), c), psi, 1e-12 * (1.0 + psi));
    }
    EXPECT_EQ(SymmetricDirichlet::density(stretch(1, 1, -1), c), HUGE_VAL);
    EXPECT_EQ(SymmetricDirichlet::density(Mat2{0, 1, 1, 0}, c), HUGE_VAL);
}

}  // namespace
}  // namespace talweg::symmetric_dirichlet_test
