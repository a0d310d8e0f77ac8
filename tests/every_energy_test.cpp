/// Holds every energy of src/talweg/energies to what its header claims, with no list to keep: derivatives in closed
/// form against jets against finite differences, projection, invariance, rest, and what makes a dissipation one.
/// Factors that are wrong everywhere at once are caught by the closed-form numbers in tests/energies.
#include <gtest/gtest.h>

#include <limits>

#include "random_element.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energy_list.hpp"

namespace talweg::every_energy_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The energies of a list for which Keep<Energy>::value is true, as test types.
template <template <class> class Keep, class List, class... Kept>
struct Filtered {
    using Types = ::testing::Types<Kept...>;
};
template <template <class> class Keep, class Energy, class... Rest, class... Kept>
struct Filtered<Keep, TypeList<Energy, Rest...>, Kept...>
    : std::conditional_t<Keep<Energy>::value, Filtered<Keep, TypeList<Rest...>, Kept..., Energy>,
                         Filtered<Keep, TypeList<Rest...>, Kept...>> {};
template <template <class> class Keep>
using EnergiesThat = typename Filtered<Keep, AllEnergies>::Types;

template <class>
struct Exist : std::true_type {};
template <class Energy>
struct FloatFreely : std::bool_constant<!Dissipative<Energy> && invariance_of<Energy>() != Invariance::none> {};
template <class Energy>
struct Relax : std::bool_constant<RelaxedAtRest<Energy>> {};
template <class Energy>
struct Dissipate : std::bool_constant<Dissipative<Energy>> {};
template <class Energy>
struct DissipateInside : std::bool_constant<Dissipative<Energy> && invariance_of<Energy>() == Invariance::rigid> {};

template <class Energy>
struct AreMajorized : std::bool_constant<Majorized<Energy>> {};

template <class Energy>
concept Dominates = !requires {
    requires !Energy::projection_dominates;
};

struct EnergyName {
    template <class Energy>
    static std::string GetName(int) {
        return Energy::name;
    }
};

/// The landscape of one element as the engine sees it: the energy itself or, for a dissipation, the potential of a
/// move.
template <class Energy>
struct Landscape {
    static constexpr int N = Energy::point_count;

    typename Energy::Element element;
    Points<double, N> x_ref;
    double rate;

    template <class Real>
    Real operator()(const Points<Real, N>& x) const {
        return element_energy<Energy, Real, N>(x, x_ref, rate, element);
    }
    Derivatives<N> by_jets(const Points<double, N>& x) const { return differentiate<N>(x, *this); }
    Derivatives<N> closed_form(const Points<double, N>& x) const {
        return element_derivatives<Energy, N>(x, x_ref, rate, element, false);
    }
    Derivatives<N> projected(const Points<double, N>& x) const {
        return element_derivatives<Energy, N>(x, x_ref, rate, element, true);
    }
};

/// What counts as large: sizes of energy, gradient and Hessian of an element that is about `size` metres large.
template <int N>
struct Scales {
    double energy, gradient, hessian;
    Scales(const Derivatives<N>& d, double size)
        : energy(std::fabs(d.energy) + size * frobenius(d.gradient) + size * size * frobenius(d.hessian)),
          gradient(frobenius(d.gradient) + size * frobenius(d.hessian)),
          hessian(frobenius(d.hessian) + frobenius(d.gradient) / size) {}
};

/// Derivative along unknown k of a function of points, by central differences extrapolated to order 6.
template <int N, class Function>
auto difference(const Function& f, const Points<double, N>& x, int k, double h) {
    const auto central = [&](double step) {
        Points<double, N> plus = x, minus = x;
        plus[k / 3][k % 3] += step;
        minus[k / 3][k % 3] -= step;
        return (f(plus) - f(minus)) * (0.5 / step);
    };
    const auto coarse = central(h), middle = central(0.5 * h), fine = central(0.25 * h);
    return ((middle * 4.0 - coarse) * (-1.0 / 3.0) + (fine * 4.0 - middle) * (16.0 / 3.0)) * (1.0 / 15.0);
}

/// Whether a point moved by `room` along an axis would make the energy infinite: differences mean little there.
template <int N, class Function>
bool is_near_collapse(const Function& f, const Points<double, N>& x, double room) {
    for (int k = 0; k < 6 * N; ++k) {
        Points<double, N> y = x;
        y[k / 6][k % 3] += k % 6 < 3 ? room : -room;
        if (!std::isfinite(f(y))) return true;
    }
    return false;
}

