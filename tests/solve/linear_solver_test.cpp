#include "talweg/solve/linear_solver.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/random_system.hpp"
#include "talweg/math/error.hpp"
#include "talweg/solve/conjugate_gradients.hpp"

namespace talweg::linear_solver_test {
namespace {

using testing::RandomSystem;
using testing::SpringGrid;
using testing::World;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> all_solvers() {
#ifdef TALWEG_WITH_CHOLMOD
    return {"cholesky", "cholmod", "reuse", "ldlt", "cg", "multilevel"};
#else
    return {"cholesky", "reuse", "ldlt", "cg", "multilevel"};
#endif
}

class EveryLinearSolver : public ::testing::TestWithParam<std::string> {
protected:
    /// Relative accuracy of what is solved by iterations, or by factors.
    static double accuracy() { return iterates() || GetParam() == "reuse" ? 1e-5 : 1e-9; }
    static bool iterates() { return GetParam() == "cg" || GetParam() == "multilevel"; }
    std::unique_ptr<LinearSolver> make(const RandomSystem& system) const {
        return make_linear_solver(GetParam(), system.pattern(), system.unknowns);
    }
    /// Whether the solver claims to have solved.
    static bool solves(LinearSolver& solver, const BlockMatrix& h, const std::vector<double>& right,
                       double shift = 0.0) {
        std::vector<double> p;
        return solver.factorize(h, shift) && solver.solve(right, p);
    }
    static void expect_solved(LinearSolver& solver, const RandomSystem& system, double shift) {
        std::vector<double> p{99.0};
        ASSERT_TRUE(solver.factorize(system.h, shift));
        ASSERT_TRUE(solver.solve(system.right, p));
        const Eigen::VectorXd expected = system.dense_matrix(shift).ldlt().solve(system.dense_right());
        ASSERT_EQ(Eigen::Index(p.size()), expected.size());
        EXPECT_LT((Eigen::Map<Eigen::VectorXd>(p.data(), expected.size()) - expected).norm(),
                  accuracy() * expected.norm());
    }
};
INSTANTIATE_TEST_SUITE_P(Solvers, EveryLinearSolver, ::testing::ValuesIn(all_solvers()),
                         [](const auto& param) { return param.param; });

TEST_P(EveryLinearSolver, SolvesAgainWithTheMatrixLastTakenAndCountsNothing) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const RandomSystem system(seed);
        const auto solver = make(system);
        std::vector<double> p, other = system.right;
        for (std::size_t k = 0; k < other.size(); ++k) other[k] *= std::sin(double(k));
        ASSERT_TRUE(solver->factorize(system.h, 0.0));
        ASSERT_TRUE(solver->solve_roughly(system.right, p));
        const std::vector<std::byte> memory = solver->save();
        ASSERT_TRUE(solver->solve_again(other, 1e-6, p));
        const Eigen::VectorXd expected =
            system.dense_matrix().ldlt().solve(Eigen::Map<Eigen::VectorXd>(other.data(), Eigen::Index(other.size())));
        EXPECT_LT((Eigen::Map<Eigen::VectorXd>(p.data(), expected.size()) - expected).norm(),
                  accuracy() * expected.norm());
        EXPECT_EQ(solver->save(), memory);
        expect_solved(*solver, system, 0.0);
    }
}

TEST_P(EveryLinearSolver, AgreesWithADenseSolve) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const RandomSystem system(seed);
        const auto solver = make(system);
        EXPECT_EQ(solver->name(), GetParam());
        for (double shift : {0.0, 1e-8, 0.3, 1e4}) expect_solved(*solver, system, shift);
        expect_solved(*solver, system, 0.0);
    }
}

TEST_P(EveryLinearSolver, WhatIsSolvedRoughlyCanBeRefined) {
    const RandomSystem system(2);
    const auto whole = make(system), parted = make(system);
    std::vector<double> p, q;
    for (int k = 0; k < 3; ++k) {  // a fresh factor, and then kept ones
        ASSERT_TRUE(whole->factorize(system.h, 0.1 * k));
        ASSERT_TRUE(parted->factorize(system.h, 0.1 * k));
        ASSERT_TRUE(whole->solve(system.right, p));
        ASSERT_TRUE(parted->solve_roughly(system.right, q));
        const Eigen::VectorXd exact = system.dense_matrix(0.1 * k).ldlt().solve(system.dense_right());
        EXPECT_LT((Eigen::Map<Eigen::VectorXd>(q.data(), exact.size()) - exact).norm(), 1e-2 * exact.norm());
        ASSERT_TRUE(parted->refine(system.right, q));
        EXPECT_EQ(p, q);
    }
}

