#include "talweg/solve/newton.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "support/dense.hpp"
#include "support/random_world.hpp"
#include "support/threads.hpp"
#include "support/valley.hpp"
#include "talweg/solve/line_search.hpp"

namespace talweg::newton_test {
namespace {

using namespace testing;

constexpr double dt = 0.01;

/// A square of springs, its points shaken from a landscape that rests at the start.
struct Shaken {
    testing::World world;
    Landscape at;
    Nodes c;

    Shaken(const SpringGrid& grid, double amplitude, unsigned seed)
        : world(grid.make()), at(landscape_around(world.model, world.state.c, dt)), c(world.state.c) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> number(-amplitude, amplitude);
        for (int i = 0; i < world.model.node_count(); ++i)
            for (int a = 0; a < 3; ++a)
                if (!(world.model.held_axes[i] & (1 << a))) c[i][a] += number(random);
    }
};

/// Every move goes down, and says so.
void expect_descent(const Descent& descent, const EnergySum& end) {
    const double slack = rounding(end);
    for (std::size_t k = 0; k < descent.iterations.size(); ++k) {
        const Iteration& i = descent.iterations[k];
        const double next = k + 1 < descent.iterations.size() ? descent.iterations[k + 1].energy : end.value;
        EXPECT_LE(next, i.energy + slack) << "iteration " << k;
        EXPECT_LE(i.slope, 0.0);
        EXPECT_GT(i.alpha, 0.0);
        EXPECT_LE(i.alpha, i.limit);
        EXPECT_EQ(i.limit, 1.0);
        EXPECT_GE(i.residual, 0.0);
    }
}

/// Largest component of the gradient along the free components.
double free_gradient(const Backend& backend, const System& system) {
    std::vector<double> g;
    backend.unknowns().gather(system.gradient, g);
    double largest = 0.0;
    for (double value : g) largest = std::max(largest, std::fabs(value));
    return largest;
}

TEST(Newton, FindsTheMinimumFromAnyStart) {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        // Shaken by up to a cell's size: springs are collapsed and inverted.
        const SpringGrid grid{.cells = 6, .gravity = {0, -9.81, 0}, .held = {0, 6}, .planar = seed % 2 == 0};
        Shaken s(grid, 0.01 + 0.02 * seed, seed);
        Backend backend(s.world.model, "auto");
        const double start = free_gradient(backend, backend.assemble(s.at, s.c));
        const Descent descent = descend(s.at, s.c, dt, {1e-9, 500}, backend);
        EXPECT_EQ(descent.outcome, Outcome::converged) << describe(descent.outcome) << ", seed " << seed;
        EXPECT_LE(descent.residual, 1e-9);
        const System& system = backend.assemble(s.at, s.c);
        expect_descent(descent, system.energy);
        EXPECT_LT(free_gradient(backend, system), 1e-9 * start);
        const std::vector<double> joules = backend.assembler().potentials(positions(s.world.model, {s.c, s.c}), 0.0);
        for (std::size_t t = 0; t < joules.size(); ++t)
            EXPECT_NEAR(descent.potentials[t], joules[t], 1e-9 * std::fabs(joules[t]));
    }
}

/// Where a descent ended, the Hessian of that very place agrees, whoever had the last word.
TEST(Newton, TheHessianBeforeHasTheLastWordWhereItLeavesNoDoubt) {
    int saved = 0, descents = 0;
    for (const char* solver : {"cholesky", "reuse", "cg"})
        for (const double tolerance : {1e-2, 1e-4, 1e-7})
            for (unsigned seed = 1; seed <= 8; ++seed) {
                const SpringGrid grid{.cells = 5, .gravity = {0, -9.81, 0}, .held = {0, 5}, .planar = seed % 2 == 0};
                Shaken s(grid, 0.01 * seed, seed);
                Backend backend(s.world.model, solver), judge(s.world.model, "ldlt");
                const Descent descent = descend(s.at, s.c, dt, {tolerance, 500}, backend);
                ASSERT_EQ(descent.outcome, Outcome::converged) << describe(descent.outcome);
                const System& system = judge.assemble(s.at, s.c, Hessian::exact);
                Nodes p;
                ASSERT_TRUE(judge.solve(0.0, p));
                EXPECT_TRUE(judge.settlement(s.at, s.c, p, tolerance).settled()) << solver << seed;
                ASSERT_EQ(descent.gradient.size(), s.c.size());
                for (std::size_t i = 0; i < s.c.size(); ++i)
                    EXPECT_LT(norm(descent.gradient[i] - system.gradient[i]), 1e-12 * norm(system.gradient[i]) + 1e-12);
                ++descents;
                saved += backend.costs().systems == static_cast<long long>(descent.iterations.size());
            }
    EXPECT_GT(saved, descents / 2) << "one system per iteration, none for the last word";
}

