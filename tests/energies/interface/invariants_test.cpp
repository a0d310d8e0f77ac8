#include "talweg/energies/interface/invariants.hpp"

#include <gtest/gtest.h>

#include "random_element.hpp"
#include "talweg/energies/arap.hpp"
#include "talweg/energies/neo_hookean.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"

namespace talweg::invariants_test {
namespace {

/// The same material, which only singular values are told of.
template <class Material>
struct BySingularValues : Material {
    template <int D, class Real>
    static void add_to(Principal<D, Real>& p, const typename Material::Constants& c) {
        Material::add_to(p, c);
    }
};

static_assert(OfInvariants<StableNeoHookean> && OfInvariants<NeoHookean>);
static_assert(!OfInvariants<Arap> && !OfInvariants<BySingularValues<NeoHookean>>);

/// Elements at rest, strained, nearly flat, and turned inside out where the material takes that.
template <class Material>
void expect_as_by_singular_values(bool inverted) {
    using One = Tetrahedron<Material>;
    using Other = Tetrahedron<BySingularValues<Material>>;
    RandomMatrices random(11);
    for (int repeat = 0; repeat < 200; ++repeat) {
        RandomElement<One> one(random, 1.0);
        Points<double, 4> x = repeat % 10 == 0 ? one.rest() : one.deformed(repeat % 3 == 0 ? 0.02 : 0.3);
        if (inverted && repeat % 2 == 0) std::swap(x[0], x[1]);
        const typename Other::Element e{one.element().rest_inverse, one.element().volume, one.element().constants};
        const Derivatives<4> a = One::derivatives(x, one.element()), b = Other::derivatives(x, e);
        const double size = frobenius(b.hessian);
        EXPECT_NEAR(a.energy, b.energy, 1e-13 * size) << repeat;
        EXPECT_LT(norm(a.gradient - b.gradient), 1e-13 * size) << repeat;
        EXPECT_LT(frobenius(a.hessian - b.hessian), 1e-12 * size) << repeat;
    }
}

TEST(Invariants, GiveTheDerivativesOfSingularValues) {
    expect_as_by_singular_values<StableNeoHookean>(true);
    expect_as_by_singular_values<NeoHookean>(false);
}

TEST(Invariants, AreSmallNearRest) {
    Mat3 f = Mat3::identity();
    f(0, 0) += 1e-12;
    const Invariants<double> i(f);
    EXPECT_NEAR(i.lengths_change(), 2e-12, 1e-15);
    EXPECT_NEAR(i.volume_change(), 1e-12, 1e-15);
}

}  // namespace
}  // namespace talweg::invariants_test
