/// Holds every projection to the energy whose name it has: constraints with their compliance, and distances with their
/// weight, must give that energy's own forces.
#include <gtest/gtest.h>

#include "random_element.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/projection_list.hpp"
#include "talweg/projections/interface/convert.hpp"

namespace talweg::projection_test {
namespace {

template <class Energy>
class EveryProjection : public ::testing::Test {};

template <class List>
struct AsTypes;
template <class... Energies>
struct AsTypes<TypeList<Energies...>> {
    using Type = ::testing::Types<Energies...>;
};
struct EnergyName {
    template <class Energy>
    static std::string GetName(int) {
        return Energy::name;
    }
};
TYPED_TEST_SUITE(EveryProjection, AsTypes<AllProjections>::Type, EnergyName);

template <class Energy>
constexpr bool limit = std::is_same_v<Energy, StrainLimit>;  // a barrier, which becomes a bound

template <int N>
double largest(const Vector<double, N>& v) {
    double most = 0.0;
    for (int i = 0; i < N; ++i) most = std::max(most, std::fabs(v[i]));
    return most;
}

/// Elements that can be taken at all: Poisson's ratios below zero are refused.
template <class Energy, class Function>
int for_elements(const Function& function) {
    constexpr int N = Energy::point_count;
    RandomMatrices random(11);
    int taken = 0;
    for (int trial = 0; trial < 60; ++trial) {
        RandomElement<Energy> made(random, 0.3);
        const Points<double, N> x = made.deformed(0.3);
        try {
            function(made, x);
            ++taken;
        } catch (const Error&) {
        }
    }
    return taken;
}

TYPED_TEST(EveryProjection, ConstraintsAreTheEnergy) {
    using Energy = TypeParam;
    constexpr int N = Energy::point_count;
    if constexpr (HasConstraints<Energy> && !limit<Energy>) {
        const int taken = for_elements<Energy>([&](RandomElement<Energy>& made, const Points<double, N>& x) {
            Vector<double, 3 * N> sum = Vector<double, 3 * N>::zero();
            for (int k = 0; k < Projection<Energy>::constraint_count; ++k) {
                Constraint<N> c;
                if (Projection<Energy>::constraint(k, x, made.element(), c))
                    sum += c.gradient * (c.value / c.compliance);
            }
            const auto d = element_derivatives<Energy, N>(x, x, 1.0, made.element(), false);
            EXPECT_LT(largest<3 * N>(sum - d.gradient), 1e-9 * largest<3 * N>(d.gradient));
        });
        EXPECT_GE(taken, 20);
    }
}

TYPED_TEST(EveryProjection, ConstraintsHaveTheirGradients) {
    using Energy = TypeParam;
    constexpr int N = Energy::point_count;
    if constexpr (HasConstraints<Energy>)
        for_elements<Energy>([&](RandomElement<Energy>& made, const Points<double, N>& x) {
            constexpr double step = 1e-6;
            for (int k = 0; k < Projection<Energy>::constraint_count; ++k) {
                Constraint<N> c;
                if (!Projection<Energy>::constraint(k, x, made.element(), c)) continue;
                for (int i = 0; i < 3 * N; ++i) {
                    if (Planar<Energy> && i % 3 == 2) continue;
                    Points<double, N> ahead = x, behind = x;
                    ahead[i / 3][i % 3] += step;
                    behind[i / 3][i % 3] -= step;
                    Constraint<N> a, b;
                    Projection<Energy>::constraint(k, ahead, made.element(), a);
                    Projection<Energy>::constraint(k, behind, made.element(), b);
                    EXPECT_NEAR((a.value - b.value) / (2 * step), c.gradient[i], 1e-6 * largest<3 * N>(c.gradient));
                }
            }
        });
}

TYPED_TEST(EveryProjection, DistancesAreTheEnergy) {
    using Energy = TypeParam;
    constexpr int N = Energy::point_count;
    if constexpr (HasDistance<Energy> && !limit<Energy> && !std::is_same_v<Energy, HingeBending>) {
        constexpr int R = Projection<Energy>::rows;
        const int taken = for_elements<Energy>([&](RandomElement<Energy>& made, const Points<double, N>& x) {
            const auto map = Projection<Energy>::map(made.rest(), made.element());
            Vec3 z[R], p[R];
            for (int r = 0; r < R; ++r) {
                z[r] = Vec3::zero();
                for (int i = 0; i < N; ++i) z[r] += map.a[r][i] * x[i];
            }
            Projection<Energy>::project(z, made.element(), map, p);
            Vector<double, 3 * N> sum = Vector<double, 3 * N>::zero();
            for (int r = 0; r < R; ++r)
                for (int i = 0; i < N; ++i)
                    for (int a = 0; a < 3; ++a) sum[3 * i + a] += map.weight * map.a[r][i] * (z[r][a] - p[r][a]);
            const auto d = element_derivatives<Energy, N>(x, x, 1.0, made.element(), false);
            EXPECT_LT(largest<3 * N>(sum - d.gradient), 1e-9 * largest<3 * N>(d.gradient));
        });
        EXPECT_GE(taken, 20);
    }
}

/// Two right triangles on the edge from (0, 0, 0) to (0, 0, 1), one turned about it.
Points<double, 4> folded(double angle) {
    return {{{0, 0, 0}, {0, 0, 1}, {-0.7, 0, 0.3}, {0.9 * std::cos(angle), 0.9 * std::sin(angle), 0.6}}};
}

TEST(HingeProjection, IsTheLinearFormWhoseLengthIsTheSineOfHalfTheAngle) {
    const double rigidity = 2.0;
    const HingeBending::Element e = HingeBending::make({folded(0), 0.0, 2}, &rigidity);
    const auto map = Projection<HingeBending>::map(folded(0), e);
    for (const double angle : {-1.2, -0.01, 0.0, 0.3, 2.0}) {
        const Points<double, 4> x = folded(angle);
        Vec3 z = Vec3::zero();
        for (int i = 0; i < 4; ++i) z += map.a[0][i] * x[i];
        EXPECT_NEAR(norm(z), 2.0 * std::fabs(std::sin(0.5 * angle)), 1e-14);
        if (std::fabs(angle) < 0.02) {
            EXPECT_NEAR(0.5 * map.weight * norm_squared(z), HingeBending::energy(x, e),
                        1e-5 * e.weight * angle * angle + 1e-30);
        }
    }
}

TEST(HingeProjection, RestsWhereTheHingeRests) {
    const double rigidity = 2.0;
    const HingeBending::Element e = HingeBending::make({folded(0.8), 0.0, 2}, &rigidity);
    const auto map = Projection<HingeBending>::map(folded(0.8), e);
    Vec3 z = Vec3::zero(), p;
    for (int i = 0; i < 4; ++i) z += map.a[0][i] * folded(0.8)[i];
    Projection<HingeBending>::project(&z, e, map, &p);
    EXPECT_LT(norm(z - p), 1e-14);
}

TEST(StrainLimitProjection, IsBrokenWhereTheStretchExceedsTheLimit) {
    const double values[] = {1.1, 5.0};
    const Points<double, 3> rest = {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}};
    const StrainLimit::Element e = StrainLimit::make({rest, 0.0, 2}, values);
    Constraint<3> c;
    ASSERT_TRUE(Projection<StrainLimit>::constraint(0, {{{0, 0, 0}, {1.3, 0, 0}, {0, 0, 1}}}, e, c));
    EXPECT_TRUE(c.one_sided);
    EXPECT_NEAR(c.value, 0.2, 1e-14);
    ASSERT_TRUE(Projection<StrainLimit>::constraint(0, rest, e, c));
    EXPECT_NEAR(c.value, -0.1, 1e-14);
}

TEST(Projections, KnowTheirNames) {
    const auto constraints = energies_with_constraints(), distances = energies_with_distance();
    for (const char* name : {"spring", "hooke_spring", "zero_length_spring", "hinge_bending", "corotational",
                             "membrane_corotational", "stable_neo_hookean", "strain_limit"})
        EXPECT_NE(std::find(constraints.begin(), constraints.end(), name), constraints.end()) << name;
    EXPECT_EQ(std::find(distances.begin(), distances.end(), "spring"), distances.end());
    EXPECT_NE(std::find(distances.begin(), distances.end(), "corotational"), distances.end());
    EXPECT_TRUE(is_stiff_energy("neo_hookean"));
    EXPECT_FALSE(is_stiff_energy("drag"));
    EXPECT_FALSE(is_stiff_energy("gravity"));
}

}  // namespace
}  // namespace talweg::projection_test
