#include "talweg/solve/adaptive_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "support/energy_error.hpp"

namespace talweg::adaptive_solver_test {
namespace {

using testing::BeamSystem;

void solve(AdaptiveSolver& solver, const BeamSystem& beam, std::vector<double>& p) {
    ASSERT_TRUE(solver.factorize(beam.system.hessian, 0.0));
    ASSERT_TRUE(solver.solve(beam.right, p));
    EXPECT_LT(beam.residual(p), 1e-5);
}

TEST(AdaptiveSolver, IteratesWhereInertiaDominatesAndFactorisesWhereStiffnessDoes) {
    std::vector<double> p;
    BeamSystem light(3, 1e-3), stiff(3, 100.0);
    AdaptiveSolver of_light(light.pattern(), light.unknowns), of_stiff(stiff.pattern(), stiff.unknowns);
    for (int k = 0; k < 4; ++k) {
        solve(of_light, light, p);
        solve(of_stiff, stiff, p);
    }
    EXPECT_EQ(of_light.name(), "cg");
    EXPECT_EQ(of_stiff.name(), "reuse");
    EXPECT_EQ(of_stiff.analysis_count(), 1);
}

TEST(AdaptiveSolver, GoesOnBitwiseFromItsMemory) {
    BeamSystem beam(2, 100.0);
    AdaptiveSolver whole(beam.pattern(), beam.unknowns);
    std::vector<double> p, q;
    for (int k = 0; k < 12; ++k) {
        AdaptiveSolver resumed(beam.pattern(), beam.unknowns);
        resumed.restore(whole.save());
        beam.take(k % 6 == 5 ? 1e-3 : 100.0, 0.01 * k);
        solve(whole, beam, p);
        solve(resumed, beam, q);
        EXPECT_EQ(p, q) << k;
        EXPECT_EQ(whole.name(), resumed.name());
    }
}

TEST(AdaptiveSolver, ReportsWhatIsNotPositiveDefinite) {
    BeamSystem beam(2, 0.1);
    AdaptiveSolver solver(beam.pattern(), beam.unknowns);
    std::vector<double> p;
    BlockMatrix negative = beam.system.hessian;
    for (Mat3& block : negative.values) block *= -1.0;
    EXPECT_FALSE(solver.factorize(negative, 0.0) && solver.solve(beam.right, p));
    solve(solver, beam, p);
    // Indefinite, though none of its diagonal blocks is: iterations see it beyond doubt, nothing is analysed for it.
    BlockMatrix saddle = beam.system.hessian;
    for (int i = 0; i < beam.pattern().node_count(); ++i)
        for (int k = beam.pattern().diagonal(i) + 1; k < beam.pattern().row_end(i); ++k) saddle.values[k] *= 3.0;
    for (int k = 0; k < 3; ++k) EXPECT_FALSE(solver.factorize(saddle, 0.0) && solver.solve(beam.right, p)) << k;
    EXPECT_EQ(solver.analysis_count(), 0);
    EXPECT_EQ(solver.name(), "cg");
    solve(solver, beam, p);
}

TEST(AdaptiveSolver, AsksAFactorWhereRoundingMayHaveMisledIterations) {
    // A spring between two nodes and nothing else, but for what rounding of 1 − 1 could leave: moved as a whole they
    // go downwards, doubtfully. The second time in a row a factor is asked; it says the same, and iterations go on.
    ModelBuilder builder;
    for (int k = 0; k < 2; ++k) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    const auto pattern = std::make_shared<BlockPattern>(std::vector<int>{0, 2, 3}, std::vector<int>{0, 1, 1});
    const Unknowns unknowns(builder.finish().held_axes);
    const Mat3 one = Mat3::identity();
    const auto spring = [&](double apart) { return BlockMatrix{pattern, {(1.0 + apart) * one, -1.0 * one, one}}; };
    const std::vector<double> right(6, 1.0);
    std::vector<double> p;
    AdaptiveSolver solver(*pattern, unknowns);
    for (int k = 0; k < 4; ++k) {
        const BlockMatrix doubtful = spring(-1e-14);
        EXPECT_FALSE(solver.factorize(doubtful, 0.0) && solver.solve(right, p)) << k;
        EXPECT_EQ(solver.name(), "cg") << k;
        EXPECT_EQ(solver.analysis_count(), k < 1 ? 0 : 1) << k;
    }
    const BlockMatrix certain = spring(1.0);
    ASSERT_TRUE(solver.factorize(certain, 0.0) && solver.solve(right, p));
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(p[k], k < 3 ? 2.0 : 3.0, 1e-6);
}

TEST(AdaptiveSolver, LeavesFactorsOfWhatIsNotPositiveDefinite) {
    // As where a mat folds: contacts change the pattern every time, so that no factor is kept; each is made in
    // vain, and iterations would see it for little, which has to be found out: of positive definite systems they took
    // many.
    BeamSystem beam(4, 10.0);
    auto solver = std::make_unique<AdaptiveSolver>(beam.pattern(), beam.unknowns);
    std::vector<double> p;
    for (int k = 0; k < 4; ++k) solve(*solver, beam, p);
    ASSERT_EQ(solver->name(), "reuse");
    BlockMatrix negative = beam.system.hessian;
    for (Mat3& block : negative.values) block *= -1.0;
    double early = 0.0, late = 0.0;
    for (int k = 0; k < 300; ++k) {
        auto next = std::make_unique<AdaptiveSolver>(beam.pattern(), beam.unknowns);
        next->learn_from(*solver);
        solver = std::move(next);
        EXPECT_FALSE(solver->factorize(negative, 0.0) && solver->solve(beam.right, p)) << k;
        (k < 100 ? early : late) += k < 100 || k >= 200 ? solver->spent() : 0.0;
    }
    EXPECT_EQ(solver->name(), "cg");
    EXPECT_LT(late, 0.5 * early) << "the last hundred and the first";
    solve(*solver, beam, p);
}

TEST(AdaptiveSolver, SolvesForSeveralRightSidesWithOneMatrix) {
    BeamSystem beam(4, 10.0);
    AdaptiveSolver solver(beam.pattern(), beam.unknowns);
    std::vector<double> p;
    for (int k = 0; k < 3; ++k) {
        ASSERT_TRUE(solver.factorize(beam.system.hessian, 0.0));
        for (int again = 0; again < 3; ++again) {
            ASSERT_TRUE(solver.solve(beam.right, p));
            EXPECT_LT(beam.residual(p), 1e-5);
            EXPECT_TRUE(std::isfinite(solver.spent()));
        }
    }
}

TEST(AdaptiveSolver, GivesManyIterationsOfLargeSystemsLevels) {
    // 23,232 unknowns: more than multilevel_from. One of them has little inertia, the other a lot.
    std::vector<double> p, q;
    BeamSystem stiff(12, 100.0), light(12, 1e-3);
    ASSERT_GE(stiff.unknowns.count(), multilevel_from);
    AdaptiveSolver of_stiff(stiff.pattern(), stiff.unknowns), of_light(light.pattern(), light.unknowns);
    for (int k = 0; k < 3; ++k) {
        AdaptiveSolver resumed(stiff.pattern(), stiff.unknowns);
        resumed.restore(of_stiff.save());
        stiff.take(100.0, 0.002 * k);
        for (AdaptiveSolver* solver : {&of_stiff, &resumed}) solver->set_places(stiff.c, stiff.world.model.node_kinds);
        ASSERT_TRUE(of_stiff.factorize(stiff.system.hessian, 0.0) && of_stiff.solve(stiff.right, p));
        ASSERT_TRUE(resumed.factorize(stiff.system.hessian, 0.0) && resumed.solve(stiff.right, q));
        EXPECT_LT(testing::energy_error(stiff, p), 1e-5);
        EXPECT_EQ(p, q) << k;
        EXPECT_EQ(of_stiff.name(), "multilevel") << k;
        EXPECT_EQ(resumed.name(), "multilevel") << k;
        solve(of_light, light, p);
        EXPECT_EQ(of_light.name(), "cg") << k;
    }
    EXPECT_EQ(of_stiff.analysis_count(), 0) << "nothing analysed for factors that could not pay";
}

/// Counted, over beams that hardly bend from system to system, bend a lot, or change from light to stiff and back.
TEST(AdaptiveSolver, StaysNearTheBestOfItsWays) {
    struct Series {
        const char* name;
        int cells, systems, stretch;  // so many systems are light, as many stiff
        double light, stiff, bend;
    };
    for (const Series& series :
         {Series{"light", 4, 40, 40, 1e-3, 1e-3, 0.01}, Series{"stiff", 4, 40, 40, 10.0, 10.0, 0.0005},
          Series{"stiff, other every time", 4, 40, 40, 10.0, 10.0, 0.05},
          Series{"first light, then stiff", 5, 60, 30, 1e-3, 10.0, 0.001},
          Series{"first stiff, then light", 5, 60, 30, 10.0, 1e-3, 0.001},
          Series{"large", 12, 8, 8, 100.0, 100.0, 0.0005}}) {
        BeamSystem beam(series.cells, series.light);
        AdaptiveSolver adaptive(beam.pattern(), beam.unknowns);
        CgSolver iterations(beam.pattern(), beam.unknowns), levels(beam.pattern(), beam.unknowns, true);
        ReusingSolver factors(beam.pattern(), beam.unknowns);
        std::vector<LinearSolver*> solvers = {&adaptive, &levels, &iterations, &factors};
        const bool large = beam.unknowns.count() >= multilevel_from;
        if (large) solvers.resize(2);  // the others take many times as long
        std::vector<double> p;
        for (int k = 0; k < series.systems; ++k) {
            beam.take(k / series.stretch % 2 == 0 ? series.light : series.stiff, series.bend * k);
            for (LinearSolver* solver : solvers) {
                solver->set_places(beam.c, beam.world.model.node_kinds);
                ASSERT_TRUE(solver->factorize(beam.system.hessian, 0.0) && solver->solve_roughly(beam.right, p));
            }
        }
        double best = levels.spent();
        if (!large) best = std::min({best, iterations.spent(), factors.spent() * factors.iteration_cost()});
        // Of a few systems the first, in which iterations without levels are given up, counts for much.
        EXPECT_LT(adaptive.spent(), (large ? 1.6 : 1.25) * best) << series.name;
    }
}

}  // namespace
}  // namespace talweg::adaptive_solver_test
