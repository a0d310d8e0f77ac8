#include "talweg/assembly/block_matrix.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/dense.hpp"
#include "support/random_world.hpp"

namespace talweg::block_matrix_test {
namespace {

using testing::dense;
using testing::RandomWorld;

/// Every pair (i ≤ j) of nodes that one element or the mass couples, and every (i, i).
std::set<std::pair<int, int>> coupled_nodes(const Model& model) {
    std::set<std::pair<int, int>> pairs;
    for (int i = 0; i < model.node_count(); ++i) pairs.insert({i, i});
    for (const auto& coupling : model.mass.couplings) pairs.insert({coupling.i, coupling.j});
    for (const auto& term : model.terms)
        for (int e = 0; e < term->element_count(); ++e) {
            std::set<int> nodes;
            for (int k = 0; k < term->point_count(); ++k)
                for (const NodeWeight& w : model.map.row(term->points()[e * term->point_count() + k]))
                    nodes.insert(w.node);
            for (int i : nodes)
                for (int j : nodes)
                    if (i <= j) pairs.insert({i, j});
        }
    return pairs;
}

BlockMatrix random_matrix(const Model& model, RandomWorld& world) {
    BlockMatrix m;
    m.pattern = std::make_shared<BlockPattern>(model);
    m.values.resize(m.pattern->block_count());
    for (Mat3& block : m.values)
        for (double& value : block.data) value = world.number();
    for (int i = 0; i < model.node_count(); ++i) {
        Mat3& block = m.values[m.pattern->diagonal(i)];
        block = block + block.transposed();
    }
    return m;
}

TEST(BlockPattern, HoldsTheCoupledNodesAndNoOthers) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        RandomWorld world(seed);
        const BlockPattern pattern(world.model());
        std::set<std::pair<int, int>> found;
        ASSERT_EQ(pattern.node_count(), world.model().node_count());
        for (int i = 0; i < pattern.node_count(); ++i)
            for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k) found.insert({i, pattern.column(k)});
        EXPECT_EQ(found, coupled_nodes(world.model())) << "seed " << seed;
        EXPECT_EQ(int(found.size()), pattern.block_count()) << "no block twice";
    }
}

TEST(BlockPattern, RowsAscendFromTheDiagonalAndBlocksAreFound) {
    RandomWorld world(3);
    const BlockPattern pattern(world.model());
    for (int i = 0; i < pattern.node_count(); ++i) {
        EXPECT_EQ(pattern.column(pattern.diagonal(i)), i);
        for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k) {
            EXPECT_TRUE(k == pattern.row_begin(i) || pattern.column(k) > pattern.column(k - 1));
            EXPECT_EQ(pattern.find(i, pattern.column(k)), k);
        }
    }
}

TEST(BlockPattern, EnergiesOfOnePointCoupleNothing) {
    ModelBuilder builder;
    std::vector<int> points;
    for (int i = 0; i < 5; ++i) {
        const NodeWeight row{builder.add_node(Vec3::zero(), Vec3::zero(), 1.0), 1.0};
        points.push_back(builder.add_point(Vec3::zero(), {&row, 1}));
    }
    builder.add_term(std::make_shared<Elements<Drag>>(points, std::vector<Drag::Element>(5, {1.0})));
    const Model model = builder.finish();
    EXPECT_EQ(BlockPattern(model).block_count(), 5);
}

TEST(BlockPattern, AWorldWithoutNodesHasAnEmptyPattern) {
    const BlockPattern pattern{Model{}};
    EXPECT_EQ(pattern.node_count(), 0);
    EXPECT_EQ(pattern.block_count(), 0);
    Nodes y;
    multiply({std::make_shared<BlockPattern>(pattern), {}}, {}, y);
    EXPECT_TRUE(y.empty());
}

TEST(BlockMatrix, MultipliesLikeADenseMatrix) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        RandomWorld world(seed);
        const BlockMatrix m = random_matrix(world.model(), world);
        const Nodes x = world.directions();
        Nodes y{{1, 2, 3}};  // what was there does not matter
        multiply(m, x, y);
        const Eigen::VectorXd expected = dense(m) * dense(x);
        EXPECT_LT((dense(y) - expected).norm(), 1e-14 * expected.norm());
    }
}

}  // namespace
}  // namespace talweg::block_matrix_test
