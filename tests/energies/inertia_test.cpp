#include "talweg/energies/inertia.hpp"

#include <gtest/gtest.h>

namespace talweg::inertia_test {
namespace {

TEST(Inertia, HoldsThePointWhereItWouldCoastTo) {
    const Inertia::Element element = {{1, 2, 3}, 4.0};
    const Points<double, 1> x = {{{1, 2, 5}}}, coasted = {{{1, 2, 3}}};
    EXPECT_DOUBLE_EQ(Inertia::energy(x, element), 8.0);
    EXPECT_EQ(Inertia::energy(coasted, element), 0.0);
    const Derivatives<1> d = Inertia::projected_derivatives(x, element);
    EXPECT_DOUBLE_EQ(d.energy, 8.0);
    EXPECT_TRUE(d.gradient == (Vec3{0, 0, 8}));
    EXPECT_TRUE(d.hessian == 4.0 * Mat3::identity());
}

}  // namespace
}  // namespace talweg::inertia_test