TEST_P(EveryLinearSolver, GoesOnAsFarAsIsAskedForOnceTheSolutionIsSeen) {
    const RandomSystem system(2);
    for (const double asked : {first_reduction, 1e-3, rough_reduction}) {
        const auto whole = make(system), parted = make(system);
        std::vector<double> p, q;
        for (int k = 0; k < 3; ++k) {  // a fresh factor, and then kept ones
            ASSERT_TRUE(whole->factorize(system.h, 0.1 * k) && parted->factorize(system.h, 0.1 * k));
            const Eigen::VectorXd exact = system.dense_matrix(0.1 * k).ldlt().solve(system.dense_right());
            const auto error = [&](const std::vector<double>& solution) {
                const auto found = Eigen::Map<const Eigen::VectorXd>(solution.data(), exact.size());
                return (found - exact).norm() / exact.norm();
            };
            int questions = 0;
            const auto enough = [&](const std::vector<double>& seen) {
                ++questions;
                EXPECT_LT(error(seen), 10.0 * first_reduction);
                return asked;
            };
            ASSERT_TRUE(parted->solve_roughly(system.right, q, enough));
            EXPECT_LE(questions, 1);
            EXPECT_LT(error(q), 10.0 * asked);
            ASSERT_TRUE(whole->solve(system.right, p) && parted->refine(system.right, q));
            EXPECT_EQ(p, q) << "whatever was asked for first";
        }
    }
}

TEST_P(EveryLinearSolver, SolvesAZeroRightSide) {
    const RandomSystem system(1);
    const auto solver = make(system);
    std::vector<double> p;
    ASSERT_TRUE(solver->factorize(system.h, 0.0));
    ASSERT_TRUE(solver->solve(std::vector<double>(system.right.size(), 0.0), p));
    EXPECT_EQ(p, std::vector<double>(system.right.size(), 0.0));
}

TEST_P(EveryLinearSolver, IsAnalysedOnceHoweverOftenFactorised) {
    RandomSystem system(3);
    const auto solver = make(system);
    for (int k = 0; k < 10; ++k) {
        ASSERT_TRUE(solver->factorize(system.h, 0.1 * k));
        for (Mat3& block : system.h.values) block *= 1.1;
    }
    EXPECT_EQ(solver->analysis_count(), iterates() ? 0 : 1);
    expect_solved(*solver, system, 0.0);
}

TEST_P(EveryLinearSolver, ReportsWhatIsNotPositiveDefinite) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        RandomSystem system(seed);
        const auto solver = make(system);

        const RandomSystem indefinite(seed, Hessian::exact);
        ASSERT_LT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(indefinite.dense_matrix()).eigenvalues()[0], 0.0);
        EXPECT_FALSE(solves(*solver, indefinite.h, indefinite.right)) << "seed " << seed;

        BlockMatrix negative = system.h;
        for (Mat3& block : negative.values) block *= -1.0;
        EXPECT_FALSE(solves(*solver, negative, system.right));

        expect_solved(*solver, system, 0.0);  // a failure leaves no trace
    }
}

