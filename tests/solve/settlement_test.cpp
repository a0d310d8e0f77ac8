/// Each of the four questions sees something that the others miss.
#include "talweg/solve/settlement.hpp"

#include <gtest/gtest.h>

#include "support/landscape_around.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/contact_friction.hpp"
#include "talweg/energies/hooke_spring.hpp"
#include "talweg/energies/plane_barrier.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg::settlement_test {
namespace {

constexpr double dt = 0.01, tolerance = 1e-6;

/// Nodes along x, 1 m apart, with springs between neighbours; one more point, scripted, to push against. Or several
/// such chains one behind the other, the first node of each held along some axes.
struct Chain {
    Model model;
    Nodes c;
    Landscape at;

    Chain(int nodes, double mass, double stiffness, Vec3 origin = Vec3::zero())
        : Chain(std::vector<int>{nodes}, mass, stiffness, origin, 0) {}
    Chain(const std::vector<int>& lengths, double mass, double stiffness, Vec3 origin, Axes held) {
        ModelBuilder builder;
        std::vector<int> points;
        int begin = 0;
        for (const int nodes : lengths) {
            for (int i = 0; i < nodes; ++i) {
                const Vec3 x = origin + Vec3{double(i), 0, 0};
                const NodeWeight row{builder.add_node(x, Vec3::zero(), mass, i == 0 ? held : Axes(0)), 1.0};
                builder.add_point(x, {&row, 1});
                if (i > 0) points.insert(points.end(), {begin + i - 1, begin + i});
            }
            builder.add_body({.name = "chain", .first_point = begin, .mass = nodes * mass});
            begin += nodes;
        }
        builder.add_point(origin, {}, origin);
        builder.add_body({.name = "ground", .first_point = begin, .obstacle = true});
        builder.add_term(std::make_shared<Elements<HookeSpring>>(
            points, std::vector<HookeSpring::Element>(points.size() / 2, {1.0, stiffness})));
        c = builder.start();
        model = builder.finish();
        at = testing::landscape_around(model, c, dt);
    }

