#include "talweg/assembly/assembler.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "support/dense.hpp"
#include "support/random_world.hpp"
#include "support/threads.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg::assembler_test {
namespace {

using testing::dense;
using testing::landscape_around;
using testing::RandomWorld;
using testing::SpringGrid;
using testing::World;

/// The same elements on points that are all nodes, without mass: assembles H_x and g_x.
Model points_alone(const Model& model) {
    ModelBuilder builder;
    for (int i = 0; i < model.point_count(); ++i) {
        const NodeWeight row{builder.add_node(Vec3::zero(), Vec3::zero(), 0.0), 1.0};
        builder.add_point(Vec3::zero(), {&row, 1});
    }
    for (const auto& term : model.terms) builder.add_term(term);
    return builder.finish();
}

/// The same landscape over the points themselves.
Landscape over_points(const Landscape& at) {
    Landscape out = at;
    out.c_tilde.assign(at.x_ref.size(), Vec3::zero());
    out.b = out.c_tilde;
    return out;
}

class AssemblerOfRandomWorlds : public ::testing::TestWithParam<unsigned> {
protected:
    RandomWorld world{GetParam()};
    Assembler assembler{world.model()};
    Landscape at = world.landscape();
    Nodes c = world.nodes();
    System system;
};
INSTANTIATE_TEST_SUITE_P(Seeds, AssemblerOfRandomWorlds, ::testing::Range(1u, 11u));

TEST_P(AssemblerOfRandomWorlds, GradientIsTheSlopeOfTheEnergy) {
    assembler.assemble(at, c, Hessian::exact, system);
    const double step = 1e-5, size = dense(system.gradient).norm();
    for (std::size_t i = 0; i < c.size(); ++i)
        for (int a = 0; a < 3; ++a) {
            double difference = 0.0;
            for (double side : {1.0, -1.0}) {
                Nodes moved = c;
                moved[i][a] += side * step;
                difference += side * assembler.energy(at, moved);
            }
            EXPECT_NEAR(system.gradient[i][a], difference / (2.0 * step), 1e-8 * size);
        }
}

TEST_P(AssemblerOfRandomWorlds, ExactHessianIsTheSlopeOfTheGradient) {
    assembler.assemble(at, c, Hessian::exact, system);
    const Eigen::MatrixXd h = dense(system.hessian);
    EXPECT_LT((h - h.transpose()).norm(), 1e-13 * h.norm());
    const double step = 1e-5;
    Nodes g[2];
    for (std::size_t i = 0; i < c.size(); ++i)
        for (int a = 0; a < 3; ++a) {
            for (int side : {0, 1}) {
                Nodes moved = c;
                moved[i][a] += side == 0 ? -step : step;
                assembler.gradient(at, moved, g[side]);
            }
            const Eigen::VectorXd column = (dense(g[1]) - dense(g[0])) / (2.0 * step);
            EXPECT_LT((column - h.col(3 * i + a)).norm(), 1e-8 * h.norm());
        }
}

TEST_P(AssemblerOfRandomWorlds, SystemIsThatOfThePointsSeenThroughW) {
    const Model alone = points_alone(world.model());
    Assembler reference(alone);
    const Eigen::MatrixXd w = testing::dense_weights(world.model()), mass = testing::dense_mass(world.model());
    Positions x;
    follow(world.model().map, c, at.b, x);
    const Eigen::VectorXd away = dense(c) - dense(at.c_tilde);
    for (Hessian kind : {Hessian::exact, Hessian::projected}) {
        System of_points;
        reference.assemble(over_points(at), x, kind, of_points);
        assembler.assemble(at, c, kind, system);
        const Eigen::MatrixXd h = w.transpose() * dense(of_points.hessian) * w + mass;
        const Eigen::VectorXd g = w.transpose() * dense(of_points.gradient) + mass * away;
        EXPECT_LT((dense(system.hessian) - h).norm(), 1e-13 * h.norm());
        EXPECT_LT((dense(system.gradient) - g).norm(), 1e-13 * g.norm());
        const double energy = of_points.energy.value + 0.5 * away.dot(mass * away);
        EXPECT_NEAR(system.energy.value, energy, 1e-13 * system.energy.magnitude);
    }
}

TEST_P(AssemblerOfRandomWorlds, ProjectedHessianIsPositiveDefinite) {
    assembler.assemble(at, c, Hessian::exact, system);
    const auto least = [&] {
        return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense(system.hessian)).eigenvalues()[0];
    };
    EXPECT_LT(least(), 0.0) << "otherwise this world tests nothing";
    assembler.assemble(at, c, Hessian::projected, system);
    EXPECT_GT(least(), 0.5) << "the least mass is 1 kg, less its couplings";
}