TEST(Newton, TheHessianBeforeSaysNothingOfPlacesFarAway) {
    const SpringGrid grid{.cells = 5, .gravity = {0, -9.81, 0}, .held = {0, 5}};
    Shaken s(grid, 0.05, 3);
    Backend backend(s.world.model, "cholesky");
    const System& system = backend.assemble(s.at, s.c, Hessian::exact);
    Nodes p;
    if (!backend.solve(0.0, p)) {
        backend.assemble(s.at, s.c, Hessian::projected);
        ASSERT_TRUE(backend.solve(0.0, p));
    }
    const double slope = inner_product(system.gradient, p);
    EXPECT_FALSE(backend.settlement_by_last(s.at, s.c, backend.free_system(), slope, 1e9, p)) << "not a bit nearer";
    EXPECT_FALSE(backend.settlement_by_last(s.at, s.c, backend.free_system(), 1e9 * slope, 1e-6, p)) << "too far";
    EXPECT_TRUE(backend.settlement_by_last(s.at, s.c, backend.free_system(), 1e9 * slope, 1e9, p)) << "near for once";
}

TEST(Newton, EveryLinearSolverLeadsToTheSameMinimum) {
    std::vector<std::string> solvers = {"auto", "cholesky", "reuse", "ldlt", "cg", "multilevel"};
#ifdef TALWEG_WITH_CHOLMOD
    solvers.push_back("cholmod");
#endif
    std::vector<Nodes> ends;
    for (const std::string& solver : solvers) {
        Shaken s({.cells = 5, .stretch = 1.2, .planar = false}, 0.05, 3);
        Backend backend(s.world.model, solver);
        const Descent descent = descend(s.at, s.c, dt, {1e-9, 200}, backend);
        EXPECT_EQ(descent.outcome, Outcome::converged) << solver;
        EXPECT_LE(descent.residual, 1e-9) << solver;
        ends.push_back(s.c);
    }
    for (const Nodes& end : ends) EXPECT_LT((testing::dense(end) - testing::dense(ends[0])).norm(), 1e-9);
}

TEST(Newton, ConvergesQuadraticallyWhereElementsAreIndefinite) {
    // A spring that is pushed together wants to turn aside; inertia and the other springs keep it.
    Shaken s({.cells = 6, .stretch = 0.7}, 1e-3, 2);
    Backend backend(s.world.model, "auto");
    const Descent descent = descend(s.at, s.c, dt, {1e-10, 50}, backend);
    ASSERT_EQ(descent.outcome, Outcome::converged);
    std::vector<double> residuals;
    for (const Iteration& each : descent.iterations) residuals.push_back(each.residual);
    residuals.push_back(descent.residual);
    ASSERT_GE(residuals.size(), 3u);
    for (std::size_t k = 1; k < residuals.size(); ++k)
        if (residuals[k - 1] < 0.1) {
            EXPECT_LT(residuals[k], std::max(1e-10, residuals[k - 1] * residuals[k - 1])) << k;
        }
}

