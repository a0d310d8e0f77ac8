#include "talweg/energies/interface/invariants.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

/// Of elements stretched up to forty times and nearly flat, or inside out, no more is lost than in what F itself is
/// rounded by: numbers written in FᵀF − 1 would lose as many digits again, and a soft box that swings would not come to
/// the end of a step.
TEST(Invariants, KeepTheirDigitsFarFromRest) {
    RandomMatrices random(3);
    for (int repeat = 0; repeat < 300; ++repeat) {
        Mat3 f = random.rotation<3>();
        const double stretches[] = {5.0 + 0.1 * repeat, 2.0 + 0.05 * repeat,
                                    (repeat % 2 == 0 ? 1.0 : -1.0) * 0.01 * repeat};
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) f(row, column) *= stretches[column];
        f = f * random.rotation<3>();
        Matrix<long double, 3, 3> exact;
        for (int k = 0; k < 9; ++k) exact[k] = f[k];
        const long double j = determinant(exact);
        Invariants<double> seen(f);
        StableNeoHookean::add_to(seen, {1.0, 2.0});
        const double size = std::sqrt(norm_squared(f));
        EXPECT_NEAR(seen.volume_change(), double(j - 1.0L), 1e-16 * std::pow(size, 3)) << repeat;
        const long double first = 0.5L - 0.5L / (trace(exact.transposed() * exact) + 1.0L),
                          volume = 2.0L * (j - 1.0L) - 0.75L;
        const Matrix<long double, 3, 3> stress = exact * (2.0L * first) + cofactor(exact) * volume;
        const Mat3 found = seen.stress_times(f, Mat3::identity());
        const double scale = size + size * size * (std::fabs(double(volume)) + std::pow(size, 3));
        for (int k = 0; k < 9; ++k) EXPECT_NEAR(found[k], double(stress[k]), 2e-17 * scale) << repeat;
    }
}

}  // namespace
}  // namespace talweg::invariants_test