/// What belongs to point i.
template <int Unknowns>
Vec3 part(const Vector<double, Unknowns>& v, int i) {
    return {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
}

template <int N>
Points<double, N> moved(const Points<double, N>& x, const Mat3& turn, const Vec3& move) {
    Points<double, N> y;
    for (int i = 0; i < N; ++i) y[i] = turn * x[i] + move;
    return y;
}

/// One element somewhere between rest and collapse.
template <class Energy>
struct State {
    RandomElement<Energy> e;
    Landscape<Energy> landscape;
    Points<double, Energy::point_count> x;
    Scales<Energy::point_count> scales;

    /// D(v) of a dissipation at these points.
    auto dissipation() const {
        return [this](const auto& v) { return Energy::dissipation(v, x, e.element()); };
    }
};

/// Whether differences mean something there: a strain limit begins to be felt at rest lengths, in the third derivative.
template <class Energy>
bool is_smooth(const Points<double, Energy::point_count>&, const typename Energy::Element&) {
    return true;
}
template <>
bool is_smooth<StrainLimit>(const Points<double, 3>& x, const StrainLimit::Element& e) {
    const Vec2 stretches = svd(StrainLimit::edges(x) * e.rest_inverse).sigma;
    return std::fabs(stretches[0] - 1.0) > 0.05 && std::fabs(stretches[1] - 1.0) > 0.05;
}

template <class Energy>
class EveryEnergy : public ::testing::Test {
protected:
    static constexpr bool rigid = invariance_of<Energy>() == Invariance::rigid;

    /// Elements of many sizes, near and far from rest.
    std::vector<State<Energy>> states() {
        std::vector<State<Energy>> states;
        for (double size : {0.01, 1.0, 30.0})
            for (double strain : {1e-4, 0.03, 0.3, 0.8})
                for (int repeat = 0; repeat < (Energy::point_count > 6 ? 5 : 12); ++repeat) {
                    RandomElement<Energy> e(random_, size);
                    const Landscape<Energy> landscape = {e.element(), e.deformed(0.2), random_.uniform(0.5, 50.0)};
                    const auto x = e.deformed(strain);
                    if (std::isfinite(landscape(x)) && is_smooth<Energy>(x, e.element()))
                        states.push_back({e, landscape, x, {landscape.by_jets(x), size}});
                }
        EXPECT_GT(states.size(), 50) << "too few admissible states to mean anything";
        return states;
    }

    RandomMatrices random_{20240501};
};

TYPED_TEST_SUITE(EveryEnergy, EnergiesThat<Exist>, EnergyName);

TYPED_TEST(EveryEnergy, JetsAgreeWithFiniteDifferences) {
    for (const auto& s : this->states()) {
        const auto jets = s.landscape.by_jets(s.x);
        const auto gradient = [&](const auto& y) { return s.landscape.by_jets(y).gradient; };
        EXPECT_NEAR(jets.energy, s.landscape(s.x), 1e-13 * s.scales.energy);
        if (is_near_collapse(s.landscape, s.x, 0.02 * s.e.size())) continue;
        for (int k = 0; k < 3 * TypeParam::point_count; ++k) {
            // Of several steps the best: the wide one where the energy is smooth, narrow ones where it varies sharply.
            double slope = infinity, bend = infinity;
            for (const double part : {2e-3, 2e-4, 2e-5}) {
                const double h = part * s.e.size(), rounding = 1e-14 / h;
                slope = std::min(slope, std::fabs(jets.gradient[k] - difference(s.landscape, s.x, k, h)) -
                                            rounding * std::fabs(jets.energy));
                bend = std::min(bend, frobenius(jets.hessian.column(k) - difference(gradient, s.x, k, h)) -
                                          rounding * frobenius(jets.gradient));
                if (slope <= 1e-8 * s.scales.gradient && bend <= 1e-8 * s.scales.hessian) break;
            }
            EXPECT_LE(slope, 1e-8 * s.scales.gradient);
            EXPECT_LE(bend, 1e-8 * s.scales.hessian);
        }
    }
}

TYPED_TEST(EveryEnergy, ClosedFormAgreesWithJets) {
    for (const auto& s : this->states()) {
        const auto jets = s.landscape.by_jets(s.x), closed = s.landscape.closed_form(s.x);
        EXPECT_NEAR(closed.energy, jets.energy, 1e-12 * s.scales.energy);
        EXPECT_LE(frobenius(closed.gradient - jets.gradient), 1e-12 * s.scales.gradient);
        EXPECT_LE(frobenius(closed.hessian - jets.hessian), 1e-11 * s.scales.hessian);
        EXPECT_LE(frobenius(closed.hessian - closed.hessian.transposed()), 1e-15 * s.scales.hessian);
        if constexpr (HasScalarBlocks<TypeParam>) {
            constexpr int N = TypeParam::point_count;
            const auto k = TypeParam::scalar_blocks(s.landscape.element, s.landscape.rate);
            for (int row = 0; row < 3 * N; ++row)
                for (int column = 0; column < 3 * N; ++column)
                    EXPECT_EQ(closed.hessian(row, column), row % 3 == column % 3 ? k(row / 3, column / 3) : 0.0);
        }
    }
}

TYPED_TEST(EveryEnergy, ProjectionIsSemiDefiniteAndChangesNoMoreThanItMust) {
    for (const auto& s : this->states()) {
        const auto closed = s.landscape.closed_form(s.x), projected = s.landscape.projected(s.x);
        const double rounding = 1e-12 * s.scales.hessian;
        EXPECT_NEAR(projected.energy, closed.energy, 1e-14 * s.scales.energy);
        EXPECT_LE(frobenius(projected.gradient - closed.gradient), 1e-14 * s.scales.gradient);
        EXPECT_GE(symmetric_eigen(projected.hessian).values[0], -rounding);
        if (Dominates<TypeParam>) {
            EXPECT_GE(symmetric_eigen(projected.hessian - closed.hessian).values[0], -rounding);
        }
        auto nearest = closed.hessian;
        project_positive(nearest);
        if (ProjectsToNearest<TypeParam> ||
            (Dominates<TypeParam> && !Majorized<TypeParam> && nearest == closed.hessian)) {
            EXPECT_LE(frobenius(projected.hessian - nearest), 10.0 * rounding);
        }
    }
}

template <class Energy>
using EveryMajorizedEnergy = EveryEnergy<Energy>;
TYPED_TEST_SUITE(EveryMajorizedEnergy, EnergiesThat<AreMajorized>, EnergyName);

TYPED_TEST(EveryMajorizedEnergy, LiesBelowTheParaboloidOfItsProjection) {
    for (auto& s : this->states()) {
        const auto here = s.landscape.projected(s.x);
        for (int k = 0; k < 20; ++k) {
            auto y = s.x;
            Vector<double, 3 * TypeParam::point_count> d;
            for (int i = 0; i < TypeParam::point_count; ++i) {
                const Vec3 move = std::pow(10.0, 0.3 * k - 5.0) * s.e.noise();
                y[i] += move;
                for (int a = 0; a < 3; ++a) d[3 * i + a] = move[a];
            }
            const double above = here.energy + dot(here.gradient, d) + 0.5 * dot(d, here.hessian * d);
            EXPECT_LE(s.landscape(y), above + 1e-12 * (s.scales.energy + std::fabs(above)));
        }
    }
}

template <class Energy>
using EveryFloatingEnergy = EveryEnergy<Energy>;
TYPED_TEST_SUITE(EveryFloatingEnergy, EnergiesThat<FloatFreely>, EnergyName);

TYPED_TEST(EveryFloatingEnergy, IsNotFeltByTheMotionsItIsInvariantUnder) {
    for (auto& s : this->states()) {
        const Mat3 turn = TestFixture::rigid ? s.e.rotation() : Mat3::identity();
        const auto y = moved(s.x, turn, 3.0 * s.e.size() * s.e.noise());
        EXPECT_NEAR(s.landscape(y), s.landscape(s.x), 1e-12 * s.scales.energy);
        const auto here = s.landscape.closed_form(s.x), there = s.landscape.closed_form(y);
        Vec3 force = Vec3::zero(), torque = Vec3::zero();
        for (int i = 0; i < TypeParam::point_count; ++i) {
            const Vec3 f = part(here.gradient, i);
            EXPECT_LE(norm(turn * f - part(there.gradient, i)), 1e-12 * s.scales.gradient);
            force += f;
            torque += cross(s.x[i] - s.x[0], f);
        }
        EXPECT_LE(norm(force), 1e-13 * s.scales.gradient);
        if (TestFixture::rigid) {
            EXPECT_LE(norm(torque), 1e-13 * s.scales.energy);
        }
    }
}

template <class Energy>
using EveryRelaxedEnergy = EveryEnergy<Energy>;
TYPED_TEST_SUITE(EveryRelaxedEnergy, EnergiesThat<Relax>, EnergyName);

TYPED_TEST(EveryRelaxedEnergy, RestsAtRest) {
    for (double size : {0.01, 1.0, 30.0})
        for (int repeat = 0; repeat < 20; ++repeat) {
            RandomElement<TypeParam> e(this->random_, size);
            const Landscape<TypeParam> landscape = {e.element(), e.rest(), 1.0};
            const auto d = landscape.closed_form(e.rest());
            const Scales<TypeParam::point_count> scales(d, size);
            EXPECT_GT(frobenius(d.hessian), 0.0);
            EXPECT_NEAR(d.energy, 0.0, 1e-14 * scales.energy);
            EXPECT_LE(frobenius(d.gradient), 1e-13 * scales.gradient);
            EXPECT_GE(symmetric_eigen(d.hessian).values[0], -1e-13 * scales.hessian);
            EXPECT_GT(landscape(e.deformed(0.01)), 0.0);
        }
}

/// An energy whose value is below the rounding of its rest state leaves a line search blind.
TYPED_TEST(EveryRelaxedEnergy, KeepsItsDigitsNearRest) {
    constexpr int N = TypeParam::point_count;
    for (double strain : {1e-2, 1e-4})  // smaller ones would be below the rounding of the reference
        for (int repeat = 0; repeat < 20; ++repeat) {
            RandomElement<TypeParam> e(this->random_, 1.0);
            const Points<double, N> x = e.deformed(strain);
            Points<long double, N> precise;
            for (int i = 0; i < N; ++i)
                for (int a = 0; a < 3; ++a) precise[i][a] = x[i][a];
            const double expected = static_cast<double>(TypeParam::energy(precise, e.element()));
            const auto d = element_derivatives<TypeParam, N>(x, x, 1.0, e.element(), false);
            const double rounding = 1e-14 * (expected + frobenius(d.gradient));
            EXPECT_NEAR(TypeParam::energy(x, e.element()), expected, rounding);
            EXPECT_NEAR(d.energy, expected, rounding);
        }
}

template <class Energy>
using EveryDissipation = EveryEnergy<Energy>;
TYPED_TEST_SUITE(EveryDissipation, EnergiesThat<Dissipate>, EnergyName);

TYPED_TEST(EveryDissipation, IsConvexAndNeverNegative) {
    constexpr int N = TypeParam::point_count;
    for (auto& s : this->states()) {
        const auto v = s.e.velocities();
        const auto moving = differentiate<N>(v, s.dissipation()), still = differentiate<N>({}, s.dissipation());
        EXPECT_EQ(still.energy, 0.0);
        EXPECT_EQ(frobenius(still.gradient), 0.0);
        EXPECT_GT(moving.energy, 0.0);
        EXPECT_GE(symmetric_eigen(moving.hessian).values[0], -1e-14 * frobenius(moving.hessian));
        double power = 0.0;  // of the damping forces −∂D/∂v
        for (int k = 0; k < 3 * N; ++k) {
            const double slope = difference(s.dissipation(), v, k, 1e-3);  // friction has kinks of third order
            EXPECT_NEAR(moving.gradient[k], slope, 1e-9 * frobenius(moving.gradient));
            power -= moving.gradient[k] * v[k / 3][k % 3];
        }
        EXPECT_LT(power, 0.0);
    }
}

template <class Energy>
using EveryInnerDissipation = EveryEnergy<Energy>;
TYPED_TEST_SUITE(EveryInnerDissipation, EnergiesThat<DissipateInside>, EnergyName);

TYPED_TEST(EveryInnerDissipation, LeavesRigidMotionAlone) {
    constexpr int N = TypeParam::point_count;
    for (auto& s : this->states()) {
        const Vec3 velocity = s.e.noise(), spin = s.e.rotation().column(2) * (1.0 / s.e.size());
        Points<double, N> v;
        for (int i = 0; i < N; ++i) v[i] = velocity + cross(spin, s.x[i] - s.x[0]);
        const auto d = differentiate<N>(v, s.dissipation());
        EXPECT_LE(d.energy, 1e-13 * frobenius(d.hessian));
        EXPECT_LE(frobenius(d.gradient), 1e-13 * frobenius(d.hessian));
        if constexpr (HasIncrement<TypeParam>) {  // also over moves as large as one likes
            const auto y = moved(s.landscape.x_ref, s.e.rotation(), s.e.noise());
            EXPECT_LE(s.landscape(y), 1e-24 * s.scales.energy);
            EXPECT_LE(frobenius(s.landscape.closed_form(y).gradient), 1e-12 * s.scales.gradient);
        }
    }
}

TYPED_TEST(EveryDissipation, IncrementTendsToTheRateAsTheMoveShrinks) {
    constexpr int N = TypeParam::point_count;
    for (auto& s : this->states()) {
        s.x = s.landscape.x_ref;
        const auto v = s.e.velocities();
        double speed_squared = 0.0;
        for (int i = 0; i < N; ++i) speed_squared += norm_squared(v[i]);
        const auto d = differentiate<N>(v, s.dissipation());
        for (double fraction : {1e-3, 1e-5}) {  // of its size that the element moves
            const double duration = fraction * s.e.size();
            s.landscape.rate = 1.0 / duration;
            Points<double, N> y;
            for (int i = 0; i < N; ++i) y[i] = s.x[i] + duration * v[i];
            EXPECT_NEAR(s.landscape(y) / duration, d.energy, 20.0 * fraction * speed_squared * frobenius(d.hessian));
        }
    }
}

}  // namespace
}  // namespace talweg::every_energy_test
