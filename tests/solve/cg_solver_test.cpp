#include "talweg/solve/cg_solver.hpp"

#include <gtest/gtest.h>

#include "support/random_system.hpp"

namespace talweg::cg_solver_test {
namespace {

using testing::RandomSystem;

TEST(CgSolver, BringsTheResidualFarEnoughDownForNewton) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const RandomSystem system(seed);
        CgSolver solver(system.pattern(), system.unknowns);
        std::vector<double> p;
        ASSERT_TRUE(solver.factorize(system.h, 0.0));
        ASSERT_TRUE(solver.solve(system.right, p));
        const Eigen::MatrixXd m = system.dense_matrix();
        const Eigen::VectorXd residual = m * Eigen::Map<Eigen::VectorXd>(p.data(), m.rows()) - system.dense_right();
        EXPECT_LT(residual.norm(), 1e-5 * system.dense_right().norm());
    }
}

TEST(CgSolver, SeesABlockThatIsNotPositiveDefinite) {
    RandomSystem system(1);
    CgSolver solver(system.pattern(), system.unknowns);
    for (int a = 0; a < 3; ++a) {
        BlockMatrix h = system.h;
        h.values[h.pattern->diagonal(0)](a, a) = -1.0;  // node 0 is free
        EXPECT_FALSE(solver.factorize(h, 0.0));
    }
    EXPECT_TRUE(solver.factorize(system.h, 0.0));
}

TEST(CgSolver, SolvesBlockDiagonalSystemsAtOnce) {
    // One step suffices when the preconditioner is the inverse, and held components neither see nor feel anything.
    ModelBuilder builder;
    for (Axes held : {0, 2, 7}) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0, held);
    const Model model = builder.finish();
    const Unknowns unknowns(model.held_axes);
    BlockMatrix h{std::make_shared<BlockPattern>(model), std::vector<Mat3>(3, Mat3::identity())};
    for (Mat3& block : h.values) block(0, 2) = block(2, 0) = block(1, 2) = block(2, 1) = 0.5;
    CgSolver solver(*h.pattern, unknowns);
    std::vector<double> p;
    ASSERT_TRUE(solver.factorize(h, 0.0));
    ASSERT_TRUE(solver.solve({1, 1, 2, 3, 3}, p));
    const double expected[] = {0, 0, 2, 2, 2};  // [[1, 0, ½], [0, 1, ½], [½, ½, 1]] and [[1, ½], [½, 1]]
    for (int k = 0; k < 5; ++k) EXPECT_NEAR(p[k], expected[k], 1e-14);
    EXPECT_EQ(solver.iteration_count(), 1);
}

TEST(CgSolver, SaysWhenItsLimitWasTooLow) {
    const RandomSystem system(4);
    CgSolver solver(system.pattern(), system.unknowns);
    std::vector<double> p;
    ASSERT_TRUE(solver.factorize(system.h, 0.0));
    ASSERT_TRUE(solver.solve(system.right, p));
    EXPECT_FALSE(solver.out_of_turns());
    const int enough = solver.iteration_count();
    ASSERT_GT(enough, 2);
    solver.set_limit(enough - 1);
    EXPECT_FALSE(solver.solve(system.right, p));
    EXPECT_TRUE(solver.out_of_turns());
}

}  // namespace
}  // namespace talweg::cg_solver_test