TEST(Newton, ConvergesAtAnyToleranceAndStopsAtTheFloorBelow) {
    double last = 1.0;
    for (double tolerance : {1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
        Shaken s({.cells = 4, .stretch = 1.4}, 0.0, 1);
        Backend backend(s.world.model, "auto");
        const Descent descent = descend(s.at, s.c, dt, {tolerance, 100}, backend);
        EXPECT_EQ(descent.outcome, Outcome::converged) << tolerance;
        EXPECT_LE(descent.residual, std::min(tolerance, 1.001 * last)) << "by whichever Hessian";
        last = descent.residual;
    }
    Shaken s({.cells = 4, .stretch = 1.4}, 0.0, 1);
    Backend backend(s.world.model, "auto");
    const Descent descent = descend(s.at, s.c, dt, {1e-30, 100}, backend);
    EXPECT_EQ(descent.outcome, Outcome::at_floor);
    EXPECT_TRUE(descent.reached());
    EXPECT_LT(descent.residual, 1e-11);
    EXPECT_LT(descent.iterations.size(), 20u);
}

TEST(Newton, RoundingOfPositionsIsNoStall) {
    // Nearly relaxed springs kilometres away: their energy reacts to the last digit of every position.
    for (double distance : {10.0, 1e3, 1e5})
        for (double tolerance : {1e-3, 1e-9, 1e-13}) {
            testing::World world = SpringGrid{.cells = 6, .stretch = 1.0 + 1e-6}.make();
            for (Vec3& c : world.state.c) c += Vec3{distance, distance, 0};
            for (double step : {1e-5, 1e-2}) {
                Backend backend(world.model, "auto");
                Nodes c = world.state.c;
                const Descent descent =
                    descend(landscape_around(world.model, c, step), c, step, {tolerance, 50}, backend);
                EXPECT_TRUE(descent.reached())
                    << distance << " m, " << tolerance << " m/s: " << describe(descent.outcome);
                EXPECT_GE(descent.iterations.size(), 1u) << "at least one direction is applied";
                EXPECT_LE(descent.iterations.size(), 10u);
            }
        }
}

TEST(Newton, AlwaysMovesOnce) {
    const testing::World world = SpringGrid{.gravity = {0, -10, 0}}.make();
    Backend backend(world.model, "auto");
    Nodes c = world.state.c;
    const Descent descent = descend(landscape_around(world.model, c, dt), c, dt, {1e3, 100}, backend);
    EXPECT_EQ(descent.outcome, Outcome::converged);
    EXPECT_EQ(descent.iterations.size(), 1u);
    for (std::size_t i = 0; i < c.size(); ++i) EXPECT_NEAR(c[i][1] - world.state.c[i][1], -10.0 * dt * dt, 1e-12);
}

TEST(Newton, StaysWhereNothingPulls) {
    const testing::World world = SpringGrid{}.make();
    Backend backend(world.model, "auto");
    Nodes c = world.state.c;
    const Descent descent = descend(landscape_around(world.model, c, dt), c, dt, {1e-9, 100}, backend);
    EXPECT_TRUE(descent.reached());
    EXPECT_LT((testing::dense(c) - testing::dense(world.state.c)).norm(), 1e-14);
}

TEST(Newton, RunsOutOfTurns) {
    Shaken s({.stretch = 1.4}, 0.0, 1);
    Backend backend(s.world.model, "auto");
    const Descent descent = descend(s.at, s.c, dt, {1e-9, 1}, backend);
    EXPECT_EQ(descent.outcome, Outcome::out_of_turns);
    EXPECT_FALSE(descent.reached());
    EXPECT_EQ(descent.iterations.size(), 1u);
    Nodes untouched = s.c;
    EXPECT_EQ(descend(s.at, untouched, dt, {1e-9, 0}, backend).outcome, Outcome::out_of_turns);
    EXPECT_EQ(untouched, s.c);
}

/// Descends a hand-made valley.
template <class Shape>
struct Fall {
    ValleyWorld<Shape> world;
    Descent descent;
    explicit Fall(double start, double mass, int max_iterations = 200) : world(start, mass) {
        Backend backend(world.model, "ldlt");
        descent = descend(world.at, world.c, 1.0, {1e-10, max_iterations}, backend);
    }
    double end() const { return world.c[0][0]; }
};

TEST(Newton, DescendsFromAHumpIntoAWell) {
    for (double start : {0.01, -0.3, 0.57}) {
        const Fall<DoubleWell> fall(start, 1e-9);  // the mass is all that holds where f bends the wrong way
        EXPECT_TRUE(fall.descent.reached()) << describe(fall.descent.outcome);
        EXPECT_NEAR(fall.end(), std::copysign(1.0, start), 1e-6);
    }
}

TEST(Newton, RegularisesWhereTheHessianVanishes) {
    const Fall<DoubleWell> fall(0.3, 0.0);  // projected to zero, and no mass
    EXPECT_TRUE(fall.descent.reached()) << describe(fall.descent.outcome);
    EXPECT_NEAR(std::fabs(fall.end()), 1.0, 1e-8);
    EXPECT_GT(fall.descent.iterations.front().regularization, 0.0);
    EXPECT_EQ(fall.descent.iterations.back().regularization, 0.0) << "and no longer than needed";
}

TEST(Newton, StaysOnItsSideOfAWall) {
    for (double start : {1e-3, 50.0}) {
        const Fall<Wall> fall(start, 1e-12);
        EXPECT_TRUE(fall.descent.reached()) << describe(fall.descent.outcome);
        EXPECT_NEAR(fall.end(), 1.0, 1e-6);
    }
}

TEST(Newton, NamesAStall) {
    const Fall<Edge> edge(1.0, 1.0);
    EXPECT_EQ(edge.descent.outcome, Outcome::stalled) << "however short a regularised direction becomes";
    EXPECT_FALSE(edge.descent.reached());
    EXPECT_EQ(edge.end(), 1.0);
    EXPECT_TRUE(edge.descent.iterations.empty());

    const Fall<Void> nowhere(1.0, 1.0);
    EXPECT_EQ(nowhere.descent.outcome, Outcome::stalled) << "an infinite energy is no minimum";
    EXPECT_EQ(nowhere.end(), 1.0);
}

/// A spring to a fixed point, of any stiffness, and a pull; defined at its start alone.
struct Stuck {
    static constexpr const char* name = "stuck";
    static constexpr int point_count = 2;
    struct Element {
        double stiffness, pull;
    };
    template <class Real>
    static Real energy(const Points<Real, 2>& x, const Element& element) {
        const Real d = x[0][0] - x[1][0] - Real(1.0);
        const bool there = d >= Real(0.0) && d <= Real(0.0);
        return there ? d * d * Real(0.5 * element.stiffness) + d * Real(element.pull)
                     : Real(std::numeric_limits<double>::quiet_NaN());
    }
};

/// Two springs, one as much too weak as the other is stiff: projected, their direction is a millionth of the exact one
/// and looks settled. No move is possible, and the exact Hessian has the last word.
TEST(Newton, WhatOnlyTheProjectedHessianCallsSettledIsNot) {
    ModelBuilder builder;
    const NodeWeight row{builder.add_node({1, 0, 0}, Vec3::zero(), 4.0, 6), 1.0};
    builder.add_point({1, 0, 0}, {&row, 1});
    builder.add_point({0, 0, 0}, {});
    builder.add_term(std::make_shared<Elements<Stuck>>(std::vector<int>{0, 1, 0, 1},
                                                       std::vector<Stuck::Element>{{1e6, 0.0}, {2.0 - 1e6, 1e-3}}));
    const Model model = builder.finish();
    Nodes c = builder.start();
    const Landscape at = landscape_around(model, c, 1.0);
    Backend backend(model, "ldlt");
    const System& system = backend.assemble(at, c, Hessian::projected);
    Nodes p;
    ASSERT_TRUE(backend.free_system().solve(system.hessian, 0.0, system.gradient, p));
    ASSERT_TRUE(backend.settlement(at, c, p, 1e-6).settled()) << "as the projected one has it";
    const Descent descent = descend(at, c, 1.0, {1e-6, 100}, backend);
    EXPECT_EQ(descent.outcome, Outcome::stalled) << describe(descent.outcome);
}

TEST(Newton, HasNothingToDoWithoutUnknowns) {
    const testing::World held = SpringGrid{.cells = 1, .stretch = 2.0, .held = {0, 1, 2, 3}}.make();
    Backend backend(held.model, "auto");
    Nodes c;
    EXPECT_TRUE(descend(landscape_around(held.model, c, dt), c, dt, {1e-9, 10}, backend).reached());
}

TEST(Newton, TakesTheSamePathForAnyNumberOfThreads) {
    const SpringGrid grid{.cells = 70, .stretch = 1.3, .gravity = {0, -9.81, 0}, .held = {0, 70}, .planar = false};
    const auto end = [&] {
        Shaken s(grid, 1e-3, 5);
        Backend backend(s.world.model, "auto");
        descend(s.at, s.c, dt, {1e-6, 3}, backend);
        return s.c;
    };
    const Nodes one = with_threads(1, end);
    for (int threads : {2, 4}) {
        const Nodes many = with_threads(threads, end);
        EXPECT_EQ(std::memcmp(many.data(), one.data(), one.size() * sizeof(Vec3)), 0);
    }
}

TEST(Newton, EveryOutcomeHasWords) {
    for (Outcome outcome :
         {Outcome::converged, Outcome::at_floor, Outcome::stalled, Outcome::out_of_turns, Outcome::held_up})
        EXPECT_GT(std::strlen(describe(outcome)), 5u);
}

}  // namespace
}  // namespace talweg::newton_test
