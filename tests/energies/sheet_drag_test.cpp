#include "talweg/energies/sheet_drag.hpp"

#include <gtest/gtest.h>

#include "talweg/energies/rope_drag.hpp"
#include "talweg/math/jet.hpp"

namespace talweg::sheet_drag_test {
namespace {

TEST(SheetDrag, NumbersByHand) {
    // Half of a unit square in the plane of x and z, in air of 1.2 kg/m³: k = ½ · 1.2 · C · 0.5.
    const double values[] = {2.0, 0.1, 1.2};
    const SheetDrag::Element element = SheetDrag::make({{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}}, 0.0, 2}, values);
    const Points<double, 3> x = {{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}};
    const auto force = [&](const Vec3& v) {
        const Points<double, 3> all = {{v, v, v}};
        const auto d = differentiate<3>(all, [&](const auto& w) { return SheetDrag::dissipation(w, x, element); });
        Vec3 sum = Vec3::zero();
        for (int k = 0; k < 9; ++k) sum[k % 3] -= d.gradient[k];
        return sum;
    };
    const Vec3 down = force({0, -3, 0}), along = force({4, 0, 3}), both = force({4, -3, 3});
    EXPECT_NEAR(down[1], 0.5 * 1.2 * 2.0 * 0.5 * 9.0, 1e-14);
    EXPECT_NEAR(along[0], -0.5 * 1.2 * 0.1 * 0.5 * 5.0 * 4.0, 1e-14);
    EXPECT_NEAR(along[2], -0.5 * 1.2 * 0.1 * 0.5 * 5.0 * 3.0, 1e-14);
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(both[a], down[a] + along[a], 1e-14);
}

TEST(SheetDrag, IsSmoothAtRest) {
    const double values[] = {2.0, 0.1, 1.2};
    const Points<double, 3> x = {{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}};
    const SheetDrag::Element element = SheetDrag::make({x, 0.0, 2}, values);
    const Derivatives<3> d = SheetDrag::incremental_derivatives(x, x, 100.0, element);
    EXPECT_EQ(d.energy, 0.0);
    for (int i = 0; i < 9; ++i) {
        EXPECT_EQ(d.gradient[i], 0.0);
        for (int j = 0; j < 9; ++j) EXPECT_EQ(d.hessian(i, j), 0.0);
    }
}

TEST(RopeDrag, NumbersByHand) {
    // Two metres of rope along x, a centimetre thick.
    const double values[] = {0.01, 1.1, 0.05, 1.2};
    const Points<double, 2> x = {{{0, 0, 0}, {2, 0, 0}}}, v = {{{3, 4, 0}, {3, 4, 0}}};
    const RopeDrag::Element element = RopeDrag::make({x, 0.0, 1}, values);
    const auto d = differentiate<2>(v, [&](const auto& w) { return RopeDrag::dissipation(w, x, element); });
    EXPECT_NEAR(d.gradient[0] + d.gradient[3], 0.5 * 1.2 * 0.05 * 0.01 * 2.0 * 9.0, 1e-15);
    EXPECT_NEAR(d.gradient[1] + d.gradient[4], 0.5 * 1.2 * 1.1 * 0.01 * 2.0 * 16.0, 1e-15);
}

}  // namespace
}  // namespace talweg::sheet_drag_test
