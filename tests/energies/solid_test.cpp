/// What every solid owes, whatever its material: found in the folder of energies, no list to keep.
#include <string_view>
#include <vector>

#include "energies/solid_stress.hpp"
#include "talweg/energies/linear_elastic.hpp"
#include "talweg/energy_list.hpp"

namespace talweg::solid_test {
namespace {

template <class Energy>
concept IsSolid = !Dissipative<Energy> && requires {
    Energy::MaterialType::parameters;
};
template <class Energy>
concept HasGuard = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::largest_safe_step(x, x, e);
};
template <class, class... Kept>
struct Solids {
    using Types = ::testing::Types<Kept...>;
};
template <class Energy, class... Rest, class... Kept>
struct Solids<TypeList<Energy, Rest...>, Kept...>
    : std::conditional_t<IsSolid<Energy>, Solids<TypeList<Rest...>, Kept..., Energy>,
                         Solids<TypeList<Rest...>, Kept...>> {};
struct EnergyName {
    template <class Energy>
    static std::string GetName(int) {
        return Energy::name;
    }
};

/// The solid in space that a planar solid is a slice of: not one for plane stress, where the thickness may change.
template <class>
struct ConfinedSolid {
    using Type = void;
};
template <class Material, Confinement confinement>
struct ConfinedSolid<Triangle<Material, confinement>> {
    using Type = std::conditional_t<confinement == Confinement::plane_stress, void, Tetrahedron<Material>>;
};

/// Some value for every parameter.
template <class Energy>
std::vector<double> some_parameters() {
    std::vector<double> values;
    for (const Parameter& p : Energy::parameters)
        values.push_back(p.range == Range::poissons_ratio            ? 0.3
                         : std::string_view(p.name) == "direction_z" ? 0.0
                                                                     : 2.0);
    return values;
}

/// A square or cube with one more point inside, to which all elements are joined: the smallest mesh with a free point.
template <int D>
struct Patch {
    std::vector<Vec3> points;
    std::vector<std::array<int, D + 1>> elements;

