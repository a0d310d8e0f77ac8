#include "talweg/energies/spring.hpp"

#include <gtest/gtest.h>

namespace talweg::spring_test {
namespace {

const Points<double, 2> rest = {{{0, 0, 0}, {2, 0, 0}}};
const double stiffness = 3.0;

Spring::Element element(int dimension = 2) { return Spring::make({rest, 0.0, dimension}, &stiffness); }

TEST(Spring, NumbersByHand) {
    // l = 2, |d| = 4: strain 3, energy ½·3·4·9, force 2·3·3·4 along the spring.
    const Points<double, 2> x = {{{1, 1, 1}, {1, 5, 1}}};
    EXPECT_DOUBLE_EQ(Spring::energy(x, element()), 54.0);
    const Derivatives<2> d = Spring::derivatives(x, element());
    EXPECT_DOUBLE_EQ(d.energy, 54.0);
    EXPECT_DOUBLE_EQ(d.gradient[4], 72.0);
    EXPECT_DOUBLE_EQ(d.gradient[1], -72.0);
    EXPECT_DOUBLE_EQ(d.hessian(4, 4), 2.0 * 3.0 / 4.0 * (3.0 * 16.0 - 4.0));
    EXPECT_DOUBLE_EQ(d.hessian(3, 3), 2.0 * 3.0 / 4.0 * (16.0 - 4.0));
    EXPECT_DOUBLE_EQ(d.hessian(3, 0), -d.hessian(3, 3));
}

TEST(Spring, ProjectionDropsTheCompressedDirections) {
    const Points<double, 2> slightly = {{{0, 0, 0}, {1.8, 0, 0}}}, strongly = {{{0, 0, 0}, {0.5, 0, 0}}};
    const Derivatives<2> a = Spring::projected_derivatives(slightly, element());
    EXPECT_DOUBLE_EQ(a.hessian(0, 0), 2.0 * 3.0 / 4.0 * (3.0 * 1.8 * 1.8 - 4.0));
    EXPECT_EQ(a.hessian(1, 1), 0.0);
    const Derivatives<2> b = Spring::projected_derivatives(strongly, element());
    EXPECT_EQ(b.hessian(0, 0), 0.0);
    EXPECT_NE(b.gradient[0], 0.0);
}

TEST(Spring, HasNoSingularityAtZeroLength) {
    const Points<double, 2> x = {{{1, 2, 3}, {1, 2, 3}}};
    const Derivatives<2> d = Spring::projected_derivatives(x, element());
    EXPECT_DOUBLE_EQ(d.energy, 0.5 * 3.0 * 4.0);
    for (double g : d.gradient.data) EXPECT_EQ(g, 0.0);
    for (double h : d.hessian.data) EXPECT_EQ(h, 0.0);
}

TEST(Spring, RefinementLeavesTheBodyAsStiff) {
    // A line cut in two, a square sheet in four, a lattice cube in eight, stretched alike, hold the same energy.
    const double strain = 0.1;
    const auto energy = [&](double length, int dimension) {
        const Points<double, 2> short_rest = {{{0, 0, 0}, {length, 0, 0}}};
        const Points<double, 2> x = {{{0, 0, 0}, {(1.0 + strain) * length, 0, 0}}};
        return Spring::energy(x, Spring::make({short_rest, 0.0, dimension}, &stiffness));
    };
    for (int dimension = 1; dimension <= 3; ++dimension)
        EXPECT_NEAR(energy(2.0, dimension), std::pow(2.0, dimension) * energy(1.0, dimension), 1e-14);
}

}  // namespace
}  // namespace talweg::spring_test
