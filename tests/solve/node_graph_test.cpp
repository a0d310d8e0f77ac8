#include "talweg/solve/node_graph.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>

#include "support/coupled_nodes.hpp"
#include "support/threads.hpp"

namespace talweg::node_graph_test {
namespace {

/// Nodes coupled to others near and far; `n` of several thousand are shared among several who count.
BlockPattern random_pattern(int n, unsigned seed) {
    std::mt19937 random(seed);
    std::set<std::array<int, 2>> pairs;
    for (int k = 0; k < 4 * n; ++k) {
        const int i = static_cast<int>(random() % n), far = static_cast<int>(random() % n);
        const int j = k % 2 ? far : (i + 1 + static_cast<int>(random() % 5)) % n;
        if (i != j) pairs.insert({std::min(i, j), std::max(i, j)});
    }
    return testing::pattern_of(n, {pairs.begin(), pairs.end()});
}

TEST(NodeGraph, HasEveryNeighbourOnceInOrderWithItsBlock) {
    for (const int n : {1, 7, 300, 5000, 20000}) {
        const BlockPattern pattern = random_pattern(n, 5);
        const NodeGraph graph(pattern);
        ASSERT_EQ(graph.node_count(), n);
        EXPECT_EQ(graph.neighbours.size(), 2 * std::size_t(pattern.block_count() - n));
        for (int i = 0; i < n; ++i)
            for (int e = graph.begins[i]; e < graph.begins[i + 1]; ++e) {
                const int j = graph.neighbours[e];
                ASSERT_TRUE(e == graph.begins[i] || graph.neighbours[e - 1] < j);
                ASSERT_EQ(graph.blocks[e], pattern.find(std::min(i, j), std::max(i, j)));
            }
    }
}

TEST(NodeGraph, IsTheSameForAnyNumberOfThreads) {
    const BlockPattern pattern = random_pattern(10000, 8);
    const auto made_by = [&](int threads) {
        return testing::with_threads(threads, [&] {
            const NodeGraph graph(pattern);
            return std::tuple(graph.begins, graph.neighbours, graph.blocks);
        });
    };
    EXPECT_EQ(made_by(1), made_by(3));
}

}  // namespace
}  // namespace talweg::node_graph_test
