#include "talweg/model/element_fields.hpp"

#include <gtest/gtest.h>

#include "talweg/assembly/elements.hpp"
#include "talweg/energies/arap.hpp"
#include "talweg/energies/fibre.hpp"
#include "talweg/energies/linear_elastic.hpp"
#include "talweg/energies/neo_hookean.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/math/error.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::element_fields_test {
namespace {

constexpr double e = 1e5, nu = 0.3;
constexpr double values[] = {e, nu, 1.0};
const double mu = e / (2 * (1 + nu)), lambda = e * nu / ((1 + nu) * (1 - 2 * nu));

double value(const char* field, const ElementState& state, int component = 0) {
    return field_values(find_element_field(field), {&state, 1})[component];
}

template <class Energy>
ElementState state_under(const Mat3& f, const double* parameters = values) {
    RestElement<Energy::point_count> rest = {{}, 0.0, 3};
    Points<double, Energy::point_count> x;
    for (int n = 1; n < Energy::point_count; ++n) rest.x[n][n - 1] = 0.5;
    rest.x[0] = Vec3::zero();
    for (int n = 0; n < Energy::point_count; ++n) x[n] = f * rest.x[n];
    return element_state<Energy>(x, Energy::make(rest, parameters));
}

Mat3 diagonal(double x, double y, double z) { return {x, 0, 0, 0, y, 0, 0, 0, z}; }

TEST(ElementState, NeoHookeanUniaxialAndRotated) {
    // Cauchy stress of the neo-Hookean solid: σ_i = (μ (λ_i² − 1) + λ ln J)/J.
    const Mat3 turn = rotation_matrix({0.3, -1.0, 0.7});
    const ElementState state = state_under<Tetrahedron<NeoHookean>>(turn * diagonal(1.3, 0.9, 0.8));
    const double j = 1.3 * 0.9 * 0.8, common = lambda * std::log(j);
    const double a = (mu * (1.3 * 1.3 - 1) + common) / j, b = (mu * (0.81 - 1) + common) / j,
                 c = (mu * (0.64 - 1) + common) / j;
    const double expected = std::sqrt(0.5 * ((a - b) * (a - b) + (b - c) * (b - c) + (c - a) * (c - a)));
    EXPECT_NEAR(value("von_mises_stress", state), expected, 1e-9 * expected);
    EXPECT_NEAR(value("volume_ratio", state), j, 1e-14);
    EXPECT_NEAR(value("principal_stretches", state, 0), 1.3, 1e-13);
    EXPECT_NEAR(value("principal_stretches", state, 1), 0.9, 1e-13);
    EXPECT_NEAR(value("principal_stretches", state, 2), 0.8, 1e-13);
    EXPECT_NEAR(value("principal_strains", state, 2), -0.2, 1e-13);
    const double principal[] = {a, b, c};
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(value("principal_stresses", state, i), principal[i], 1e-9 * e);
    // σ = Σ σ_i n_i n_iᵀ, n_i the turned axes.
    double xy = 0.0;
    for (int i = 0; i < 3; ++i) xy += principal[i] * turn(0, i) * turn(1, i);
    EXPECT_NEAR(value("cauchy_stress", state, 3), xy, 1e-9 * e);
    const double lengths = 1.3 * 1.3 + 0.81 + 0.64 - 3, ln = std::log(j);
    EXPECT_NEAR(value("energy_density", state), mu / 2 * lengths - mu * ln + lambda / 2 * ln * ln, 1e-9 * e);
}

TEST(ElementState, SimpleShearAtSmallStrain) {
    Mat3 f = Mat3::identity();
    f(0, 1) = 1e-6;
    for (const ElementState& state :
         {state_under<Tetrahedron<LinearElastic>>(f), state_under<Tetrahedron<StableNeoHookean>>(f)})
        EXPECT_NEAR(value("von_mises_stress", state), std::sqrt(3.0) * mu * 1e-6, 1e-5 * mu * 1e-6);
}

TEST(ElementState, PlaneStrainFeelsTheWallsAndPlaneStressDoesNot) {
    const Mat3 f = diagonal(1 + 1e-7, 1, 1);
    const ElementState strain = state_under<Triangle<StableNeoHookean, Confinement::plane_strain>>(f);
    EXPECT_NEAR(strain.stress(0, 0), (lambda + 2 * mu) * 1e-7, 1e-6 * e * 1e-7);
    EXPECT_NEAR(strain.stress(2, 2), lambda * 1e-7, 1e-6 * e * 1e-7);
    const ElementState stress = state_under<Triangle<StableNeoHookean, Confinement::plane_stress>>(f);
    EXPECT_NEAR(stress.stress(0, 0), e / (1 - nu * nu) * 1e-7, 1e-6 * e * 1e-7);
    EXPECT_EQ(stress.stress(2, 2), 0.0);
}

TEST(ElementState, AnInvertedElementHasANegativeStretch) {
    const ElementState state = state_under<Tetrahedron<StableNeoHookean>>(diagonal(1, 1, -0.5));
    EXPECT_NEAR(value("volume_ratio", state), -0.5, 1e-15);
    EXPECT_NEAR(value("principal_stretches", state, 2), -0.5, 1e-14);
}

/// Two bodies of springs and tets in one model, the second with fibres.
struct Setting {
    Model model;
    Setting() {
        ModelBuilder builder;
        const Positions corner = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
        for (const char* name : {"loose", "first", "second"}) {
            VertexBody body;
            body.drawn.name = name;
            body.drawn.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
            body.rest = body.start = corner;
            body.velocity.assign(5, Vec3::zero());
            body.mass.assign(5, 1.0);
            builder.add_vertices(body);
        }
        using Plain = Tetrahedron<Arap>;
        using Fibres = Tetrahedron<Fibre>;
        const double fibres[] = {1e4, 1, 0, 0};
        std::vector<Plain::Element> plain;
        std::vector<Fibres::Element> fibre;
        std::vector<int> points, second;
        for (const int first : {5, 10})
            for (const std::array<int, 4>& tet : {std::array{0, 1, 2, 3}, std::array{1, 2, 3, 4}}) {
                RestElement<4> rest = {{}, 0.0, 3};
                for (int n = 0; n < 4; ++n) {
                    rest.x[n] = corner[tet[n]];
                    points.push_back(first + tet[n]);
                    if (first == 10) second.push_back(first + tet[n]);
                }
                plain.push_back(Plain::make(rest, values));
                if (first == 10) fibre.push_back(Fibres::make(rest, fibres));
            }
        builder.add_term(std::make_shared<Elements<Plain>>(points, plain));
        builder.add_term(std::make_shared<Elements<Fibres>>(second, fibre));
        model = builder.finish();
    }
};

TEST(SolidElements, AreNumberedBodyByBodyAndEnergiesAddUp) {
    const Setting setting;
    const SolidElements elements(setting.model);
    ASSERT_EQ(elements.count(), 4);
    ASSERT_EQ(elements.ranges().size(), 2u);
    EXPECT_EQ(elements.ranges()[0].body, 1);
    EXPECT_EQ(elements.ranges()[1].first, 2);
    Positions x = setting.model.rest;
    for (std::size_t i = 10; i < 15; ++i) x[i][0] *= 1.1;
    const std::vector<ElementState> states = elements.states(x);
    EXPECT_NEAR(states[0].density, 0.0, 1e-20);
    const double fibre_strain = 1.21 - 1.0, expected = 0.5 * e * 0.01 + 1e4 / 8 * fibre_strain * fibre_strain;
    for (const int element : {2, 3}) {
        EXPECT_NEAR(states[element].density, expected, 1e-9 * e);
        // ARAP: P₁₁ = E (σ − 1); fibre: P₁₁ = E_f/2 (σ² − 1) σ; Cauchy: times σ over J = σ.
        EXPECT_NEAR(states[element].stress(0, 0), e * 0.1 + 1e4 / 2 * fibre_strain * 1.1, 1e-9 * e);
    }
}

TEST(ElementFields, KnowTheirNames) {
    try {
        find_element_field("stress");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "no element field 'stress'; there are: cauchy_stress, energy_density, principal_strains, "
                     "principal_stresses, principal_stretches, "
                     "volume_ratio, von_mises_stress");
    }
}

}  // namespace
}  // namespace talweg::element_fields_test
