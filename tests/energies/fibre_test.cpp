#include "talweg/energies/fibre.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::fibre_test {
namespace {

using Tet = Tetrahedron<Fibre>;
using Planar = Triangle<Fibre, Confinement::plane>;
const double modulus = 3.0;

TEST(Fibre, ResistsOnlyAlongItsDirection) {
    for (double s : test_stretches) {
        const double p = 0.5 * modulus * (s * s - 1.0) * s;
        expect_equal(stress<Tet>(stretch(s, 1, 1), {modulus, 5, 0, 0}), stretch(p, 0, 0), modulus);
        expect_equal(stress<Tet>(stretch(1, s, s), {modulus, 5, 0, 0}), Mat3::zero(), modulus);
        expect_equal(stress<Planar>(diagonal(Vec2{1, s}), {modulus, 0, 2, 7, 0.1}), diagonal(Vec2{0, p}), modulus);
    }
}

TEST(Fibre, SimpleShearAcrossTheFibresStretchesThem) {
    for (double g : test_shears) {  // fibres along y become (g, 1, 0)
        const double factor = 0.5 * modulus * g * g;
        expect_equal(stress<Tet>(simple_shear(g), {modulus, 0, 1, 0}), Mat3{0, 0, 0, factor * g, factor, 0, 0, 0, 0},
                     modulus);
    }
}

TEST(Fibre, AddsItsModulusAtSmallStrain) {
    const double strain = 1e-6;
    EXPECT_NEAR(stress<Tet>(stretch(1, 1, 1.0 + strain), {modulus, 0, 0, 1})(2, 2), modulus * strain, 1e-11);
}

TEST(Fibre, WithoutDirectionIsRefused) {
    EXPECT_THROW(stress<Tet>(Mat3::identity(), {modulus, 0, 0, 0}), Error);
    EXPECT_THROW(stress<Planar>(Mat2::identity(), {modulus, 0, 0, 1, 0.1}), Error);
}

}  // namespace
}  // namespace talweg::fibre_test
