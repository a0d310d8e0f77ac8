#include "talweg/energies/interface/stiffness_damping.hpp"

#include <gtest/gtest.h>

#include "random_element.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/spring.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/energies/strain_rate_damping.hpp"

namespace talweg::stiffness_damping_test {
namespace {

static_assert(DampedByStiffness<Spring> && DampedByStiffness<Tetrahedron<StableNeoHookean>>);
static_assert(!DampedByStiffness<ViscousSolid<3>>);

template <class Elastic>
void expect_rayleigh() {
    constexpr int N = Elastic::point_count;
    using Damping = StiffnessDamping<Elastic>;
    RandomMatrices random(7);
    for (int repeat = 0; repeat < 50; ++repeat) {
        RandomElement<Elastic> elastic(random, 1.0);
        const typename Damping::Element e{elastic.element(), 0.03};
        const auto x = elastic.deformed(0.2), v = elastic.velocities();
        const auto k = Elastic::projected_derivatives(x, elastic.element()).hessian;
        double expected = 0.0;
        for (int i = 0; i < 3 * N; ++i)
            for (int j = 0; j < 3 * N; ++j) expected += 0.5 * 0.03 * k(i, j) * v[i / 3][i % 3] * v[j / 3][j % 3];
        EXPECT_NEAR(Damping::dissipation(v, x, e), expected, 1e-12 * frobenius(k));
        EXPECT_GE(expected, 0.0);

        // Over a move of 1/rate seconds: D / rate, with derivatives that agree with jets.
        const double rate = 20.0;
        Points<double, N> y;
        for (int i = 0; i < N; ++i) y[i] = x[i] + v[i] / rate;
        const auto jets = differentiate<N>(y, [&](const auto& p) { return Damping::incremental(p, x, rate, e); });
        const auto closed = Damping::incremental_derivatives(y, x, rate, e);
        EXPECT_NEAR(closed.energy, expected / rate, 1e-12 * frobenius(k));
        EXPECT_NEAR(jets.energy, closed.energy, 1e-12 * frobenius(k));
        EXPECT_LE(frobenius(jets.gradient - closed.gradient), 1e-12 * frobenius(k));
        EXPECT_LE(frobenius(jets.hessian - closed.hessian), 1e-12 * frobenius(k));
    }
}

TEST(StiffnessDamping, IsRayleighsOfASpring) { expect_rayleigh<Spring>(); }
TEST(StiffnessDamping, IsRayleighsOfASolid) { expect_rayleigh<Tetrahedron<StableNeoHookean>>(); }

}  // namespace
}  // namespace talweg::stiffness_damping_test