    /// With the exact direction, or with another.
    Settlement judge(const std::vector<std::shared_ptr<const Term>>& transient = {}, const Nodes* other = nullptr,
                     double allowed = tolerance) {
        Assembler assembler(model);
        assembler.set_transient(transient);
        System system;
        assembler.assemble(at, c, Hessian::exact, system);
        const Unknowns unknowns(model.held_axes);
        const auto solver = make_linear_solver("ldlt", *system.hessian.pattern, unknowns);
        std::vector<double> r, solution;
        unknowns.gather(system.gradient, r);
        for (double& value : r) value = -value;
        EXPECT_TRUE(solver->factorize(system.hessian, 0.0) && solver->solve(r, solution));
        Nodes p;
        unknowns.spread(solution, p);
        if (other) p = *other;
        const Pieces pieces(model);
        Positions x;
        follow(model.map, c, at.b, x);
        return Settler(model, pieces).judge(at, c, x, system, transient, p, allowed);
    }
};

TEST(Settlement, AllIsSettledWhereNothingPulls) {
    Chain chain(5, 1.0, 100.0);
    const Settlement left = chain.judge();
    EXPECT_TRUE(left.settled());
    EXPECT_EQ(left.excess, 0.0);
}

TEST(Settlement, MovesSeeOnePointOfMany) {
    // One node of a thousand is pulled aside: beside the mass of all, what it has to fall is little.
    Chain chain(1000, 1.0, 1e-3);
    chain.c[999][1] = 3e-8;
    const Settlement left = chain.judge();
    EXPECT_NEAR(left.moves, 3e-8 / dt, 1e-10);
    EXPECT_GT(left.moves, tolerance);
    EXPECT_LT(left.fall, tolerance);
    EXPECT_LT(left.balance, tolerance);
    EXPECT_FALSE(left.settled());
}

TEST(Settlement, FallSeesFalseStrain) {
    // A stiff spring stretched a little, symmetrically: the correction is short, what it holds is not.
    Chain chain(2, 1.0, 1e12);
    chain.c[0][0] -= 2e-9;
    chain.c[1][0] += 2e-9;
    const Settlement left = chain.judge();
    EXPECT_LT(left.moves, tolerance);
    EXPECT_LT(left.balance, tolerance);
    // ½ k (4e-9)² of strain in 2 kg, as a speed: √(2 · 8e-6 / 2).
    EXPECT_NEAR(left.fall, std::sqrt(1e12 * 16e-18 / 2.0), 1e-6);
    EXPECT_FALSE(left.settled());
}

TEST(Settlement, BalanceSeesWhatADirectionMisses) {
    // A solver that stopped too early: a direction of nothing, where all of it is pushed.
    Chain chain(5, 2.0, 100.0);
    for (Vec3& c : chain.c) c[1] += 1e-7;
    const Nodes nothing(5, Vec3::zero());
    const Settlement left = chain.judge({}, &nothing);
    EXPECT_EQ(left.moves, 0.0);
    EXPECT_EQ(left.fall, 0.0);
    EXPECT_NEAR(left.balance, 1e-7 / dt, 1e-12);
    EXPECT_EQ(left.body, 0);
    EXPECT_FALSE(left.settled());
}

TEST(Settlement, BalanceSeesTurns) {
    Chain chain(3, 2.0, 100.0);
    chain.c[0][1] -= 1e-7;
    chain.c[2][1] += 1e-7;  // no push, a turn
    const Nodes nothing(3, Vec3::zero());
    const Settlement left = chain.judge({}, &nothing);
    // Moment 2·m·δ·1 m over the radius of gyration √(2/3) m, over 3 m.
    EXPECT_NEAR(left.balance, 2.0 * 1e-7 / std::sqrt(2.0 / 3.0) / 3.0 / dt, 1e-9);
}

/// A gram between a press of 1e5 N and a friction of 1 N that has hardly begun to stick.
TEST(Settlement, ForcesSeeWhatMovesAndBalanceMiss) {
    Chain chain(2, 5e-4, 10.0);
    const int ground = 2;
    PlaneBarrier::Element press{};
    press.normal = {0, 1, 0};
    press.scale = {50.0, 0.0, 1e-6};  // in the middle of a reach of a millimetre
    chain.c[0][1] = chain.c[1][1] = 1e-4;
    PairFriction<2>::Element friction{1.0, 1e-5, {{1, 0, 0}, {0, 0, 1}}, {1.0, -1.0}};
    const std::vector<std::shared_ptr<const Term>> transient = {
        std::make_shared<Elements<PlaneBarrier>>(std::vector<int>{0, ground, 1, ground},
                                                 std::vector<PlaneBarrier::Element>{press, press}),
        std::make_shared<Elements<PairFriction<2>>>(std::vector<int>{0, ground},
                                                    std::vector<PairFriction<2>::Element>{friction})};
    Positions x;
    follow(chain.model.map, chain.c, chain.at.b, x);
    chain.at.x_ref = x;
    const Configuration here{x.data(), x.data(), 1.0 / dt};
    Positions force(x.size(), Vec3::zero());
    transient[0]->add_derivatives(here, 0, 2, {force.data(), 1.0});
    EXPECT_GT(-force[0][1], 1e4) << "pressed hard";
    for (int i = 0; i < 2; ++i) chain.at.c_tilde[i] = chain.c[i] + dt * dt / 5e-4 * force[i];
    // And something pulls the first with half of what friction can hold.
    chain.at.c_tilde[0][0] += dt * dt / 5e-4 * 0.5;
    const Settlement left = chain.judge(transient);
    EXPECT_LT(left.moves, 10 * tolerance) << "sticking is stiff: the direction is short";
    EXPECT_LT(left.balance * 1e-3 / dt, settled_part * 1e5) << "beside what presses it is balanced";
    EXPECT_GT(left.forces, 10.0) << "half of what friction has to be is missing";
    EXPECT_FALSE(left.settled());
}

TEST(Settlement, TellsRoundingApart) {
    // Far away, the last digit of a stiff spring's ends is a force.
    Chain chain(2, 1.0, 1e9, {1e6, 0, 0});
    chain.c[1][0] = std::nextafter(chain.c[1][0], 2e6);
    const Settlement left = chain.judge({}, nullptr, 1e-12);
    EXPECT_FALSE(left.settled());
    EXPECT_TRUE(left.settled_but_for_rounding());
    // Near by the same force would be none of rounding.
    Chain near(2, 1.0, 1e9);
    near.c[1][0] += chain.c[1][0] - 1e6 - 1.0;
    EXPECT_FALSE(near.judge({}, nullptr, 1e-12).settled_but_for_rounding());
}

/// Without inertia what counts is each element's own force.
TEST(Settlement, WithoutInertiaElementsTell) {
    Chain chain(3, 1.0, 1e6);
    chain.model.held_axes[0] = all_axes;
    chain.model.held_axes[2] = all_axes;
    for (int i = 0; i < 3; ++i) chain.c[i] = {1.1 * i, 0, 0};
    chain.at.inertia = 0.0;
    chain.at.scale = 1.0;
    EXPECT_TRUE(chain.judge().settled());
    chain.c[1][0] += 1e-3;  // 1e3 N of 1e5 in either half is one part in a hundred
    EXPECT_NEAR(chain.judge().fall, 1.0, 0.02);
    chain.c[1][0] += 1e-3;
    EXPECT_FALSE(chain.judge().settled());
}

TEST(Settlement, OfALargeModelIsThatOfItsPieces) {
    // More nodes than are summed in one go: the same as of each chain alone, which is summed node by node.
    const std::vector<int> lengths = {3000, 2500, 17};
    for (const Axes held : {Axes(0), Axes(1), Axes(7)}) {
        const auto moved = [](Chain chain, int from) {
            for (std::size_t i = 0; i < chain.c.size(); ++i)
                for (int a = 0; a < 3; ++a) chain.c[i][a] += 1e-7 * std::sin(7.0 * double(from + i) + a);
            return chain.judge();
        };
        Settlement expected;
        int begin = 0;
        for (const int nodes : lengths) {
            expected.include(moved(Chain({nodes}, 2.0, 300.0, {1, 2, 3}, held), begin));
            begin += nodes;
        }
        const Settlement left = moved(Chain(lengths, 2.0, 300.0, {1, 2, 3}, held), 0);
        EXPECT_NEAR(left.moves, expected.moves, 1e-9 * expected.moves);
        EXPECT_NEAR(left.balance, expected.balance, 1e-9 * expected.balance);
        EXPECT_NEAR(left.fall, expected.fall, 1e-9 * expected.fall);
        EXPECT_NEAR(left.excess, expected.excess, 1e-9 * expected.excess);
        EXPECT_GT(left.fall, 0.0);
    }
}

TEST(Settlement, WorstOfTwoIsTheWorstNumberByNumber) {
    Settlement a, b;
    a.moves = 1.0;
    a.balance = 2.0;
    a.body = 3;
    a.excess = 0.5;
    b.moves = 0.5;
    b.balance = 4.0;
    b.body = 1;
    b.forces = 0.1;
    a.include(b);
    EXPECT_EQ(a.moves, 1.0);
    EXPECT_EQ(a.balance, 4.0);
    EXPECT_EQ(a.body, 1);
    EXPECT_EQ(a.forces, 0.1);
    EXPECT_EQ(a.excess, 0.5);
}

}  // namespace
}  // namespace talweg::settlement_test
