#include "talweg/solve/block_product.hpp"

#include <gtest/gtest.h>

#include "support/beam_system.hpp"
#include "support/coupled_nodes.hpp"
#include "support/random_system.hpp"
#include "support/threads.hpp"
#include "talweg/solve/inner_product.hpp"

namespace talweg::block_product_test {
namespace {

using testing::BeamSystem;
using testing::RandomSystem;

/// Nodes with numbers at the free components only.
Nodes some_vector(const Unknowns& unknowns) {
    std::vector<double> values(unknowns.count());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(double(3 * k + 1));
    Nodes x;
    unknowns.spread(values, x);
    return x;
}

TEST(BlockProduct, IsTheMatrixOverTheFreeComponents) {
    for (unsigned seed = 1; seed <= 5; ++seed)
        for (double shift : {0.0, 0.3}) {
            const RandomSystem system(seed);
            BlockProduct product(system.pattern(), system.unknowns);
            product.set(system.h, shift);
            const Nodes x = some_vector(system.unknowns);
            Nodes y;
            product.multiply(x, y);
            std::vector<double> from, to;
            system.unknowns.gather(x, from);
            system.unknowns.gather(y, to);
            const Eigen::VectorXd expected =
                system.dense_matrix(shift) * Eigen::Map<Eigen::VectorXd>(from.data(), Eigen::Index(from.size()));
            for (std::size_t k = 0; k < to.size(); ++k)
                EXPECT_NEAR(to[k], expected[Eigen::Index(k)], 1e-13 * expected.norm());
            for (int i = 0; i < system.unknowns.node_count(); ++i)
                for (int a = 0; a < 3; ++a)
                    if (system.unknowns(i, a) < 0) {
                        EXPECT_EQ(y[i][a], 0.0);
                    }
        }
}

TEST(BlockProduct, SumsUpAlongADirectionAsItGoes) {
    for (const int cells : {2, 10}) {  // nodes in one sum; nodes in pieces, as 14,641 of them
        const BeamSystem beam(cells, 10.0);
        BlockProduct product(beam.pattern(), beam.unknowns);
        for (const double shift : {0.0, 0.1}) {
            product.set(beam.system.hessian, shift);
            const Nodes d = some_vector(beam.unknowns);
            Nodes hd, again;
            product.multiply(d, hd);
            const double sum = product.multiply_along(d, again);
            EXPECT_EQ(hd, again);
            const double expected = inner_product(d, hd);
            EXPECT_NEAR(sum, expected, 1e-13 * std::sqrt(inner_product(d, d) * inner_product(hd, hd)));
            EXPECT_GT(sum, 0.0);
        }
    }
}

TEST(BlockProduct, KnowsWhatRoundingCannotHaveMade) {
    // Stretched by a stiffness of 1, moved as a whole by 1e-10 and more: what is left of 1 − 1 is rounding.
    ModelBuilder builder;
    for (int k = 0; k < 2; ++k) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    const auto pattern = std::make_shared<BlockPattern>(std::vector<int>{0, 2, 3}, std::vector<int>{0, 1, 1});
    const Unknowns unknowns(builder.finish().held_axes);
    BlockProduct product(*pattern, unknowns);
    const auto downwards = [&](double apart, const Nodes& d, double shift = 0.0) {
        const Mat3 one = Mat3::identity();
        const BlockMatrix h{pattern, {(1.0 - apart) * one, -1.0 * one, one}};
        product.set(h, shift);
        Nodes hd;
        product.multiply(d, hd);
        return product.curves_downwards(d, inner_product(d, hd));
    };
    const Nodes together(2, Vec3{1, 2, 3});
    EXPECT_TRUE(downwards(1e-10, together));
    EXPECT_FALSE(downwards(1e-14, together)) << "less than the digits that 1 − 1 has";
    EXPECT_FALSE(downwards(-1e-10, together));
    EXPECT_FALSE(downwards(1e-10, {Vec3{1, 2, 3}, Vec3{-1, -2, -3}}));
    EXPECT_FALSE(downwards(1e-10, together, 1e-9)) << "with the shift of the diagonal it curves upwards";
}

TEST(BlockProduct, HasTheSameBitsForAnyNumberOfThreads) {
    const BeamSystem beam(11, 0.01);  // more nodes than one piece holds
    BlockProduct product(beam.pattern(), beam.unknowns);
    product.set(beam.system.hessian, 1e-3);
    const Nodes x = some_vector(beam.unknowns);
    const auto multiply_with = [&](int threads) {
        return testing::with_threads(threads, [&] {
            Nodes y;
            product.multiply(x, y);
            return y;
        });
    };
    const Nodes one = multiply_with(1);
    for (int threads : {2, 5}) EXPECT_EQ(multiply_with(threads), one);
    product.set(beam.system.hessian, 0.0);
    Nodes plain, expected;
    product.multiply(x, plain);
    multiply(beam.system.hessian, x, expected);
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        error += norm_squared(plain[i] - expected[i]);
        size += norm_squared(expected[i]);
    }
    EXPECT_LT(error, 1e-28 * size) << "across pieces too";
}

/// One node is coupled to all, as one of a body that others are bound to: rows of very different lengths.
TEST(BlockProduct, RowsOfAnyLengthAreCutIntoPieces) {
    constexpr int nodes = 3 * blocks_at_once;
    std::vector<std::array<int, 2>> pairs;
    for (int i = 1; i < nodes; ++i) pairs.push_back({0, i});
    for (int i = 1; i + 9 < nodes; ++i)
        for (int k = 1; k <= i % 9; ++k) pairs.push_back({i, i + k});
    const auto pattern = std::make_shared<const BlockPattern>(testing::pattern_of(nodes, pairs));
    BlockMatrix h{pattern, std::vector<Mat3>(pattern->block_count())};
    for (int k = 0; k < pattern->block_count(); ++k)
        for (int e = 0; e < 9; ++e) h.values[k][e] = std::sin(double(9 * k + e));
    for (int i = 0; i < nodes; ++i) {
        Mat3& block = h.values[pattern->diagonal(i)];
        block = block + block.transposed();
    }
    const Unknowns all(std::vector<Axes>(nodes, 0));
    BlockProduct product(*pattern, all);
    product.set(h, 0.0);
    const Nodes x = some_vector(all);
    Nodes y, expected;
    product.multiply(x, y);
    multiply(h, x, expected);
    for (int i = 0; i < nodes; ++i) ASSERT_LT(norm(y[i] - expected[i]), 1e-11 * (1.0 + norm(expected[i]))) << i;
}

}  // namespace
}  // namespace talweg::block_product_test
