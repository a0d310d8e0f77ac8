#include "talweg/assembly/elements.hpp"

#include <gtest/gtest.h>

#include "support/corner.hpp"
#include "talweg/energies/drag.hpp"
#include "talweg/energies/gravity.hpp"
#include "talweg/energies/spring.hpp"
#include "talweg/energies/spring_damping.hpp"

namespace talweg::elements_test {
namespace {

using testing::Corner;

const std::vector<Vec3> places{{0, 0, 0}, {1, 0.2, 0}, {0.3, 1, -0.4}, {-0.5, 0.1, 0.8}};
const Elements<Spring> springs({0, 1, 1, 2, 3, 0}, {{1.0, 10.0}, {0.5, 20.0}, {0.8, 30.0}});
const Configuration still{places.data(), places.data(), 1.0};

TEST(Elements, TellWhatTheyAre) {
    EXPECT_EQ(springs.name(), "spring");
    EXPECT_EQ(springs.point_count(), 2);
    EXPECT_EQ(springs.element_count(), 3);
    EXPECT_FALSE(springs.dissipative());
    EXPECT_TRUE(Elements<Drag>({}, {}).dissipative());
    EXPECT_EQ(springs.points()[4], 3);
}

TEST(Elements, EnergyIsTheSumOverTheRange) {
    double sum = 0.0;
    for (int e = 0; e < 3; ++e) sum += springs.energy(still, e, e + 1);
    EXPECT_NEAR(springs.energy(still, 0, 3), sum, 1e-14 * sum);
    EXPECT_EQ(springs.energy(still, 1, 1), 0.0);
    const Vec3 d = places[2] - places[1];
    const double strain = norm_squared(d) / 0.5 - 1.0;
    EXPECT_NEAR(springs.energy(still, 1, 2), 0.5 * 20.0 * 0.5 * strain * strain, 1e-13);
}

TEST(Elements, DerivativesAddToTheGradientWithTheScale) {
    std::vector<Vec3> once(4, Vec3::zero()), tripled(4, Vec3{1, 1, 1});
    const double joules = springs.add_derivatives(still, 0, 3, {once.data(), 1.0}).value;
    EXPECT_NEAR(joules, springs.energy(still, 0, 3), 1e-13) << "joules are not scaled";
    EXPECT_EQ(springs.add_derivatives(still, 0, 3, {tripled.data(), 3.0}).value, joules);
    for (int i = 0; i < 4; ++i) EXPECT_LT(norm(tripled[i] - Vec3{1, 1, 1} - 3.0 * once[i]), 1e-13);
}

TEST(Elements, ForcesAreMinusTheGradient) {
    std::vector<Vec3> g(4, Vec3::zero()), f(4, Vec3::zero());
    springs.add_derivatives(still, 0, 3, {g.data(), 1.0});
    springs.add_forces(places.data(), places.data(), 0, 3, f.data());
    for (int i = 0; i < 4; ++i) EXPECT_LT(norm(g[i] + f[i]), 1e-13);
}

TEST(Elements, JetsServeEnergiesWithoutClosedForm) {
    const Elements<Corner> corner({0, 1, 2}, {{2.0}});
    std::vector<Vec3> g(4, Vec3::zero());
    corner.add_derivatives(still, 0, 1, {g.data(), 1.0});
    std::vector<Vec3> moved = places;
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) {
            const double step = 1e-5;
            double difference = 0.0;
            for (double side : {1.0, -1.0}) {
                moved[i][a] = places[i][a] + side * step;
                difference += side * corner.energy({moved.data(), moved.data(), 1.0}, 0, 1);
            }
            moved[i][a] = places[i][a];
            EXPECT_NEAR(g[i][a], difference / (2.0 * step), 1e-9);
        }
    EXPECT_EQ(g[3], Vec3::zero());
}

TEST(Elements, DissipationsSeeTheVelocityOfTheMove) {
    const double rate = 50.0, coefficient = 3.0;
    const Elements<Drag> drag({1}, {{coefficient}});
    std::vector<Vec3> x = places, g(4, Vec3::zero()), f(4, Vec3::zero()), v(4, Vec3::zero());
    x[1] += Vec3{0.01, -0.02, 0.03};
    v[1] = (x[1] - places[1]) * rate;
    const Configuration moving{x.data(), places.data(), rate};
    // D/rate joules per move, and its gradient is the force that explicit integrators see.
    const double dissipated = drag.add_derivatives(moving, 0, 1, {g.data(), 1.0}).value;
    EXPECT_NEAR(dissipated, 0.5 * coefficient * norm_squared(v[1]) / rate, 1e-15);
    EXPECT_NEAR(drag.energy(moving, 0, 1), dissipated, 1e-16);
    drag.add_forces(places.data(), v.data(), 0, 1, f.data());
    EXPECT_LT(norm(g[1] + f[1]), 1e-13);
    EXPECT_LT(norm(f[1] + coefficient * v[1]), 1e-13);
}

TEST(Elements, TheIncrementOfADampingAgreesWithItsForceForSmallMoves) {
    const Elements<SpringDamping> damping({1, 2}, {{7.0}});
    const double rate = 1e5;
    std::vector<Vec3> v(4, Vec3::zero()), x = places, g(4, Vec3::zero()), f(4, Vec3::zero());
    v[1] = {1, -2, 0.5};
    v[2] = {0.3, 1, 2};
    for (int i = 0; i < 4; ++i) x[i] += v[i] / rate;
    damping.add_derivatives({x.data(), places.data(), rate}, 0, 1, {g.data(), 1.0});
    damping.add_forces(places.data(), v.data(), 0, 1, f.data());
    for (int i : {1, 2}) EXPECT_LT(norm(g[i] + f[i]), 1e-4 * norm(f[i]));
}

TEST(Elements, ProjectionIsLeftOutWhenTheHessianIsExact) {
    // A compressed spring: its exact Hessian has negative eigenvalues across, the projected one none.
    const Points<double, 2> x{{{0, 0, 0}, {0.5, 0, 0}}};
    const Spring::Element e{1.0, 1.0};
    const auto exact = element_derivatives<Spring, 2>(x, x, 1.0, e, false);
    const auto projected = element_derivatives<Spring, 2>(x, x, 1.0, e, true);
    EXPECT_LT(exact.hessian(1, 1), 0.0);
    EXPECT_EQ(projected.hessian(1, 1), 0.0);
    EXPECT_EQ(exact.gradient, projected.gradient);
}

TEST(Elements, PointsThatDoNotFitTheElementsAreRefused) {
    EXPECT_THROW(Elements<Spring>({0, 1, 2}, {{1.0, 1.0}}), Error);
    EXPECT_THROW(Elements<Spring>({0, 1}, {}), Error);
    EXPECT_NO_THROW(Elements<Spring>({}, {}));
}

}  // namespace
}  // namespace talweg::elements_test
