#include "talweg/solve/constrained_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/beam_system.hpp"
#include "support/dense.hpp"

namespace talweg::constrained_solver_test {
namespace {

using testing::BeamSystem;

/// Dense rows over all nodes of a beam, one of them twice: solutions are those of the whole system, KKT.
TEST(ConstrainedSolver, SolvesTheWholeSystem) {
    const BeamSystem beam(3, 0.05, 0.1);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const int nodes = beam.unknowns.node_count();
    Constraints constraints;
    for (int s = 0; s < 3; ++s) {
        std::vector<NodeWeight> row;
        for (int i = 0; i < nodes; ++i) row.push_back({i, number(random)});
        const int stencil = constraints.add_stencil(row);
        for (int a = 0; a < 3; ++a) {
            Vec3 axis = Vec3::zero();
            axis[a] = 1.0;
            constraints.add_row(stencil, axis, 0.0);
        }
        if (s == 1) constraints.add_row(stencil, Vec3{0, 1, 1}, 0.0);  // follows from two before it
    }
    ConstrainedSolver solver(constraints, beam.unknowns, std::vector<double>(nodes, 1.0));
    EXPECT_EQ(solver.rows().kept().size(), 9u);
    ASSERT_EQ(solver.rows().left_out().size(), 1u);
    EXPECT_EQ(solver.rows().left_out()[0].row, 6);

    Nodes gradient(nodes);
    for (Vec3& g : gradient) g = {number(random), number(random), number(random)};
    std::vector<double> values(10, 0.0);
    for (const int row : solver.rows().kept()) values[row] = number(random);
    const Eigen::VectorXd q = solver.rows().of_kept(values);
    Nodes p;
    solver.take(beam.system.hessian, 0.0);
    ASSERT_TRUE(solver.solve_roughly(gradient, &q, p));
    ASSERT_TRUE(solver.refine(p));

    // A p = q, and H p + g + Aᵀ λ vanishes over the free components.
    const std::vector<double> reached = constraints.of(p);
    for (const int row : solver.rows().kept()) EXPECT_NEAR(reached[row], values[row], 1e-11);
    Nodes left(nodes, Vec3::zero());
    multiply(beam.system.hessian, p, left);
    for (int i = 0; i < nodes; ++i) left[i] += gradient[i];
    constraints.add_forces(solver.multipliers(), left);
    std::vector<double> free;
    beam.unknowns.gather(left, free);
    double largest = 0.0;
    for (const double r : free) largest = std::max(largest, std::fabs(r));
    EXPECT_LT(largest, 1e-8);
    EXPECT_EQ(solver.factorization_count(), 1);
}

}  // namespace
}  // namespace talweg::constrained_solver_test
