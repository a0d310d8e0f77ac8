#include "talweg/solve/ldlt_solver.hpp"

#include <gtest/gtest.h>

#include "support/random_system.hpp"

namespace talweg::ldlt_solver_test {
namespace {

TEST(LdltSolver, AnalysesWhenFirstNeeded) {
    const testing::RandomSystem system(1);
    LdltSolver solver(system.pattern(), system.unknowns);
    EXPECT_EQ(solver.analysis_count(), 0);
    EXPECT_TRUE(solver.factorize(system.h, 0.0));
    EXPECT_TRUE(solver.factorize(system.h, 1.0));
    EXPECT_EQ(solver.analysis_count(), 1);
}

TEST(LdltSolver, RepeatsItselfBitForBit) {
    const testing::RandomSystem system(2);
    std::vector<double> first, second;
    for (std::vector<double>* p : {&first, &second}) {
        LdltSolver solver(system.pattern(), system.unknowns);
        ASSERT_TRUE(solver.factorize(system.h, 0.0));
        ASSERT_TRUE(solver.solve(system.right, *p));
    }
    EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace talweg::ldlt_solver_test
