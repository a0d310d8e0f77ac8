#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/cholmod_solver.hpp"

#include <gtest/gtest.h>

#include "support/landscape_around.hpp"
#include "support/spring_grid.hpp"
#include "support/threads.hpp"
#include "talweg/assembly/assembler.hpp"

namespace talweg::cholmod_solver_test {
namespace {

using testing::SpringGrid;
using testing::World;

/// A sheet of cells² squares, large enough for supernodes or small enough to do without.
struct Sheet {
    World world;
    Assembler assembler{world.model};
    Unknowns unknowns{world.model.held_axes};
    System system;
    std::vector<double> right;

    explicit Sheet(int cells) : world(SpringGrid{.cells = cells, .stretch = 1.2, .held = {0}, .planar = false}.make()) {
        assembler.assemble(testing::landscape_around(world.model, world.state.c), world.state.c, Hessian::projected,
                           system);
        unknowns.gather(system.gradient, right);
    }
    std::vector<double> solve() const {
        CholmodSolver solver(*assembler.pattern(), unknowns);
        std::vector<double> p;
        EXPECT_TRUE(solver.factorize(system.hessian, 0.0));
        EXPECT_TRUE(solver.solve(right, p));
        return p;
    }
};

TEST(CholmodSolver, HasTheSameBitsForAnyNumberOfThreads) {
    for (int cells : {4, 60}) {
        const Sheet sheet(cells);
        const std::vector<double> one = testing::with_threads(1, [&] { return sheet.solve(); });
        for (int threads : {2, 4}) EXPECT_EQ(testing::with_threads(threads, [&] { return sheet.solve(); }), one);
    }
}

TEST(CholmodSolver, SeesIndefiniteMatricesWithAndWithoutSupernodes) {
    for (int cells : {2, 60}) {
        Sheet sheet(cells);
        CholmodSolver solver(*sheet.assembler.pattern(), sheet.unknowns);
        Mat3& block = sheet.system.hessian.values[sheet.assembler.pattern()->diagonal(sheet.unknowns.node_count() / 2)];
        const Mat3 good = block;
        block = -1.0 * good;
        EXPECT_FALSE(solver.factorize(sheet.system.hessian, 0.0)) << cells << " cells";
        block = good;
        EXPECT_TRUE(solver.factorize(sheet.system.hessian, 0.0));
        EXPECT_EQ(solver.analysis_count(), 1);
    }
}

}  // namespace
}  // namespace talweg::cholmod_solver_test
#endif
