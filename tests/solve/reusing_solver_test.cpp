#include "talweg/solve/reusing_solver.hpp"

#include <gtest/gtest.h>

#include "support/beam_system.hpp"
#include "talweg/math/error.hpp"

namespace talweg::reusing_solver_test {
namespace {

using testing::BeamSystem;

TEST(ReusingSolver, OneFactorServesASlowlyBendingBeam) {
    BeamSystem beam(7, 0.05);  // large enough for factors to be dear
    ReusingSolver solver(beam.pattern(), beam.unknowns);
    std::vector<double> p;
    for (int k = 0; k < 10; ++k) {
        beam.take(0.05, 0.0002 * k);
        ASSERT_TRUE(solver.factorize(beam.system.hessian, 0.0));
        ASSERT_TRUE(solver.solve(beam.right, p));
        EXPECT_LT(beam.residual(p), 1e-5);
    }
    EXPECT_EQ(solver.factorization_count(), 1);
    EXPECT_EQ(solver.analysis_count(), 1);
    EXPECT_LT(solver.spent() / 10, 0.7 * (solver.break_even() + 1.0)) << "it saves";
}

TEST(ReusingSolver, AFactorThatNoLongerFitsIsReplaced) {
    BeamSystem beam(3, 0.001);
    ReusingSolver solver(beam.pattern(), beam.unknowns);
    std::vector<double> p;
    for (double h : {0.001, 10.0, 0.001, 10.0}) {
        beam.take(h, 0.2);
        ASSERT_TRUE(solver.factorize(beam.system.hessian, 0.0));
        ASSERT_TRUE(solver.solve(beam.right, p));
        EXPECT_LT(beam.residual(p), 1e-5);
    }
    EXPECT_GE(solver.factorization_count(), 2);
}

TEST(ReusingSolver, GoesOnBitwiseFromItsMemory) {
    BeamSystem beam(4, 0.05);
    ReusingSolver whole(beam.pattern(), beam.unknowns);
    EXPECT_TRUE(whole.save().empty());
    std::vector<double> p, q;
    for (int k = 0; k < 8; ++k) {
        // Interrupted after every step: a new solver, which knows nothing but the memory of the last one.
        ReusingSolver resumed(beam.pattern(), beam.unknowns);
        resumed.restore(whole.save());
        beam.take(0.05, 0.01 * k);
        for (ReusingSolver* solver : {&whole, &resumed}) ASSERT_TRUE(solver->factorize(beam.system.hessian, 0.0));
        ASSERT_TRUE(whole.solve(beam.right, p));
        ASSERT_TRUE(resumed.solve(beam.right, q));
        EXPECT_EQ(p, q) << k;
        EXPECT_EQ(whole.needs_factor(), resumed.needs_factor());
    }
    EXPECT_LT(whole.factorization_count(), 8);
    const BeamSystem larger(5, 0.05);
    ReusingSolver foreign(larger.pattern(), larger.unknowns);
    EXPECT_THROW(foreign.restore(whole.save()), Error);
}

TEST(ReusingSolver, AnInterruptedFactorIsMadeAnew) {
    BeamSystem beam(3, 0.001);
    ReusingSolver solver(beam.pattern(), beam.unknowns);
    bool wanted = false;
    const Interruption interruption([&] { return wanted; });
    solver.set_interruption(interruption);
    std::vector<double> p;
    // Steps that have nothing to do with one another, so that new factors are made.
    for (double h : {0.001, 10.0, 0.001, 10.0, 0.001}) {
        beam.take(h, 0.2);
        wanted = true;
        try {
            if (solver.factorize(beam.system.hessian, 0.0)) solver.solve(beam.right, p);
            ADD_FAILURE() << "neither a factor nor iterations ask";
        } catch (const Interrupted&) {
        }
        wanted = false;
        ASSERT_TRUE(solver.factorize(beam.system.hessian, 0.0));
        ASSERT_TRUE(solver.solve(beam.right, p));
        EXPECT_LT(beam.residual(p), 1e-5);
    }
}

}  // namespace
}  // namespace talweg::reusing_solver_test
