#include "talweg/energies/elastic_rod.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "math/random_matrices.hpp"
#include "talweg/model/motion.hpp"

namespace talweg::elastic_rod_test {
namespace {

constexpr double pi = std::numbers::pi, radius = 0.02;
using Values = std::array<double, 8>;  // B₁, B₂, C, r, κ̄₁, κ̄₂, τ̄, drawn
constexpr Values straight = {3.0, 2.0, 5.0, radius, 0.0, 0.0, 0.0, 0.0};

/// Two edges of length 1 along x and then turned, with the section's first axis along y; twists in radians.
Points<double, 5> bent(const Vec3& second, double twist0 = 0.0, double twist1 = 0.0) {
    return {{{-1, 0, 0}, {0, 0, 0}, second, {radius * twist0, 0, 0}, {radius * twist1, 0, 0}}};
}

ElasticRod::Element made(const Values& values, const Vec3& second = {1, 0, 0}, const Vec3& axis = {0, 1, 0}) {
    RestElement<5> rest = {{{{-1, 0, 0}, {0, 0, 0}, second, axis, axis}}, 0.0, 1};
    return ElasticRod::make(rest, values.data());
}

TEST(ElasticRod, NumbersByHand) {
    const ElasticRod::Element e = made(straight);
    for (const double angle : {0.0, 1e-8, 0.3, 1.5, -2.0}) {
        const double square = std::pow(2.0 * std::tan(0.5 * angle), 2);
        const double up = 3.0 * square / 2.0, aside = 2.0 * square / 2.0;
        const Vec3 to_first = {std::cos(angle), std::sin(angle), 0}, to_second = {std::cos(angle), 0, std::sin(angle)};
        EXPECT_NEAR(ElasticRod::energy(bent(to_first), e), up, 1e-13 * up);
        EXPECT_NEAR(ElasticRod::energy(bent(to_second), e), aside, 1e-13 * aside);
        // Turned by a quarter about itself, the other side resists.
        EXPECT_NEAR(ElasticRod::energy(bent(to_second, 0.5 * pi, 0.5 * pi), e), up, 1e-12 * up + 1e-30);
        EXPECT_NEAR(ElasticRod::energy(bent({1, 0, 0}, -0.1, angle), e), 5.0 * std::pow(angle + 0.1, 2) / 2.0, 1e-12);
    }
    // Towards the first axis is positive; and so is a twist like that of a right-handed screw.
    EXPECT_NEAR(ElasticRod::strain(bent({std::cos(0.2), std::sin(0.2), 0}), e).values[0], 2.0 * std::tan(0.1), 1e-15);
    EXPECT_NEAR(ElasticRod::strain(bent({std::cos(0.2), 0, std::sin(0.2)}), e).values[1], 2.0 * std::tan(0.1), 1e-15);
    EXPECT_GT(ElasticRod::strain(bent({1, 0, 0}, 0.0, 0.3), e).values[2], 0.0);
}

TEST(ElasticRod, AsDrawnIsRelaxed) {
    Values values = straight;
    values[7] = 1.0;
    const Vec3 second = {0.7, 0.5, -0.3};
    const ElasticRod::Element e = made(values, second, {0.1, 1.0, 0.4});
    const Derivatives<5> d = ElasticRod::derivatives(bent(second), e);
    EXPECT_NEAR(d.energy, 0.0, 1e-28);
    for (int k = 0; k < 15; ++k) EXPECT_NEAR(d.gradient[k], 0.0, 1e-13);
}

TEST(ElasticRod, NaturalCurvatureAndTwistAreThoseAsked) {
    Values values = straight;
    values[4] = 0.2, values[5] = -0.1, values[6] = 0.3;
    const ElasticRod::Element e = made(values);
    EXPECT_DOUBLE_EQ(e.natural[0], 0.2);
    EXPECT_DOUBLE_EQ(e.natural[1], -0.1);
    EXPECT_DOUBLE_EQ(e.natural[2], 0.3);
}

/// A rigid turn of everything, frames included, costs nothing.
TEST(ElasticRod, FeelsNoRigidMotion) {
    RandomMatrices random{5};
    Values values = straight;
    values[7] = 0.6;
    for (int repeat = 0; repeat < 50; ++repeat) {
        const Vec3 second = Vec3{1, 0, 0} + 0.6 * random.matrix<3, 1>();
        RestElement<5> rest = {{{{-1, 0, 0}, {0, 0, 0}, second, {0, 1, 0}, {0, 1, 0}}}, 0.0, 1};
        const auto x = bent(Vec3{1, 0, 0} + 0.6 * random.matrix<3, 1>(), 0.3, -0.4);
        const double before = ElasticRod::energy(x, ElasticRod::make(rest, values.data()));
        rest.turn = random.rotation<3>();
        auto y = x;
        for (int i = 0; i < 3; ++i) y[i] = rest.turn * x[i] + Vec3{3, -2, 1};
        EXPECT_NEAR(ElasticRod::energy(y, ElasticRod::make(rest, values.data())), before, 1e-12 * before);
    }
}

/// Where a step ends, the next begins: the energy and the moments about the edges are what they were.
TEST(ElasticRod, RenewedFramesChangeNothingThatIsThere) {
    RandomMatrices random{6};
    for (int repeat = 0; repeat < 50; ++repeat) {
        ElasticRod::Element e = made(straight, {1, 0.2, 0}, {0, 1, 0.3});
        const auto x = bent(Vec3{1, 0, 0} + 0.6 * random.matrix<3, 1>(), 2.0, -7.0);
        const Derivatives<5> before = ElasticRod::derivatives(x, e);
        e.memory = ElasticRod::evolve(x, 0.01, e);
        const Derivatives<5> after = ElasticRod::derivatives(x, e);
        EXPECT_NEAR(after.energy, before.energy, 1e-12 * before.energy);
        for (const int k : {9, 12}) EXPECT_NEAR(after.gradient[k], before.gradient[k], 1e-10 * before.energy / radius);
        const RodFrames again = ElasticRod::evolve(x, 0.01, e);
        for (int i = 0; i < 2; ++i) {
            EXPECT_LE(norm(again.director[i] - e.memory.director[i]), 1e-15);
            EXPECT_NEAR(dot(again.director[i], again.tangent[i]), 0.0, 1e-16);
        }
    }
}

/// An edge led once round a cone comes back with its frame turned by the area it enclosed on the sphere, 2π(1 − cos α):
/// the reference twist takes it up, past half a turn and more, without a jump of a whole one.
TEST(ElasticRod, WholeTurnsAreCounted) {
    ElasticRod::Element e = made(straight);
    const double alpha = 1.0;
    double last = 0.0, largest_jump = 0.0;
    for (int k = 0; k <= 400; ++k) {
        const double around = 2.0 * pi * k / 100;  // four times round
        const double open = alpha * std::min(1.0, k / 100.0);
        const Vec3 second = {std::cos(open), std::sin(open) * std::cos(around), std::sin(open) * std::sin(around)};
        e.memory = ElasticRod::evolve(bent(second), 0.01, e);
        largest_jump = std::max(largest_jump, std::fabs(e.memory.twist - last));
        last = e.memory.twist;
    }
    EXPECT_LT(largest_jump, 0.1);
    // Three rounds at full opening, one on the way there.
    EXPECT_GT(std::fabs(last), 3 * 2.0 * pi * (1.0 - std::cos(alpha)) - 0.1);
    EXPECT_LT(std::fabs(last), 4 * 2.0 * pi * (1.0 - std::cos(alpha)) + 0.1);
}

TEST(ElasticRod, RefusesEdgesWithoutFrame) {
    EXPECT_THROW(made(straight, {0, 0, 0}), Error);
    EXPECT_THROW(made(straight, {1, 0, 0}, {1, 0, 0}), Error);
}

}  // namespace
}  // namespace talweg::elastic_rod_test