TEST_P(AssemblerOfRandomWorlds, EnergyAndGradientAloneAgreeWithTheSystem) {
    assembler.assemble(at, c, Hessian::projected, system);
    EXPECT_NEAR(assembler.energy(at, c), system.energy.value, 1e-14 * system.energy.magnitude);
    EXPECT_LE(std::fabs(system.energy.value), system.energy.magnitude);
    Nodes g;
    assembler.gradient(at, c, g);
    EXPECT_LT((dense(g) - dense(system.gradient)).norm(), 1e-13 * dense(g).norm());
}

TEST_P(AssemblerOfRandomWorlds, PotentialsAreJoulesWithoutScaleOrDissipation) {
    assembler.assemble(at, c, Hessian::projected, system);
    Positions x;
    follow(world.model().map, c, at.b, x);
    const std::vector<double> joules = assembler.potentials(x, 0.0);
    ASSERT_EQ(joules.size(), world.model().terms.size() + 1) << "contact has the last";
    EXPECT_EQ(joules.back(), 0.0);
    double sum = 0.0;
    for (std::size_t t = 0; t < world.model().terms.size(); ++t) {
        const Term& term = *world.model().terms[t];
        const Configuration here{x.data(), at.x_ref.data(), at.rate};
        const double expected = term.energy(here, 0, term.element_count());
        EXPECT_NEAR(joules[t], term.dissipative() ? 0.0 : expected, 1e-12);
        EXPECT_NEAR(system.potentials[t], joules[t], 1e-12);
        sum += expected;
    }
    const Eigen::VectorXd away = dense(c) - dense(at.c_tilde);
    EXPECT_NEAR(system.energy.value, at.scale * sum + 0.5 * away.dot(testing::dense_mass(world.model()) * away), 1e-11);
}

TEST_P(AssemblerOfRandomWorlds, ForcesAreMinusTheSlopeOfPotentialsAndDissipations) {
    // For a move of vanishing length, f(x, v) = −∇ of the landscape's P at x = x_ref + v/rate.
    at.c_tilde = c;
    at.rate = 1e7;
    Positions v, x;
    const Nodes speed = world.directions();
    follow(world.model().map, c, at.b, at.x_ref);
    follow_move(world.model().map, speed, v);
    Nodes moved = c, f, g;
    for (std::size_t i = 0; i < c.size(); ++i) moved[i] += speed[i] / at.rate;
    at.c_tilde = moved;
    assembler.forces(at.x_ref, v, 0.0, f);
    assembler.gradient(at, moved, g);
    EXPECT_LT((dense(g) / at.scale + dense(f)).norm(), 1e-5 * dense(f).norm());
}

/// A square whose points equal nodes, or follow them by several weights that add up to the same.
World square(std::span<const double> weights) {
    const World direct = SpringGrid{.stretch = 1.3, .held = {0, 4}, .planar = false}.make();
    if (weights.size() == 1) return direct;
    World split = direct;
    split.model.map = {};
    for (int i = 0; i < direct.model.point_count(); ++i) {
        std::vector<NodeWeight> row;
        if (const int node = direct.model.map.single_node(i); node >= 0)
            for (double weight : weights) row.push_back({node, weight});
        split.model.map.add_point(row);
    }
    return split;
}

TEST(Assembler, DirectAndWeightedScatterGiveTheSameSystem) {
    const double one[] = {1.0}, parts[] = {0.5, 0.75, -0.25};
    const World direct = square(one), weighted = square(parts);
    const Landscape at = landscape_around(direct.model, direct.state.c);
    System a, b;
    Assembler(direct.model).assemble(at, direct.state.c, Hessian::projected, a);
    Assembler(weighted.model).assemble(at, direct.state.c, Hessian::projected, b);
    EXPECT_LT((dense(a.hessian) - dense(b.hessian)).norm(), 1e-14 * dense(a.hessian).norm());
    EXPECT_LT((dense(a.gradient) - dense(b.gradient)).norm(), 1e-14 * dense(a.gradient).norm());
    EXPECT_NEAR(a.energy.value, b.energy.value, 1e-14 * a.energy.magnitude);
}

