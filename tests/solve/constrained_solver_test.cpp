#include "talweg/solve/constrained_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/beam_system.hpp"
#include "support/dense.hpp"

namespace talweg::constrained_solver_test {
namespace {

using testing::BeamSystem;
using testing::heavy_beam;
using testing::heavy_solid;

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
    ConstrainedSolver solver(beam.unknowns, std::make_shared<const ConstraintRows>(constraints, beam.unknowns,
                                                                                   std::vector<double>(nodes, 1.0)));
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

/// What a rig of so many handles asks: smooth weights of all nodes, times mass, for every axis.
struct Led {
    BeamSystem beam;
    Constraints constraints;
    std::shared_ptr<const ConstraintRows> rows;

    Led(int cells, double h, int handles) : Led(heavy_beam(cells), 4.0, h, 0.1, handles) {}
    Led(testing::World world, double length, double h, double bend, int handles) : beam(std::move(world), h, bend) {
        const Nodes& rest = beam.world.state.c;
        const std::vector<double>& mass = beam.world.model.mass.diagonal;
        for (int s = 0; s < 4 * handles; ++s) {
            std::vector<NodeWeight> row;
            for (int i = 0; i < beam.unknowns.node_count(); ++i) {
                const double along = 4.0 / length * rest[i][0] - 4.0 * (s / 4 + 0.5) / handles;
                row.push_back({i, mass[i] * std::exp(-along * along) * (s % 4 < 3 ? rest[i][s % 4] : 1.0)});
            }
            const int stencil = constraints.add_stencil(row);
            for (int a = 0; a < 3; ++a) {
                Vec3 axis = Vec3::zero();
                axis[a] = 1.0;
                constraints.add_row(stencil, axis, 0.0);
            }
        }
        rows = std::make_shared<const ConstraintRows>(constraints, beam.unknowns, mass);
    }

