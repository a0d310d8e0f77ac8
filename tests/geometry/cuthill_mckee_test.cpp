#include "talweg/geometry/cuthill_mckee.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/coupled_nodes.hpp"
#include "support/heavy_solid.hpp"
#include "talweg/solve/node_graph.hpp"

namespace talweg::cuthill_mckee_test {
namespace {

using testing::pattern_of;

/// The largest distance in the order of two nodes that are coupled.
int bandwidth(const BlockPattern& pattern, const std::vector<int>& order) {
    std::vector<int> place(order.size());
    for (int k = 0; k < static_cast<int>(order.size()); ++k) place[order[k]] = k;
    int widest = 0;
    for (int i = 0; i < pattern.node_count(); ++i)
        for (int k = pattern.diagonal(i); k < pattern.row_end(i); ++k)
            widest = std::max(widest, std::abs(place[i] - place[pattern.column(k)]));
    return widest;
}

TEST(CuthillMckee, FollowsAChainFromEndToEnd) {
    const BlockPattern chain = pattern_of(5, {{0, 3}, {0, 4}, {1, 4}, {1, 2}});  // 3 - 0 - 4 - 1 - 2
    EXPECT_EQ(bandwidth(chain, cuthill_mckee(NodeGraph(chain))), 1);
}

TEST(CuthillMckee, TakesPartsOneAfterTheOther) {
    const BlockPattern parts = pattern_of(6, {{0, 2}, {1, 4}});
    const std::vector<int> order = cuthill_mckee(NodeGraph(parts));
    EXPECT_EQ(bandwidth(parts, order), 1);
    EXPECT_THAT(order, ::testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_TRUE(cuthill_mckee(NodeGraph(pattern_of(0, {}))).empty());
}

TEST(CuthillMckee, OrdersABeamByItsSections) {
    const testing::World world = testing::heavy_beam(3);  // 4 × 4 points in a section
    const BlockPattern pattern(world.model);
    std::vector<int> order = cuthill_mckee(NodeGraph(pattern));
    EXPECT_LE(bandwidth(pattern, order), 40);
    std::sort(order.begin(), order.end());
    for (int i = 0; i < pattern.node_count(); ++i) ASSERT_EQ(order[i], i) << "every node once";
}

}  // namespace
}  // namespace talweg::cuthill_mckee_test