TEST(Assembler, AnElementMayMeetANodeTwice) {
    // Two points beside one node, and a third elsewhere: the spring between the first two cannot be felt.
    ModelBuilder builder;
    const NodeWeight shared{builder.add_node(Vec3::zero(), Vec3::zero(), 1.0), 1.0};
    const NodeWeight other{builder.add_node({0, 2, 0}, Vec3::zero(), 1.0), 1.0};
    builder.add_point(Vec3::zero(), {&shared, 1});
    builder.add_point(Vec3::zero(), {&shared, 1}, {1, 0, 0});
    builder.add_point(Vec3::zero(), {&other, 1});
    const std::vector<int> points{0, 1, 1, 2, 2, 2};
    builder.add_term(std::make_shared<Elements<Spring>>(points, std::vector<Spring::Element>(3, {0.5, 10.0})));
    const Model model = builder.finish();
    const Landscape at = landscape_around(model, builder.start(), 1.0);
    System system;
    Assembler(model).assemble(at, builder.start(), Hessian::exact, system);
    const auto spring = Spring::derivatives({{{1, 0, 0}, {0, 2, 0}}}, {0.5, 10.0});
    Eigen::MatrixXd expected(6, 6);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) expected(i, j) = spring.hessian(i, j) + (i == j ? 1.0 : 0.0);
    EXPECT_LT((dense(system.hessian) - expected).norm(), 1e-13 * expected.norm());
}

TEST(Assembler, AWorldWithoutNodesHasItsEnergyAndNothingElse) {
    const World world = SpringGrid{.cells = 1, .stretch = 2.0, .held = {0, 1, 2, 3}}.make();
    ASSERT_EQ(world.model.node_count(), 0);
    Assembler assembler(world.model);
    const Landscape at = landscape_around(world.model, {}, 1.0);
    System system;
    assembler.assemble(at, {}, Hessian::projected, system);
    // Two edges of length 2 instead of 1, two diagonals √5 instead of √2.
    const double expected = 2.0 * 0.5e5 * 9.0 + 2.0 * 0.5e5 * 2.0 * 1.5 * 1.5;
    EXPECT_NEAR(system.energy.value, expected, 1e-9 * expected);
    EXPECT_TRUE(system.gradient.empty());
    EXPECT_TRUE(system.hessian.values.empty());
    EXPECT_NEAR(assembler.energy(at, {}), expected, 1e-9 * expected);
}

TEST(Assembler, AWorldWithoutTermsHasItsInertia) {
    ModelBuilder builder;
    for (int i = 0; i < 3; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 2.0);
    builder.add_coupling(0, 2, 0.5);
    const Model model = builder.finish();
    Assembler assembler(model);
    const Landscape at = landscape_around(model, Nodes(3, Vec3::zero()));
    System system;
    assembler.assemble(at, {{1, 0, 0}, {0, 1, 0}, {1, 0, 0}}, Hessian::projected, system);
    EXPECT_DOUBLE_EQ(system.energy.value, 3.0 + 0.5);
    EXPECT_EQ(system.gradient[0], (Vec3{2.5, 0, 0}));
    EXPECT_EQ(system.gradient[1], (Vec3{0, 2, 0}));
    EXPECT_LT((dense(system.hessian) - testing::dense_mass(model)).norm(), 1e-15);
}

TEST(Assembler, ASystemCanBeAssembledAgainIntoTheSamePlace) {
    RandomWorld world(4);
    Assembler assembler(world.model());
    const Landscape at = world.landscape();
    const Nodes first = world.nodes(), second = world.nodes();
    System reused, fresh;
    assembler.assemble(at, first, Hessian::projected, reused);
    assembler.assemble(at, second, Hessian::projected, reused);
    assembler.assemble(at, second, Hessian::projected, fresh);
    EXPECT_EQ(reused.energy.value, fresh.energy.value);
    EXPECT_EQ(reused.gradient, fresh.gradient);
    EXPECT_EQ(reused.hessian.values, fresh.hessian.values);
}

template <class Value>
bool same_bits(const std::vector<Value>& a, const std::vector<Value>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0;
}

