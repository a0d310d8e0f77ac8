#include "talweg/energies/spring_damping.hpp"

#include <gtest/gtest.h>

#include "talweg/math/jet.hpp"

namespace talweg::spring_damping_test {
namespace {

const Points<double, 2> rest = {{{0, 0, 0}, {2, 0, 0}}};
const double damping = 3.0;
const SpringDamping::Element element = SpringDamping::make({rest, 0.0, 2}, &damping);

TEST(SpringDamping, OnlyTheRateOfLengthCounts) {
    const Points<double, 2> x = {{{0, 0, 0}, {0, 4, 0}}};
    const Points<double, 2> v = {{{1, 1, 1}, {5, 3, -6}}};  // lengthens by 2 m/s
    const Derivatives<2> d =
        differentiate<2>(v, [&](const auto& w) { return SpringDamping::dissipation(w, x, element); });
    EXPECT_DOUBLE_EQ(d.energy, 6.0);
    EXPECT_DOUBLE_EQ(d.gradient[4], 6.0);  // force on the far end: −3·2 along the spring
    EXPECT_DOUBLE_EQ(d.gradient[1], -6.0);
    EXPECT_EQ(d.gradient[3], 0.0);
    EXPECT_EQ(d.gradient[5], 0.0);
}

TEST(SpringDamping, AFiniteMoveCountsTheChangeOfSquaredLength) {
    const Points<double, 2> before = {{{0, 0, 0}, {2, 0, 0}}}, after = {{{0, 0, 0}, {0, 0, 3}}};
    // Rate (9 − 4)/(2·2) in 1/10 s: 12.5 m/s; potential ½·3·12.5²/10.
    EXPECT_DOUBLE_EQ(SpringDamping::incremental(after, before, 10.0, element), 0.5 * 3.0 * 12.5 * 12.5 / 10.0);
}

TEST(SpringDamping, APairOfCoincidentPointsIsLeftAlone) {
    const Points<double, 2> x = {{{1, 2, 3}, {1, 2, 3}}}, v = {{{1, 0, 0}, {0, 1, 0}}};
    EXPECT_EQ(SpringDamping::dissipation(v, x, element), 0.0);
    EXPECT_EQ(SpringDamping::incremental(v, x, 10.0, element), 0.0);
    const Derivatives<2> d = SpringDamping::projected_incremental_derivatives(v, x, 10.0, element);
    for (double g : d.gradient.data) EXPECT_EQ(g, 0.0);
}

TEST(SpringDamping, RefinementLeavesTheBodyAsDamped) {
    for (int dimension = 1; dimension <= 3; ++dimension)
        EXPECT_DOUBLE_EQ(SpringDamping::make({rest, 0.0, dimension}, &damping).damping,
                         3.0 * std::pow(2.0, dimension - 2));
}

}  // namespace
}  // namespace talweg::spring_damping_test