    Patch() {
        for (int i = 0; i < (1 << D); ++i) points.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
        const int inside = static_cast<int>(points.size());
        points.push_back({0.4, 0.55, D == 3 ? 0.62 : 0.0});
        const auto add = [&](std::array<int, D + 1> e) {
            Matrix<double, D, D> d;
            for (int n = 0; n < D; ++n)
                for (int i = 0; i < D; ++i) d(i, n) = points[e[n + 1]][i] - points[e[0]][i];
            if (determinant(d) < 0.0) std::swap(e[0], e[1]);
            elements.push_back(e);
        };
        if constexpr (D == 2) {
            for (const auto& side : {std::array{0, 1}, {1, 3}, {3, 2}, {2, 0}}) add({side[0], side[1], inside});
        } else {
            for (const auto& f :
                 {std::array{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}}) {
                add({f[0], f[1], f[2], inside});
                add({f[0], f[2], f[3], inside});
            }
        }
    }
};

template <class Energy>
struct EverySolid : ::testing::Test {};
TYPED_TEST_SUITE(EverySolid, Solids<AllEnergies>::Types, EnergyName);

TYPED_TEST(EverySolid, PassesThePatchTest) {
    constexpr int D = TypeParam::point_count - 1;
    const Patch<D> patch;
    const std::vector<double> values = some_parameters<TypeParam>();
    // The outer points are moved by a linear map; the inner one must find the place where that map would put it.
    const Mat3 map = {1.2, 0.1, 0, -0.15, 1.3, 0, D == 3 ? 0.2 : 0.0, D == 3 ? -0.1 : 0.0, D == 3 ? 1.15 : 1.0};
    std::vector<Vec3> x;
    for (const Vec3& p : patch.points) x.push_back(map * p + Vec3{0.3, -0.2, 0.0});
    const Vec3 expected = x.back();
    x.back() += Vec3{0.04, -0.03, D == 3 ? 0.02 : 0.0};
    for (int iteration = 0; iteration < 30; ++iteration) {
        Vector<double, D> gradient = Vector<double, D>::zero();
        Matrix<double, D, D> hessian = Matrix<double, D, D>::zero();
        for (const auto& e : patch.elements) {
            RestElement<D + 1> rest = {};
            Points<double, D + 1> local;
            for (int n = 0; n <= D; ++n) rest.x[n] = patch.points[e[n]], local[n] = x[e[n]];
            const auto d = TypeParam::derivatives(local, TypeParam::make(rest, values.data()));
            for (int i = 0; i < D; ++i) {
                gradient[i] += d.gradient[3 * D + i];
                for (int j = 0; j < D; ++j) hessian(i, j) += d.hessian(3 * D + i, 3 * D + j);
            }
        }
        const Vector<double, D> step = inverse(hessian) * gradient;
        for (int i = 0; i < D; ++i) x.back()[i] -= step[i];
    }
    EXPECT_LE(norm(x.back() - expected), 1e-12);
}

TYPED_TEST(EverySolid, HasTheSmallStrainLimitItPromises) {
    constexpr int D = TypeParam::point_count - 1;
    if (std::string_view(TypeParam::parameters[0].name) != "youngs_modulus") return;  // fibres have their own test
    std::vector<double> values = some_parameters<TypeParam>(), linear_values = values;
    bool contracts = false;
    for (const Parameter& p : TypeParam::parameters) contracts |= p.range == Range::poissons_ratio;
    if (!contracts) linear_values.insert(linear_values.begin() + 1, 0.0);
    const bool plane_stress = TypeParam::confinement == Confinement::plane_stress;
    RestElement<D + 1> rest = {};
    for (int n = 0; n < D; ++n) rest.x[n + 1][n] = 1.0 + 0.3 * n;
    rest.x[1][1] = 0.2;
    Derivatives<D + 1> linear;
    if constexpr (D == 3) {
        using Tet = Tetrahedron<LinearElastic>;
        linear = Tet::derivatives(rest.x, Tet::make(rest, linear_values.data()));
    } else if (plane_stress) {
        using Sheet = Triangle<LinearElastic, Confinement::plane_stress>;
        linear = Sheet::derivatives(rest.x, Sheet::make(rest, linear_values.data()));
    } else {
        using Slab = Triangle<LinearElastic, Confinement::plane_strain>;
        linear = Slab::derivatives(rest.x, Slab::make(rest, linear_values.data()));
    }
    const auto d = TypeParam::derivatives(rest.x, TypeParam::make(rest, values.data()));
    EXPECT_LE(frobenius(d.hessian - linear.hessian), 1e-13 * frobenius(linear.hessian));
}

TYPED_TEST(EverySolid, IsProjectedToTheNearestByTheDeformationGradient) {
    constexpr int D = TypeParam::point_count - 1;
    const std::vector<double> values = some_parameters<TypeParam>();
    RestElement<D + 1> rest = {};
    for (int n = 0; n < D; ++n) rest.x[n + 1][n] = 1.0;  // so that F is made of the points 1, 2, …
    const auto element = TypeParam::make(rest, values.data());
    const auto by_f = [](const auto& hessian) {
        Matrix<double, D * D, D * D> h;
        for (int n = 0; n < D * D; ++n)
            for (int m = 0; m < D * D; ++m) h(n, m) = hessian(3 + 3 * (n / D) + n % D, 3 + 3 * (m / D) + m % D);
        return h;
    };
    RandomMatrices random(3);
    for (int repeat = 0; repeat < 100; ++repeat) {
        Points<double, D + 1> x = rest.x;
        for (int n = 0; n <= D; ++n)
            for (int i = 0; i < D; ++i) x[n][i] += random.uniform(-0.3, 0.3);
        const auto plain = by_f(TypeParam::derivatives(x, element).hessian);
        auto nearest = plain;
        project_positive(nearest);
        const auto projected = by_f(TypeParam::projected_derivatives(x, element).hessian);
        EXPECT_LE(frobenius(projected - nearest), 1e-11 * frobenius(plain));
    }
}

TYPED_TEST(EverySolid, RefusesFlatAndInvertedRestShapes) {
    constexpr int D = TypeParam::point_count - 1;
    const std::vector<double> values = some_parameters<TypeParam>();
    RestElement<D + 1> rest = {};
    for (int n = 0; n < D; ++n) rest.x[n + 1][n] = 1.0;
    EXPECT_NO_THROW(TypeParam::make(rest, values.data()));
    std::swap(rest.x[0], rest.x[1]);
    if constexpr (D == 3 || TypeParam::planar) {
        EXPECT_THROW(TypeParam::make(rest, values.data()), Error);
    } else {
        EXPECT_NO_THROW(TypeParam::make(rest, values.data())) << "a membrane in space has no wrong side";
    }
    rest.x[1] = rest.x[0];
    EXPECT_THROW(TypeParam::make(rest, values.data()), Error);
    rest.x[1][0] = NAN;
    EXPECT_THROW(TypeParam::make(rest, values.data()), Error);
}

TYPED_TEST(EverySolid, IsGuardedIfItForbidsInversion) {
    constexpr int D = TypeParam::point_count - 1;
    const std::vector<double> values = some_parameters<TypeParam>();
    RestElement<D + 1> rest = {};
    for (int n = 0; n < D; ++n) rest.x[n + 1][n] = 1.0;
    const auto element = TypeParam::make(rest, values.data());
    Points<double, D + 1> inverted = rest.x;
    inverted[1][0] = -1.0;
    ASSERT_EQ(std::isinf(TypeParam::energy(inverted, element)), HasGuard<TypeParam>);
    if constexpr (HasGuard<TypeParam>) {
        RandomMatrices random(1);
        int stopped = 0;
        for (int repeat = 0; repeat < 500; ++repeat) {
            Points<double, D + 1> x = rest.x, dx = {};
            for (int n = 0; n <= D; ++n)
                for (int i = 0; i < D; ++i) x[n][i] += random.uniform(-0.2, 0.2), dx[n][i] = random.uniform(-2.0, 2.0);
            const auto volume = [&](double alpha) {
                Points<double, D + 1> y = x;
                for (int n = 0; n <= D; ++n) y[n] += alpha * dx[n];
                return determinant(TypeParam::edges(y));
            };
            const double limit = TypeParam::largest_safe_step(x, dx, element);
            for (int k = 0; k <= 50; ++k) EXPECT_GE(volume(limit * k / 50.0), (0.1 - 1e-12) * volume(0.0));
            if (limit < 1.0) {
                EXPECT_NEAR(volume(limit), 0.1 * volume(0.0), 1e-12);
                ++stopped;
            }
        }
        EXPECT_GT(stopped, 100);
        EXPECT_LT(stopped, 450);
    }
}

TYPED_TEST(EverySolid, OfTrianglesIsASolidThatCannotMoveAcross) {
    using Tet = typename ConfinedSolid<TypeParam>::Type;
    if constexpr (!std::is_void_v<Tet>) {
        const std::vector<double> values = some_parameters<TypeParam>();
        RandomMatrices random(2);
        for (int repeat = 0; repeat < 20; ++repeat) {
            const Mat2 f = Mat2::identity() + 0.4 * random.matrix<2, 2>();
            const Mat3 p = stress<Tet>(Mat3{f(0, 0), f(1, 0), 0, f(0, 1), f(1, 1), 0, 0, 0, 1}, values);
            expect_equal(stress<TypeParam>(f, values), Mat2{p(0, 0), p(1, 0), p(0, 1), p(1, 1)}, 10.0);
        }
    }
}

}  // namespace
}  // namespace talweg::solid_test