TEST(Assembler, GivesTheSameBitsForAnyNumberOfThreads) {
    World world = SpringGrid{.cells = 70, .stretch = 1.1, .gravity = {0, -9.81, 0}, .planar = false}.make();
    ASSERT_GT(world.model.node_count(), parallel_grain);
    std::mt19937 random(2);
    for (Vec3& c : world.state.c)
        for (double& value : c.data) value += 1e-3 * (random() * 0x1p-32 - 0.5);
    const Positions x = positions(world.model, world.state);
    const Landscape at = landscape_around(world.model, world.state.c);
    Nodes c = world.state.c;
    for (Vec3& v : c) v *= 0.99;

    struct Result {
        System system;
        double energy;
        Nodes gradient, forces;
    };
    const auto evaluate = [&] {
        Assembler assembler(world.model);
        Result r;
        assembler.assemble(at, c, Hessian::projected, r.system);
        r.energy = assembler.energy(at, c);
        assembler.gradient(at, c, r.gradient);
        assembler.forces(x, x, 0.0, r.forces);
        return r;
    };
    const Result one = testing::with_threads(1, evaluate);
    for (int threads : {2, 4})
        for (int repeat = 0; repeat < 5; ++repeat) {
            const Result many = testing::with_threads(threads, evaluate);
            EXPECT_EQ(many.system.energy.value, one.system.energy.value);
            EXPECT_EQ(many.energy, one.energy);
            EXPECT_TRUE(same_bits(many.system.potentials, one.system.potentials));
            EXPECT_TRUE(same_bits(many.system.gradient, one.system.gradient));
            EXPECT_TRUE(same_bits(many.system.hessian.values, one.system.hessian.values));
            EXPECT_TRUE(same_bits(many.gradient, one.gradient));
            EXPECT_TRUE(same_bits(many.forces, one.forces));
        }
}

/// Terms that pass by keep orders and places of their sums as long as they stay, also when the pattern grows.
TEST(Assembler, WhatItKeepsOfPassingTermsDoesNotShow) {
    testing::SpringGrid grid;
    grid.cells = 12;
    const testing::World world = grid.make();
    const Landscape landscape = landscape_around(world.model, world.state.c);
    const auto spring = [](std::vector<int> points) {
        const std::size_t count = points.size() / 2;
        return std::make_shared<Elements<Spring>>(std::move(points), std::vector<Spring::Element>(count, {0.3, 1e3}));
    };
    const std::shared_ptr<const Term> stays = spring({0, 100, 5, 60}), early = spring({7, 90}), late = spring({3, 150});
    Assembler kept(world.model);
    System system;
    kept.set_transient({early, stays});
    kept.assemble(landscape, world.state.c, Hessian::exact, system);
    const auto before = kept.pattern();
    kept.set_transient({stays});
    kept.assemble(landscape, world.state.c, Hessian::exact, system);
    EXPECT_EQ(kept.pattern(), before) << "what the pattern once held it keeps";
    kept.set_transient({late, stays});
    kept.assemble(landscape, world.state.c, Hessian::exact, system);
    EXPECT_NE(kept.pattern(), before);

    Assembler fresh(world.model);
    System wanted;
    fresh.set_transient({early});
    fresh.assemble(landscape, world.state.c, Hessian::exact, wanted);
    fresh.set_transient({late, stays});
    fresh.assemble(landscape, world.state.c, Hessian::exact, wanted);
    EXPECT_EQ(system.energy.value, wanted.energy.value);
    EXPECT_EQ(system.gradient, wanted.gradient);
    ASSERT_EQ(system.hessian.values.size(), wanted.hessian.values.size());
    EXPECT_EQ(system.hessian.values, wanted.hessian.values);
}

TEST(Assembler, ATermCountsAsOftenAsItsCurveSays) {
    VertexBody body;
    body.rest = body.start = {{0, 0, 0}, {1, 0, 0}};
    body.velocity.assign(2, Vec3::zero());
    body.mass = {1.0, 1.0};
    ModelBuilder builder;
    builder.add_vertices(body);
    const auto pull = std::make_shared<Elements<Gravity>>(std::vector{1}, std::vector<Gravity::Element>{{{2, 0, 0}}});
    builder.add_term(pull);
    builder.add_load(pull, {Expression("-3*t")});
    const Model model = builder.finish();
    Assembler assembler(model);
    Nodes f, g;
    assembler.forces(body.rest, body.rest, 2.0, f);
    EXPECT_EQ(f[1], (Vec3{2.0 - 12.0, 0, 0}));
    EXPECT_EQ(assembler.potentials(body.rest, 2.0), (std::vector<double>{-2.0, 12.0, 0.0}));
    Landscape at;
    at.c_tilde = body.rest;
    at.scale = 0.5;
    at.b = Positions(2, Vec3::zero());
    at.x_ref = body.rest;
    at.rate = 1.0;
    at.factors = load_factors(model, 2.0);
    EXPECT_EQ(assembler.energy(at, body.rest), 5.0);
    assembler.gradient(at, body.rest, g);
    EXPECT_EQ(g[1], (Vec3{5.0, 0, 0}));
    System system;
    assembler.assemble(at, body.rest, Hessian::projected, system);
    EXPECT_EQ(system.energy.value, 5.0);
    EXPECT_EQ(system.gradient[1], (Vec3{5.0, 0, 0}));
    EXPECT_EQ(system.potentials, (std::vector<double>{-2.0, 12.0, 0.0}));
}

}  // namespace
}  // namespace talweg::assembler_test
