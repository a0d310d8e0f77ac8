#include "talweg/solve/incomplete_cholesky.hpp"

#include <gtest/gtest.h>

#include "support/beam_system.hpp"
#include "support/spring_grid.hpp"
#include "support/threads.hpp"
#include "talweg/model/motion.hpp"
#include "talweg/solve/inner_product.hpp"

namespace talweg::incomplete_cholesky_test {
namespace {

using testing::BeamSystem;

TEST(IncompleteCholesky, IsCompleteWhereNothingFillsIn) {
    // A chain of nodes: block-tridiagonal, so its factor has no other blocks; what is left is single precision.
    ModelBuilder builder;
    const int n = 50;
    for (int i = 0; i < n; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 3.0, i == 7 ? 2 : 0);
    for (int i = 1; i < n; ++i) builder.add_coupling(i - 1, i, -1.0);
    const Model model = builder.finish();
    const Unknowns unknowns(model.held_axes);
    const auto pattern = std::make_shared<BlockPattern>(model);
    BlockMatrix h{pattern, std::vector<Mat3>(pattern->block_count(), -1.0 * Mat3::identity())};
    for (int i = 0; i < n; ++i) {
        Mat3& block = h.values[pattern->diagonal(i)] = 3.0 * Mat3::identity();
        block(0, 1) = block(1, 0) = 0.5;
    }
    BlockProduct product(*pattern, unknowns);
    product.set(h, 0.0);
    IncompleteCholesky factor(*pattern);
    ASSERT_TRUE(factor.factorize(product));
    Nodes x(n), r, z;
    for (int i = 0; i < n; ++i) x[i] = {double(i % 5), i == 7 ? 0.0 : 1.0, -0.1 * i};
    product.multiply(x, r);
    factor.solve(r, z);
    for (int i = 0; i < n; ++i) EXPECT_LT(norm(z[i] - x[i]), 1e-5);
    EXPECT_EQ(z[7][1], 0.0);
}

TEST(IncompleteCholesky, IsSymmetricAndPositiveAlsoWherePivotsFail) {
    for (double h : {1e-3, 1e-1, 10.0}) {
        const BeamSystem beam(3, h, 0.2);
        BlockProduct product(beam.pattern(), beam.unknowns);
        product.set(beam.system.hessian, 0.0);
        IncompleteCholesky factor(beam.pattern());
        ASSERT_TRUE(factor.factorize(product));
        Nodes a(beam.c.size()), b = beam.c, ma, mb;
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = {std::sin(double(i)), std::cos(2.0 * double(i)), 0.3};
        factor.solve(a, ma);
        factor.solve(b, mb);
        EXPECT_GT(inner_product(a, ma), 0.0);
        EXPECT_GT(inner_product(b, mb), 0.0);
        EXPECT_NEAR(inner_product(a, mb), inner_product(b, ma),
                    1e-12 * std::sqrt(inner_product(a, ma) * inner_product(b, mb)));
    }
}

/// Cloth is a thousand times softer across itself than along: no pivot is ruined by that, whichever way it lies.
TEST(IncompleteCholesky, TakesClothAlikeHoweverItLies) {
    const BeamSystem flat(testing::SpringGrid{.cells = 12, .planar = false}.make(), 0.1, 0.0);
    const Mat3& middle = flat.system.hessian.values[flat.pattern().diagonal(80)];
    ASSERT_LT(middle(2, 2), 1e-2 * middle(0, 0));
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{1, 2, 0.5}}) {
        const Mat3 turn = rotation_matrix(0.9 * axis / norm(axis));
        BlockMatrix h = flat.system.hessian;
        for (Mat3& block : h.values) block = turn * block * turn.transposed();
        BlockProduct product(flat.pattern(), flat.unknowns);
        product.set(h, 0.0);
        IncompleteCholesky factor(flat.pattern());
        ASSERT_TRUE(factor.factorize(product));
        EXPECT_EQ(factor.attempts(), 1);
    }
}

/// More nodes than are eliminated in one go: parts side by side, then their borders, then the borders' own. No coupling
/// is left out, so that what the factor makes of A x is as near to x along the borders as anywhere; and threads make no
/// difference.
TEST(IncompleteCholesky, OfLargeSystemsKeepsTheCouplingsOfEveryPart) {
    ModelBuilder builder;
    const int side = 150, n = side * side;
    for (int i = 0; i < n; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 8.0);
    for (int i = 0; i < n; ++i) {
        if (i % side > 0) builder.add_coupling(i - 1, i, -1.0);
        if (i >= side) builder.add_coupling(i - side, i, -1.0);
    }
    const Model model = builder.finish();
    const Unknowns unknowns(model.held_axes);
    const auto pattern = std::make_shared<BlockPattern>(model);
    BlockMatrix h{pattern, std::vector<Mat3>(pattern->block_count(), -1.0 * Mat3::identity())};
    for (int i = 0; i < n; ++i) h.values[pattern->diagonal(i)] = 8.0 * Mat3::identity();
    BlockProduct product(*pattern, unknowns);
    product.set(h, 0.0);
    const auto applied = [&](int threads) {
        return testing::with_threads(threads, [&] {
            IncompleteCholesky factor(*pattern);
            EXPECT_TRUE(factor.factorize(product));
            Nodes x(n, {1.0, -2.0, 0.5}), r, z;
            product.multiply(x, r);
            factor.solve(r, z);
            return z;
        });
    };
    const Nodes one = applied(1);
    for (int threads : {2, 3}) EXPECT_EQ(applied(threads), one);
    double worst = 0.0;
    for (int i = 10; i < side - 10; ++i)
        for (int j = 10; j < side - 10; ++j) worst = std::max(worst, std::fabs(one[i * side + j][0] - 1.0));
    // Fill that is left out adds up to seven times 1/8 to rows of sum 4 (0.18); one coupling less would add 1 (0.2 and
    // what fill adds to that).
    EXPECT_LT(worst, 0.18);
}

TEST(IncompleteCholesky, RefusesDiagonalBlocksThatAreNotPositiveDefinite) {
    BeamSystem beam(1, 0.1);
    BlockProduct product(beam.pattern(), beam.unknowns);
    IncompleteCholesky factor(beam.pattern());
    beam.system.hessian.values[beam.pattern().diagonal(3)](1, 1) *= -1.0;
    product.set(beam.system.hessian, 0.0);
    EXPECT_FALSE(factor.factorize(product));
    product.set(beam.system.hessian, 10.0);
    EXPECT_TRUE(factor.factorize(product)) << "a shift mends it";
}

}  // namespace
}  // namespace talweg::incomplete_cholesky_test