    Nodes solution(ConstrainedSolver& solver) const {
        Nodes p;
        solver.take(beam.system.hessian, 0.0);
        EXPECT_TRUE(solver.solve_roughly(beam.system.gradient, nullptr, p));
        EXPECT_TRUE(solver.refine(p));
        return p;
    }
    /// √(dᵀ H d)
    double energy_norm(const Nodes& d) const {
        Nodes hd;
        multiply(beam.system.hessian, d, hd);
        return std::sqrt(inner_product(d, hd));
    }
};

Nodes difference(Nodes a, const Nodes& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
    return a;
}

/// With inertia no factor is made for the rows of a rig, and the solution is the one that factors have.
TEST(ConstrainedSolver, IteratesWithoutFactorsWhereInertiaDominates) {
    const Led led(4, 0.01, 5);
    ASSERT_TRUE(led.rows->shared());
    ConstrainedSolver iterations(led.beam.unknowns, led.rows), factors(led.beam.unknowns, led.rows, "cholesky");
    const Nodes p = led.solution(iterations), exact = led.solution(factors);
    EXPECT_EQ(iterations.factorization_count(), 0);
    EXPECT_EQ(factors.factorization_count(), 1);
    EXPECT_LT(led.energy_norm(difference(p, exact)), 1e-5 * led.energy_norm(exact));
    const std::vector<double> kept = led.constraints.of(p);
    double size = 0.0;
    for (const double m : led.beam.world.model.mass.diagonal) size += m;
    for (const double row : kept) EXPECT_NEAR(row, 0.0, 1e-14 * size);
    // Multipliers are what is left of the force: H p + g + Aᵀ λ.
    Nodes left;
    multiply(led.beam.system.hessian, p, left);
    for (std::size_t i = 0; i < left.size(); ++i) left[i] += led.beam.system.gradient[i];
    Nodes balanced = left;
    led.constraints.add_forces(iterations.multipliers(), balanced);
    std::vector<double> all, rest;
    led.beam.unknowns.gather(left, all);
    led.beam.unknowns.gather(balanced, rest);
    const auto length = [](const std::vector<double>& v) {
        return Eigen::Map<const Eigen::VectorXd>(v.data(), Eigen::Index(v.size())).norm();
    };
    EXPECT_LT(length(rest), 1e-3 * length(all));
}

/// What is left of a force that constraints bear all but a hundred-millionth of is solved for as if there were no more:
/// rows of seven digits guide, those of all digits bear. Multipliers are of all digits, and what they exert is what the
/// constraints say, at nodes that are held as well.
TEST(ConstrainedSolver, SolvesForWhatIsLeftBesideWhatConstraintsBear) {
    const Led led(4, 0.01, 5);
    ASSERT_TRUE(led.rows->wide());
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::vector<double> borne(led.constraints.row_count());
    for (double& row : borne) row = number(random);
    const int nodes = led.beam.unknowns.node_count();
    Nodes large(nodes, Vec3::zero());
    led.constraints.add_forces(borne, large);
    const auto length = [](const Nodes& v) { return std::sqrt(inner_product(v, v)); };
    const double times = 1e8 * length(led.beam.system.gradient) / length(large);
    for (double& row : borne) row *= times;
    Nodes gradient = led.beam.system.gradient;
    led.constraints.add_forces(borne, gradient);

    const auto solution = [&](ConstrainedSolver& solver, const Nodes& g) {
        Nodes p;
        solver.take(led.beam.system.hessian, 0.0);
        EXPECT_TRUE(solver.solve_roughly(g, nullptr, p));
        EXPECT_TRUE(solver.refine(p));
        return p;
    };
    ConstrainedSolver iterations(led.beam.unknowns, led.rows), factors(led.beam.unknowns, led.rows, "cholesky");
    const Nodes p = solution(iterations, gradient), exact = solution(factors, led.beam.system.gradient);
    EXPECT_EQ(iterations.factorization_count(), 0);
    EXPECT_LT(led.energy_norm(difference(p, exact)), 1e-5 * led.energy_norm(exact));

    Nodes left, by_rows(nodes, Vec3::zero()), by_constraints = by_rows;
    iterations.add_forces(led.constraints, by_rows);
    led.constraints.add_forces(iterations.multipliers(), by_constraints);
    EXPECT_LT(length(difference(by_rows, by_constraints)), 1e-11 * length(by_constraints));
    multiply(led.beam.system.hessian, p, left);
    for (int i = 0; i < nodes; ++i) left[i] += gradient[i] + by_rows[i];
    std::vector<double> rest;
    led.beam.unknowns.gather(left, rest);
    double square = 0.0;
    for (const double r : rest) square += r * r;
    EXPECT_LT(std::sqrt(square), 1e-3 * length(led.beam.system.gradient));
}

/// A slender bar without inertia bends so easily that iterations are many, and its factor is small: factors take over.
TEST(ConstrainedSolver, GoesOverToFactorsWhereIterationsAreMany) {
    const Mesh mesh = make_box({60.0, 1.0, 1.0}, {60, 1, 1}, 6);
    const Led led(heavy_solid(mesh, mesh.point_groups.at("left"), 1e6), 60.0, 100.0, 0.0, 1);
    ASSERT_GE(led.beam.unknowns.count(), iterations_from);
    ConstrainedSolver solver(led.beam.unknowns, led.rows), factors(led.beam.unknowns, led.rows, "cholesky");
    const Nodes exact = led.solution(factors);
    for (int k = 0; k < 3; ++k) {
        const Nodes p = led.solution(solver);
        EXPECT_LT(led.energy_norm(difference(p, exact)), 1e-4 * led.energy_norm(exact)) << k;
    }
    EXPECT_GE(solver.factorization_count(), 1);
}

/// Rows about one component each leave nothing to solve for there: as the same rows, taken as any others.
TEST(ConstrainedSolver, LeavesOutComponentsThatRowsAreAbout) {
    Led led(4, 0.01, 2);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Constraints single, general;
    const int nodes = led.beam.unknowns.node_count();
    for (int i = nodes / 2; i < nodes / 2 + 6; ++i) {
        const NodeWeight row{i, 0.5};
        for (Constraints* each : {&single, &general}) {
            const int stencil = each->add_stencil({&row, 1});
            for (int a = 0; a < 3; ++a) {
                Vec3 axis = Vec3::zero();
                axis[a] = a == 1 ? -2.0 : 1.0;
                each->add_row(stencil, axis, 0.0);
            }
        }
    }
    general.parts.push_back(general.parts.back());  // of the last row, a second time: twice the number
    const std::vector<double> mass(nodes, 1.0);
    const auto rows = std::make_shared<const ConstraintRows>(single, led.beam.unknowns, mass);
    const auto others = std::make_shared<const ConstraintRows>(general, led.beam.unknowns, mass);
    ASSERT_EQ(rows->singles().size(), 18u);
    ASSERT_TRUE(others->singles().empty());
    ConstrainedSolver solver(led.beam.unknowns, rows, "cholesky"), reference(led.beam.unknowns, others, "cholesky");
    std::vector<double> values(18);
    for (double& value : values) value = 1e-3 * number(random);
    std::vector<double> twice = values;
    twice.back() *= 2.0;
    Nodes p, exact;
    const auto solve = [&](ConstrainedSolver& by, const std::vector<double>& wanted, Nodes& into) {
        const Eigen::VectorXd q = by.rows().of_kept(wanted);
        by.take(led.beam.system.hessian, 0.0);
        ASSERT_TRUE(by.solve_roughly(led.beam.system.gradient, &q, into));
        ASSERT_TRUE(by.refine(into));
    };
    solve(solver, values, p);
    solve(reference, twice, exact);
    EXPECT_EQ(solver.factorization_count(), 0);
    EXPECT_LT(led.energy_norm(difference(p, exact)), 1e-9 * led.energy_norm(exact));
    const std::vector<double> reached = single.of(p), pulls = solver.multipliers(), same = reference.multipliers();
    for (int r = 0; r < 18; ++r) {
        EXPECT_NEAR(reached[r], values[r], 1e-16);
        EXPECT_NEAR(pulls[r], r == 17 ? 2.0 * same[r] : same[r], 1e-7 * (1e-3 + std::fabs(pulls[r])));
    }
    ConstrainedSolver resumed(led.beam.unknowns, rows, "cholesky");
    resumed.restore(led.beam.assembler.pattern(), solver.save());
    Nodes again;
    solve(solver, values, p);
    solve(resumed, values, again);
    EXPECT_EQ(p, again);
}

TEST(ConstrainedSolver, GoesOnBitwiseFromItsMemory) {
    for (const double h : {0.01, 100.0}) {
        Led led(4, h, 3);
        ConstrainedSolver whole(led.beam.unknowns, led.rows);
        for (int k = 0; k < 6; ++k) {
            ConstrainedSolver resumed(led.beam.unknowns, led.rows);
            resumed.restore(led.beam.assembler.pattern(), whole.save());
            led.beam.take(h, 0.02 * k);
            EXPECT_EQ(led.solution(whole), led.solution(resumed)) << h << " " << k;
            EXPECT_EQ(whole.multipliers(), resumed.multipliers());
        }
    }
}

}  // namespace
}  // namespace talweg::constrained_solver_test
