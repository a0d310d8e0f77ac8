#include "talweg/energies/arap.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::arap_test {
namespace {

using Tet = Tetrahedron<Arap>;
const double e = 3.0;

TEST(Arap, UniaxialStretchAndHydrostatic) {
    for (double s : test_stretches) {
        const double p = e * (s - 1.0);
        expect_equal(stress<Tet>(stretch(s, 1, 1), {e}), stretch(p, 0, 0), e);
        expect_equal(stress<Tet>(stretch(s, s, s), {e}), stretch(p, p, p), e);
    }
}

TEST(Arap, SimpleShear) {
    for (double g : test_shears)
        expect_equal(stress<Tet>(simple_shear(g), {e}), e * (simple_shear(g) - simple_shear_rotation(g)), e);
}

TEST(Arap, SurvivesInversionAndCollapse) {
    const double values[] = {e};
    const Points<double, 4> rest = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const Tet::Element element = Tet::make({rest, 0.0, 3}, values);
    const Points<double, 4> states[] = {
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}, {}};
    const double stretches_lost[] = {4.0, 1.0, 3.0};  // Σ (σ − 1)²
    for (int i = 0; i < 3; ++i) {
        const Derivatives<4> d = Tet::projected_derivatives(states[i], element);
        EXPECT_NEAR(d.energy, 0.5 * e * stretches_lost[i] / 6.0, 1e-14);
        EXPECT_NEAR(Tet::energy(states[i], element), d.energy, 1e-14);
        for (double g : d.gradient.data) EXPECT_TRUE(std::isfinite(g));
        for (double h : d.hessian.data) EXPECT_TRUE(std::isfinite(h));
    }
}

}  // namespace
}  // namespace talweg::arap_test
