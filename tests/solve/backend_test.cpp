#include "talweg/solve/backend.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/beam_system.hpp"
#include "support/dense.hpp"
#include "support/random_world.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/hooke_spring.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg::backend_test {
namespace {

using testing::dense;
using testing::RandomWorld;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Backend, SolvesForTheNewtonDirection) {
    RandomWorld world(1);
    Backend backend(world.model(), "auto");
    const Landscape at = world.landscape();
    const Nodes c = world.nodes();
    const System& system = backend.assemble(at, c);
    Nodes p;
    ASSERT_TRUE(backend.solve(0.0, p));
    std::vector<double> g, step;
    backend.unknowns().gather(system.gradient, g);
    backend.unknowns().gather(p, step);
    const Eigen::MatrixXd h = testing::free_part(dense(system.hessian), backend.unknowns());
    const auto residual =
        h * Eigen::Map<Eigen::VectorXd>(step.data(), h.rows()) + Eigen::Map<Eigen::VectorXd>(g.data(), h.rows());
    EXPECT_LT(residual.norm(), 1e-10 * Eigen::Map<Eigen::VectorXd>(g.data(), h.rows()).norm());
    EXPECT_LT(inner_product(system.gradient, p), 0.0);
    for (int i = 0; i < world.model().node_count(); ++i)
        for (int a = 0; a < 3; ++a) EXPECT_TRUE(p[i][a] == 0.0 || !(world.model().held_axes[i] & (1 << a)));
}

TEST(Backend, AStrongerShiftShortensTheDirection) {
    RandomWorld world(2);
    Backend backend(world.model(), "auto");
    backend.assemble(world.landscape(), world.nodes());
    double last = std::numeric_limits<double>::infinity();
    for (double shift : {0.0, 1e-2, 1.0, 100.0}) {
        Nodes p;
        ASSERT_TRUE(backend.solve(shift, p));
        EXPECT_LT(dense(p).norm(), last);
        last = dense(p).norm();
    }
}

TEST(Backend, SlopeIsTheDerivativeAlongP) {
    RandomWorld world(3);
    Backend backend(world.model(), "auto");
    const Landscape at = world.landscape();
    const Nodes c = world.nodes(), p = world.directions();
    const double step = 1e-6;
    Nodes ahead = c, behind = c;
    for (std::size_t i = 0; i < c.size(); ++i) {
        ahead[i] += step * p[i];
        behind[i] -= step * p[i];
    }
    const double difference = (backend.energy(at, ahead) - backend.energy(at, behind)) / (2.0 * step);
    EXPECT_NEAR(backend.slope(at, c, p), difference, 1e-7 * std::fabs(difference));
}

TEST(Backend, PointSpeedIsTheLargestOverPointsNotNodes) {
    // An affine body one metre wide: turning its axes at 1 rad/s moves no point faster than half a metre per second.
    ModelBuilder builder;
    for (int k = 0; k < 4; ++k) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    for (double x : {-0.5, 0.2, 0.5})
        builder.add_point({x, 0, 0}, std::vector<NodeWeight>{{0, 1.0}, {1, x}, {2, 0.0}, {3, 0.0}});
    const Model model = builder.finish();
    Backend backend(model, "auto");
    EXPECT_DOUBLE_EQ(backend.point_speed({{0, 0, 0}, {0, 0.01, 0}, {-0.01, 0, 0}, {0, 0, 0}}, 0.01), 0.5);
}

TEST(Backend, PointSpeedOfWhatIsNoNumberIsInfinite) {
    const int count = 2 * parallel_grain;
    ModelBuilder builder;
    for (int i = 0; i < count; ++i) {
        const NodeWeight row{builder.add_node(Vec3::zero(), Vec3::zero(), 1.0), 1.0};
        builder.add_point(Vec3::zero(), {&row, 1});
    }
    const Model model = builder.finish();
    Backend backend(model, "auto");
    Nodes p(count, Vec3{3, 4, 0});
    EXPECT_EQ(backend.point_speed(p, 0.5), 10.0);
    for (int place : {0, parallel_grain - 1, parallel_grain, count - 1}) {
        Nodes bad = p;
        bad[place][1] = nan;
        EXPECT_EQ(backend.point_speed(bad, 0.5), std::numeric_limits<double>::infinity()) << place;
    }
}

TEST(Backend, NothingToSolveIsSolved) {
    ModelBuilder builder;
    builder.add_node({1, 2, 3}, Vec3::zero(), 1.0, all_axes);
    for (const Model& model : {Model{}, builder.finish()})
        for (const char* solver : {"auto", "ldlt", "cg"}) {
            Backend backend(model, solver);
            const Nodes c(model.node_count(), Vec3::zero());
            backend.assemble(testing::landscape_around(model, c), c);
            Nodes p;
            EXPECT_TRUE(backend.solve(0.0, p));
            EXPECT_EQ(p, c);
            EXPECT_EQ(backend.point_speed(p, 1.0), 0.0);
        }
}

TEST(Backend, KeepsItsSolverAndCountsItsTime) {
    RandomWorld world(4);
    Backend backend(world.model(), "ldlt");
    Nodes p;
    for (int k = 0; k < 3; ++k) {
        backend.assemble(world.landscape(), world.nodes());
        ASSERT_TRUE(backend.solve(0.0, p));
    }
    EXPECT_EQ(backend.solver().analysis_count(), 1);
    backend.energy(world.landscape(), world.nodes());
    EXPECT_GT(backend.costs().assembly, 0.0);
    EXPECT_GT(backend.costs().solve, 0.0);
    EXPECT_GT(backend.costs().line_search, 0.0);
}

/// Springs that pass by couple the ends of a beam: its solver is made while values are summed up, or when it is asked.
TEST(Backend, MakesTheSolverOfAPatternThatHasGrownAheadWithTheSameBits) {
    const testing::BeamSystem beam(4, 0.1);
    const int last = beam.world.model.point_count() - 1;
    const auto springs = std::make_shared<Elements<HookeSpring>>(
        std::vector<int>{last, 40, last - 1, 41}, std::vector<HookeSpring::Element>{{1.0, 50.0}, {2.0, 70.0}});
    Landscape at = testing::landscape_around(beam.world.model, beam.c);
    at.inertia = 1.0;
    at.scale = 0.01;
    Nodes directions[2];
    for (const bool ahead : {false, true}) {
        Backend backend(beam.world.model, "auto");
        FreeSystem& unknowns = backend.free_system();
        backend.assemble(at, beam.c, Hessian::exact);
        ASSERT_TRUE(backend.solve(0.0, directions[ahead]));
        const auto before = backend.assembler().pattern();
        backend.assembler().set_transient({springs});
        backend.assemble(at, beam.c, Hessian::exact, ahead ? &unknowns : nullptr);
        const auto& grown = backend.assembler().pattern();
        ASSERT_NE(grown, before);
        EXPECT_EQ(unknowns.is_behind(grown), !ahead);
        Nodes p;
        EXPECT_FALSE(unknowns.solve_with_last(grown, backend.system().gradient, 1e-2, p)) << "no matrix was taken yet";
        EXPECT_FALSE(unknowns.keeps_factor(grown));
        ASSERT_TRUE(backend.solve(0.0, directions[ahead]));
        EXPECT_FALSE(unknowns.is_behind(grown));
    }
    EXPECT_EQ(directions[0], directions[1]);
}

TEST(Backend, AnUnknownSolverIsRefusedWhenItIsNeeded) {
    RandomWorld world(1);
    Backend backend(world.model(), "magic");
    EXPECT_THROW(backend.solver(), Error);
}

}  // namespace
}  // namespace talweg::backend_test
