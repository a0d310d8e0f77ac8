#include "talweg/solve/exact_curvature.hpp"

#include <gtest/gtest.h>

#include "support/dense.hpp"
#include "support/random_world.hpp"
#include "talweg/solve/backend.hpp"

namespace talweg::exact_curvature_test {
namespace {

using testing::dense;
using testing::RandomWorld;

/// gᵀp + ½ pᵀH p, with H the exact Hessian.
double model_of(const Nodes& gradient, const BlockMatrix& exact, const Nodes& p) {
    Nodes hp;
    multiply(exact, p, hp);
    return inner_product(gradient, p) + 0.5 * inner_product(p, hp);
}

struct Directions {
    BlockMatrix exact;
    Nodes gradient, projected, improved;
    bool definite = false;

    Directions(const Model& model, const Landscape& at, const Nodes& c) {
        Backend backend(model, "cholesky");
        exact = backend.assemble(at, c, Hessian::exact).hessian;
        const Eigen::MatrixXd h = testing::free_part(dense(exact), backend.unknowns());
        definite = Eigen::LLT<Eigen::MatrixXd>(h).info() == Eigen::Success;
        ExactCurvature curvature;
        curvature.keep(exact);
        gradient = backend.assemble(at, c, Hessian::projected).gradient;
        EXPECT_TRUE(backend.solve(0.0, projected));
        improved = projected;
        curvature.improve(backend.free_system(), gradient, backend.interruption(), improved);
        for (int i = 0; i < model.node_count(); ++i)
            for (int a = 0; a < 3; ++a) EXPECT_TRUE(improved[i][a] == 0.0 || !(model.held_axes[i] & (1 << a)));
    }
};

TEST(ExactCurvature, LeadsDownAndNoLessFarThanTheProjectedDirection) {
    int changed = 0;
    for (int seed = 0; seed < 12; ++seed) {
        RandomWorld world(seed);
        const Landscape at = world.landscape();
        const Directions of(world.model(), at, world.nodes());
        EXPECT_FALSE(of.definite) << seed;
        EXPECT_LT(inner_product(of.gradient, of.improved), 0.0) << seed;
        const double before = model_of(of.gradient, of.exact, of.projected);
        EXPECT_LE(model_of(of.gradient, of.exact, of.improved), before + 1e-12 * std::fabs(before)) << seed;
        changed += of.improved != of.projected;
    }
    EXPECT_GT(changed, 0);
}

TEST(ExactCurvature, WhereTheExactHessianIsDefiniteItIsNewtonsDirection) {
    // Springs pressed together, and inertia enough that they do not buckle within a step.
    const testing::World world = testing::SpringGrid{.stretch = 0.93}.make();
    const Landscape at = testing::landscape_around(world.model, world.state.c, 0.05);
    Nodes c = world.state.c;
    for (std::size_t i = 0; i < c.size(); ++i) c[i][1] += 1e-3 * std::sin(7.0 * double(i));
    const Directions of(world.model, at, c);
    ASSERT_TRUE(of.definite);
    const auto residual = [&](const Nodes& p) {
        Nodes left;
        multiply(of.exact, p, left);
        return (dense(left) + dense(of.gradient)).norm() / dense(of.gradient).norm();
    };
    EXPECT_GT(residual(of.projected), 0.02) << "projection makes a difference";
    EXPECT_LT(residual(of.improved), 0.1 * residual(of.projected));
}

}  // namespace
}  // namespace talweg::exact_curvature_test
