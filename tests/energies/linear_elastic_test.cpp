#include "talweg/energies/linear_elastic.hpp"

#include "energies/solid_stress.hpp"

namespace talweg::linear_elastic_test {
namespace {

using Tet = Tetrahedron<LinearElastic>;
using Slab = Triangle<LinearElastic, Confinement::plane_strain>;
using Sheet = Triangle<LinearElastic, Confinement::plane_stress>;
const double e = 3.0, nu = 0.35, strain = 0.01;

TEST(LinearElastic, YoungAndPoissonMeanWhatEngineersMean) {
    const double side = 1.0 - nu * strain, between_walls = 1.0 - nu / (1.0 - nu) * strain;
    expect_equal(stress<Tet>(stretch(1.0 + strain, side, side), {e, nu}), stretch(e * strain, 0, 0), e);
    expect_equal(stress<Sheet>(diagonal(Vec2{1.0 + strain, side}), {e, nu, 0.1}), diagonal(Vec2{e * strain, 0}), e);
    expect_equal(stress<Slab>(diagonal(Vec2{1.0 + strain, between_walls}), {e, nu, 0.1}),
                 diagonal(Vec2{e / (1.0 - nu * nu) * strain, 0}), e);
}

TEST(LinearElastic, ShearModulusAndBulkModulus) {
    const double shear = e / (2.0 * (1.0 + nu)), bulk = e / (3.0 * (1.0 - 2.0 * nu));
    for (double g : test_shears)
        expect_equal(stress<Tet>(simple_shear(g), {e, nu}), Mat3{0, shear * g, 0, shear * g, 0, 0, 0, 0, 0}, e);
    for (double s : test_stretches) {
        const double p = 3.0 * bulk * (s - 1.0);
        expect_equal(stress<Tet>(stretch(s, s, s), {e, nu}), stretch(p, p, p), e);
    }
}

TEST(LinearElastic, ThicknessMultipliesTheEnergyOfASheet) {
    const Points<double, 3> rest = {{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}}, x = {{{0, 0, 0}, {2.2, 0, 0}, {0, 1, 0}}};
    const double thin[] = {e, 0.0, 0.1}, thick[] = {e, 0.0, 0.3};
    EXPECT_NEAR(Sheet::energy(x, Sheet::make({rest, 0.0, 2}, thin)), 0.5 * e * 0.1 * 0.1 * 0.1, 1e-15);
    EXPECT_NEAR(Sheet::energy(x, Sheet::make({rest, 0.0, 2}, thick)), 0.5 * e * 0.1 * 0.1 * 0.3, 1e-15);
}

}  // namespace
}  // namespace talweg::linear_elastic_test
