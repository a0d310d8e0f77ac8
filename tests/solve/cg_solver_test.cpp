#include "talweg/solve/cg_solver.hpp"

#include <gtest/gtest.h>

#include "support/energy_error.hpp"
#include "support/heavy_solid.hpp"
#include "support/landscape_around.hpp"
#include "support/random_system.hpp"
#include "talweg/assembly/assembler.hpp"
#include "talweg/solve/multilevel/hierarchy.hpp"

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

TEST(CgSolver, BelievesADirectionThatCurvesDownwards) {
    // Of one piece, its blocks on the diagonal positive: only iterations can tell that it is not.
    RandomSystem system(1);
    for (int i = 0; i < system.pattern().node_count(); ++i)
        for (int k = system.pattern().diagonal(i) + 1; k < system.pattern().row_end(i); ++k)
            system.h.values[k] = 20.0 * system.h.values[k];
    CgSolver solver(system.pattern(), system.unknowns);
    std::vector<double> p;
    ASSERT_TRUE(solver.factorize(system.h, 0.0));
    EXPECT_FALSE(solver.solve(system.right, p));
    EXPECT_TRUE(solver.saw_indefinite());
    EXPECT_LT(solver.iteration_count(), 10);  // and is not begun anew with the blocks of the diagonal
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

TEST(CgSolver, KeepsLevelsWhileTheyServeAndRenewsThemWhenTheyAreWorn) {
    testing::BeamSystem beam(6, 10.0);
    CgSolver solver(beam.pattern(), beam.unknowns, true);
    EXPECT_EQ(solver.name(), "multilevel");
    std::vector<double> p;
    const auto solve = [&] {
        solver.set_places(beam.c, beam.world.model.node_kinds);
        ASSERT_TRUE(solver.factorize(beam.system.hessian, 0.0));
        ASSERT_TRUE(solver.solve(beam.right, p));
        EXPECT_LT(testing::energy_error(beam, p), 1e-5);
    };
    for (int k = 0; k < 10; ++k) {
        beam.take(10.0, 0.001 * k);
        solve();
    }
    EXPECT_EQ(solver.setup_count(), 1);
    EXPECT_LE(solver.renewal_count(), 1) << "of ten matrices that hardly differ";
    const int before = solver.renewal_count();
    for (int k = 0; k < 6; ++k) {
        beam.take(k % 2 ? 10.0 : 1000.0, 0.1 * k);
        solve();
    }
    EXPECT_GT(solver.renewal_count() + solver.setup_count(), before + 1) << "of matrices that do";
}

/// Iterations for one beam by levels that were made of another.
int iterations_by_levels_of(double bend, double bend_before) {
    testing::BeamSystem beam(8, 10.0, bend_before);
    CgSolver solver(beam.pattern(), beam.unknowns, true);
    solver.set_places(beam.c, beam.world.model.node_kinds);
    std::vector<double> p;
    EXPECT_TRUE(solver.factorize(beam.system.hessian, 0.0) && solver.solve(beam.right, p));
    beam.take(10.0, bend);
    EXPECT_TRUE(solver.factorize(beam.system.hessian, 0.0) && solver.solve(beam.right, p));
    EXPECT_LT(testing::energy_error(beam, p), 1e-5);
    EXPECT_EQ(solver.setup_count(), 1);
    EXPECT_EQ(solver.renewal_count(), bend == bend_before ? 0 : 1);
    return solver.iteration_count();
}

TEST(CgSolver, RenewsLevelsInTheMiddleOfASolutionByTheSameMotions) {
    // Bent by a radian and more, where levels of the straight beam serve badly, and its motions still do.
    const int own = iterations_by_levels_of(1.0, 1.0);
    EXPECT_LE(iterations_by_levels_of(1.0, 0.0), 2 * own + 10);
}

TEST(CgSolver, GoesOnBitwiseFromTheMemoryOfItsLevels) {
    testing::BeamSystem beam(6, 10.0);
    CgSolver whole(beam.pattern(), beam.unknowns, true);
    std::vector<double> p, q;
    for (int k = 0; k < 8; ++k) {
        CgSolver resumed(beam.pattern(), beam.unknowns, true);
        resumed.restore(whole.save());
        beam.take(k == 5 ? 1000.0 : 10.0, k < 6 ? 0.01 * k : 0.4 * k);
        for (CgSolver* solver : {&whole, &resumed}) solver->set_places(beam.c, beam.world.model.node_kinds);
        ASSERT_TRUE(whole.factorize(beam.system.hessian, 0.0) && whole.solve(beam.right, p));
        ASSERT_TRUE(resumed.factorize(beam.system.hessian, 0.0) && resumed.solve(beam.right, q));
        EXPECT_EQ(p, q) << k;
        EXPECT_EQ(whole.needs_levels(), resumed.needs_levels()) << k;
    }
}

TEST(CgSolver, GoesOnBitwiseFromLevelsOfAMatrixThatWasIndefinite) {
    testing::BeamSystem beam(6, 10.0);
    CgSolver whole(beam.pattern(), beam.unknowns, true);
    whole.set_places(beam.c, beam.world.model.node_kinds);
    std::vector<double> p, q;
    // Levels that are stale, so that those of the next matrix are renewed.
    for (int k = 0; k < 200 && (k == 0 || !whole.needs_levels()); ++k) {
        beam.take(10.0, 0.01 * k);
        ASSERT_TRUE(whole.factorize(beam.system.hessian, 0.0) && whole.solve(beam.right, p));
    }
    ASSERT_TRUE(whole.needs_levels());
    BlockMatrix saddle = beam.system.hessian;
    for (int i = 0; i < beam.pattern().node_count(); ++i)
        for (int k = beam.pattern().diagonal(i) + 1; k < beam.pattern().row_end(i); ++k) saddle.values[k] *= 1.2;
    EXPECT_FALSE(whole.factorize(saddle, 0.0) && whole.solve(beam.right, p));
    CgSolver resumed(beam.pattern(), beam.unknowns, true);
    resumed.restore(whole.save());
    resumed.set_places(beam.c, beam.world.model.node_kinds);
    ASSERT_TRUE(whole.factorize(beam.system.hessian, 0.0) && whole.solve(beam.right, p));
    ASSERT_TRUE(resumed.factorize(beam.system.hessian, 0.0) && resumed.solve(beam.right, q));
    EXPECT_EQ(p, q);
    EXPECT_LT(testing::energy_error(beam, p), 1e-5);
}

TEST(CgSolver, TakesLevelsOverToAPatternThatHasGrown) {
    testing::BeamSystem beam(6, 10.0);
    CgSolver before(beam.pattern(), beam.unknowns, true);
    before.set_places(beam.c, beam.world.model.node_kinds);
    std::vector<double> p, q;
    ASSERT_TRUE(before.factorize(beam.system.hessian, 0.0) && before.solve(beam.right, p));
    const auto grown = std::make_shared<BlockPattern>(beam.pattern(), std::vector<std::array<int, 2>>{{0, 200}});
    BlockMatrix h{grown, std::vector<Mat3>(grown->block_count(), Mat3::zero())};
    const std::vector<int> places = beam.pattern().places_in(*grown);
    for (std::size_t k = 0; k < places.size(); ++k) h.values[places[k]] = beam.system.hessian.values[k];
    CgSolver after(*grown, beam.unknowns, true);
    after.learn_from(before);
    ASSERT_TRUE(after.factorize(h, 0.0) && after.solve(beam.right, q));
    EXPECT_EQ(after.setup_count(), 0);
    EXPECT_EQ(after.iteration_count(), before.iteration_count());
}

/// Bent beams of ν = 0.49, quasi-static: the incomplete factor broke down on all of them, and did so on sheets.
TEST(CgSolver, IteratesOnNearlyIncompressibleBodies) {
    for (const int cells : {4, 6}) {
        const Mesh mesh = make_box({4.0, 1.0, 1.0}, {4 * cells, cells, cells}, 6);
        const testing::World world = testing::heavy_solid(mesh, mesh.point_groups.at("left"), 1e6, 0.49);
        const Unknowns unknowns(world.model.held_axes);
        Nodes c = world.state.c;
        Landscape at = testing::landscape_around(world.model, c);
        for (Vec3& x : c) x[1] -= 0.02 * x[0] * x[0];
        at.inertia = 0.0;
        Assembler assembler(world.model);
        System system;
        assembler.assemble(at, c, Hessian::projected, system);
        std::vector<double> right, p;
        unknowns.gather(system.gradient, right);
        CgSolver cg(*assembler.pattern(), unknowns);
        cg.set_limit(250);
        ASSERT_TRUE(cg.factorize(system.hessian, 0.0));
        EXPECT_TRUE(cg.solve(right, p)) << cells << " cells, after " << cg.iteration_count();
        CgSolver levels(*assembler.pattern(), unknowns, true);
        levels.set_limit(80);
        levels.set_places(c, world.model.node_kinds);
        ASSERT_TRUE(levels.factorize(system.hessian, 0.0));
        EXPECT_TRUE(levels.solve(right, p)) << cells << " cells, after " << levels.iteration_count();
    }
}

}  // namespace
}  // namespace talweg::cg_solver_test
