#include "talweg/energies/orthotropic_bending.hpp"

#include <gtest/gtest.h>

#include "energies/random_sheet.hpp"

namespace talweg::orthotropic_bending_test {
namespace {

TEST(OrthotropicBending, MeasuresEveryCurvatureOnAnyMeshAlongItsThreads) {
    const double small = 1e-5, b1 = 3.0, b2 = 0.5, b12 = 0.4, b66 = 0.8;
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
        for (const double warp : {0.0, 0.4, 1.57, 2.5})
            for (const auto& [q11, q22, q12] :
                 {std::array{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, -0.7, 0.4}}) {
                // The curvature along warp and weft, as it lies in the sheet.
                const double c = std::cos(warp), s = std::sin(warp);
                const Mat2 q = {small * (c * c * q11 + s * s * q22 - 2 * c * s * q12),
                                small * (c * s * (q11 - q22) + (c * c - s * s) * q12),
                                small * (c * s * (q11 - q22) + (c * c - s * s) * q12),
                                small * (s * s * q11 + c * c * q22 + 2 * c * s * q12)};
                const double values[] = {b1, b2, b12, b66, 2 * c, 2 * s, 0.0};
                const double expected =
                    0.5 * small * small * (b1 * q11 * q11 + b2 * q22 * q22 + 2 * b12 * q11 * q22 + 4 * b66 * q12 * q12);
                const double found =
                    testing::bent_energy_density<OrthotropicBending>(testing::random_sheet(8, seed), q, values);
                EXPECT_NEAR(found / expected, 1.0, 1e-6) << seed << " " << warp;
            }
}

TEST(OrthotropicBending, AlikeInAllDirectionsItIsAPlate) {
    const double nu = 0.3, d = 2.0;
    RandomMatrices random(5);
    for (int n = 0; n < 20; ++n) {
        const Vec3 warp = random.matrix<3, 1>();
        const double plate[] = {d, nu}, woven[] = {d, d, nu * d, 0.5 * (1 - nu) * d, warp[0], warp[1], warp[2]};
        RestElement<12> rest = {{}, 0.0, 2};
        Points<double, 12> x;
        for (int i = 0; i < 12; ++i) {
            rest.x[i] = random.matrix<3, 1>();
            x[i] = rest.x[i] + 0.1 * random.matrix<3, 1>();
        }
        const double expected = PlateBending::energy(x, PlateBending::make(rest, plate));
        EXPECT_NEAR(OrthotropicBending::energy(x, OrthotropicBending::make(rest, woven)), expected, 1e-9 * expected);
    }
}

TEST(OrthotropicBending, RefusesWhatNoClothIs) {
    RestElement<12> rest = {{}, 0.0, 2};
    RandomMatrices random(6);
    for (int i = 0; i < 12; ++i) rest.x[i] = random.matrix<3, 1>();
    const double coupled[] = {1, 4, 2.1, 1, 1, 0, 0}, nowhere[] = {1, 4, 0, 1, 0, 0, 0};
    EXPECT_THROW(OrthotropicBending::make(rest, coupled), Error);
    EXPECT_THROW(OrthotropicBending::make(rest, nowhere), Error);
}

}  // namespace
}  // namespace talweg::orthotropic_bending_test