TEST_P(EveryLinearSolver, ReportsPositiveDiagonalsThatHideAnIndefiniteMatrix) {
    ModelBuilder builder;
    for (int i = 0; i < 2; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    builder.add_coupling(0, 1, 2.0);  // [[1, 2], [2, 1]] has eigenvalue −1
    const Model model = builder.finish();
    const Unknowns unknowns(model.held_axes);
    const BlockMatrix h{std::make_shared<BlockPattern>(model),
                        {Mat3::identity(), 2.0 * Mat3::identity(), Mat3::identity()}};
    const auto solver = make_linear_solver(GetParam(), *h.pattern, unknowns);
    EXPECT_FALSE(solves(*solver, h, {1, 2, 3, -4, 5, 6}));
    EXPECT_TRUE(solves(*solver, h, {1, 2, 3, -4, 5, 6}, 1.5)) << "until the shift makes it definite";
}

TEST_P(EveryLinearSolver, ReportsASingularMatrix) {
    RandomSystem system(1);
    const auto solver = make(system);
    for (Mat3& block : system.h.values) block = Mat3::zero();
    EXPECT_FALSE(solves(*solver, system.h, system.right));
}

TEST_P(EveryLinearSolver, ReportsNumbersThatAreNone) {
    for (double bad : {nan, std::numeric_limits<double>::infinity()}) {
        const RandomSystem good(2);
        const auto solver = make(good);
        for (std::size_t k = 0; k < good.h.values.size(); k += 3) {
            BlockMatrix h = good.h;
            h.values[k](0, 0) = bad;
            std::vector<double> p;
            // The entry may belong to a held component, and then it is not seen.
            if (!solver->factorize(h, 0.0) || !solver->solve(good.right, p)) continue;
            for (double value : p) ASSERT_TRUE(std::isfinite(value));
        }
        BlockMatrix all = good.h;
        for (Mat3& block : all.values) block(1, 1) = bad;
        EXPECT_FALSE(solves(*solver, all, good.right));
        std::vector<double> right = good.right;
        right[3] = bad;
        EXPECT_FALSE(solves(*solver, good.h, right));
        expect_solved(*solver, good, 0.0);
    }
}

TEST_P(EveryLinearSolver, SolvesALargeSheet) {
    SpringGrid grid{.cells = 40, .stretch = 1.2, .held = {0, 40}, .planar = false};
    const World world = grid.make();
    Assembler assembler(world.model);
    const Landscape at = testing::landscape_around(world.model, world.state.c);
    System system;
    assembler.assemble(at, world.state.c, Hessian::projected, system);
    const Unknowns unknowns(world.model.held_axes);
    const auto solver = make_linear_solver(GetParam(), *assembler.pattern(), unknowns);
    std::vector<double> right, p;
    unknowns.gather(system.gradient, right);
    ASSERT_TRUE(solver->factorize(system.hessian, 0.0));
    ASSERT_TRUE(solver->solve(right, p));
    Nodes solution, product;
    unknowns.spread(p, solution);
    multiply(system.hessian, solution, product);
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < product.size(); ++i) {
        error += norm_squared(product[i] - system.gradient[i]);
        size += norm_squared(system.gradient[i]);
    }
    EXPECT_LT(std::sqrt(error / size), accuracy());
}

TEST_P(EveryLinearSolver, ANodeWithoutFreeComponentsIsPassedOver) {
    ModelBuilder builder;
    builder.add_node(Vec3::zero(), Vec3::zero(), 2.0);
    builder.add_node(Vec3::zero(), Vec3::zero(), 0.0, all_axes);
    builder.add_node(Vec3::zero(), Vec3::zero(), 4.0, 3);
    builder.add_coupling(0, 1, 100.0);
    const Model model = builder.finish();
    System system;
    Assembler assembler(model);
    const Nodes c(3, Vec3::zero());
    assembler.assemble(testing::landscape_around(model, c), c, Hessian::projected, system);
    const auto solver = make_linear_solver(GetParam(), *assembler.pattern(), Unknowns(model.held_axes));
    std::vector<double> p;
    ASSERT_TRUE(solver->factorize(system.hessian, 0.0));
    ASSERT_TRUE(solver->solve({2, 4, 6, 8}, p));
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(p[k], (std::vector<double>{1, 2, 3, 2})[k], 1e-14);
}

TEST(LinearSolver, AutoPicksBySize) {
    const RandomSystem small(1);
    EXPECT_EQ(make_linear_solver("auto", small.pattern(), small.unknowns)->name(), "cholesky");
    const World sheet = SpringGrid{.cells = 20}.make();
    const BlockPattern pattern(sheet.model);
    const auto solver = make_linear_solver("auto", pattern, Unknowns(sheet.model.held_axes));
    EXPECT_EQ(solver->name(), "cg") << "to begin with";
    EXPECT_EQ(solver->analysis_count(), 0) << "and nothing analysed for factors that nobody asked for";
}

TEST(LinearSolver, AnUnknownNameIsRefusedWithTheKnownOnes) {
    const RandomSystem system(1);
    try {
        make_linear_solver("magic", system.pattern(), system.unknowns);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("magic"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("ldlt"), std::string::npos);
    }
}

}  // namespace
}  // namespace talweg::linear_solver_test
