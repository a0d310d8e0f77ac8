#include "talweg/solve/elimination_stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "support/coupled_nodes.hpp"
#include "support/heavy_solid.hpp"
#include "talweg/geometry/cuthill_mckee.hpp"

namespace talweg::elimination_stages_test {
namespace {

NodeGraph graph_of(int nodes, const std::vector<std::array<int, 2>>& pairs) {
    return NodeGraph(testing::pattern_of(nodes, pairs));
}

/// Every node once, ranges one after the other, and no coupling between two ranges of a stage.
void expect_sound(const EliminationStages& made, const NodeGraph& graph) {
    std::vector<int> sorted = made.order, range_of(graph.node_count(), -1), stage_of(graph.node_count(), -1);
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < graph.node_count(); ++i) ASSERT_EQ(sorted[i], i);
    int end = 0, range = 0;
    for (int stage = 0; stage < static_cast<int>(made.stages.size()); ++stage)
        for (const EliminationStages::Range& r : made.stages[stage]) {
            ASSERT_EQ(r.begin, end);
            end = r.end;
            for (int k = r.begin; k < r.end; ++k) {
                range_of[made.order[k]] = range;
                stage_of[made.order[k]] = stage;
            }
            ++range;
        }
    ASSERT_EQ(end, graph.node_count());
    for (int i = 0; i < graph.node_count(); ++i)
        for (int e = graph.begins[i]; e < graph.begins[i + 1]; ++e)
            if (const int j = graph.neighbours[e]; stage_of[i] == stage_of[j]) {
                ASSERT_EQ(range_of[i], range_of[j]) << i << " and " << j;
            }
}

int longest_chain(const EliminationStages& made) {
    int sum = 0;
    for (const auto& stage : made.stages) {
        int longest = 0;
        for (const EliminationStages::Range& r : stage) longest = std::max(longest, r.end - r.begin);
        sum += longest;
    }
    return sum;
}

TEST(EliminationStages, OfASolidAreAFewPartsLong) {
    for (const int cells : {4, 11}) {
        const testing::World world = testing::heavy_beam(cells);
        const NodeGraph graph{BlockPattern(world.model)};
        const std::vector<int> given = cuthill_mckee(graph);
        for (const int part : {20, 100, 512}) {
            const EliminationStages made(graph, given, part);
            expect_sound(made, graph);
            if (graph.node_count() > 20 * part && part >= 100) {
                EXPECT_LE(longest_chain(made), 6 * part) << graph.node_count() << " nodes";
            }
        }
        EXPECT_EQ(EliminationStages(graph, given, graph.node_count()).order, given)
            << "small systems as they are given";
    }
}

/// Couplings that reach everywhere: nothing can be side by side, and nothing is lost.
TEST(EliminationStages, EndWhereEverythingIsCoupledToEverything) {
    std::vector<std::array<int, 2>> pairs;
    for (int i = 0; i < 60; ++i)
        for (int j = 0; j < i; ++j) pairs.push_back({j, i});
    const NodeGraph graph = graph_of(60, pairs);
    const EliminationStages made(graph, cuthill_mckee(graph), 5);
    expect_sound(made, graph);
    EXPECT_EQ(made.stages.size(), 1u);
}

TEST(EliminationStages, OfLooseNodesAndRandomCouplingsAreSound) {
    expect_sound(EliminationStages(graph_of(0, {}), {}, 4), graph_of(0, {}));
    std::mt19937 random(7);
    for (const int couplings : {0, 30, 150, 600}) {
        std::vector<std::array<int, 2>> pairs;
        for (int k = 0; k < couplings; ++k) {
            const int i = static_cast<int>(random() % 200), j = static_cast<int>(random() % 200);
            if (i != j) pairs.push_back({std::min(i, j), std::max(i, j)});
        }
        const NodeGraph graph = graph_of(200, pairs);
        std::vector<int> given(200);
        std::iota(given.begin(), given.end(), 0);
        expect_sound(EliminationStages(graph, given, 7), graph);
    }
}

}  // namespace
}  // namespace talweg::elimination_stages_test
