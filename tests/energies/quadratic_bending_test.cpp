#include "talweg/energies/quadratic_bending.hpp"

#include <gtest/gtest.h>

#include "talweg/energies/hinge_bending.hpp"
#include "talweg/geometry/hinges.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

namespace talweg::quadratic_bending_test {
namespace {

/// Two triangles on a common edge of length 2 along z, opened by an angle.
Points<double, 4> folded(double angle) {
    return {{{0, 0, 0}, {0, 0, 2}, {-1, 0, 1.2}, {std::cos(angle), std::sin(angle), 0.7}}};
}

TEST(QuadraticBending, IsAHingeWithTheSineOfHalfTheAngle) {
    const double rigidity = 3.0;
    const QuadraticBending::Element e = QuadraticBending::make({folded(0.0), 0.0, 2}, &rigidity);
    for (const double angle : {0.001, 0.7, -1.9, 3.1}) {
        // |e|² = 4, areas 1 and 1.
        const double sine = 2.0 * std::sin(0.5 * angle);
        EXPECT_NEAR(QuadraticBending::energy(folded(angle), e), 0.5 * rigidity * 4.0 / 2.0 * sine * sine, 1e-13);
    }
    EXPECT_NEAR(QuadraticBending::energy(folded(0.0), e), 0.0, 1e-30);
}

TEST(QuadraticBending, CostsAFlatSheetNothingAndACylinderWhatHingesDo) {
    const double rigidity = 1.0, radius = 2.0;
    const Mesh mesh = make_cloth({1, 1}, {20, 20}, ClothCut::equilateral);
    double quadratic = 0.0, hinges = 0.0, stretched = 0.0;
    for (const auto& hinge : find_hinges(mesh.triangles)) {
        Points<double, 4> rest, bent, wide;
        for (int n = 0; n < 4; ++n) {
            rest[n] = mesh.points[hinge[n]];
            bent[n] = {radius * std::sin(rest[n][0] / radius), radius * std::cos(rest[n][0] / radius), rest[n][2]};
            wide[n] = {1.3 * rest[n][0] + 0.2 * rest[n][2], 0.4 * rest[n][0], 0.9 * rest[n][2]};
        }
        const auto q = QuadraticBending::make({rest, 0.0, 2}, &rigidity);
        quadratic += QuadraticBending::energy(bent, q);
        stretched += QuadraticBending::energy(wide, q);
        hinges += HingeBending::energy(bent, HingeBending::make({rest, 0.0, 2}, &rigidity));
    }
    EXPECT_NEAR(quadratic, hinges, 1e-3 * hinges);
    EXPECT_GT(hinges, 0.1);
    EXPECT_NEAR(stretched, 0.0, 1e-20 * hinges) << "a sheet that is stretched evenly is as flat as before";
}

}  // namespace
}  // namespace talweg::quadratic_bending_test
