#include "talweg/solve/cholesky/elimination_tree.hpp"

#include <gtest/gtest.h>

#include <random>

namespace talweg::elimination_tree_test {
namespace {

/// A random symmetric pattern, and what eliminating it by the book fills in.
struct Filled {
    int n;
    std::vector<std::pair<int, int>> pairs;
    std::vector<std::vector<bool>> below;  // [column][row]

    Filled(int count, int neighbours, unsigned seed) : n(count), below(count, std::vector<bool>(count, false)) {
        std::mt19937 random(seed);
        for (int i = 1; i < n; ++i)
            for (int k = 0; k < neighbours; ++k) {
                const int j = static_cast<int>(random() % i);
                if (!below[j][i]) pairs.push_back({i, j});
                below[j][i] = true;
            }
        for (int j = 0; j < n; ++j)
            for (int a = j + 1; a < n; ++a)
                for (int b = a + 1; b < n; ++b)
                    if (below[j][a] && below[j][b]) below[a][b] = true;
    }
    LowerPattern pattern() const {
        return {n, [&](const auto& function) {
                    for (const auto& [row, column] : pairs) function(row, column);
                }};
    }
    int parent(int j) const {
        for (int i = j + 1; i < n; ++i)
            if (below[j][i]) return i;
        return -1;
    }
};

TEST(EliminationTree, AParentIsTheFirstRowBelow) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Filled filled(40, 1 + seed % 3, seed);
        const std::vector<int> parent = elimination_tree(filled.pattern());
        for (int j = 0; j < filled.n; ++j) EXPECT_EQ(parent[j], filled.parent(j)) << seed;
    }
}

TEST(EliminationTree, PostorderKeepsEverySubtreeTogetherItsRootLast) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Filled filled(60, 1, seed);
        const std::vector<int> parent = elimination_tree(filled.pattern()), order = postorder(parent);
        ASSERT_EQ(order.size(), parent.size());
        std::vector<int> place(filled.n), size(filled.n, 1), first(filled.n);
        for (int k = 0; k < filled.n; ++k) place[order[k]] = first[order[k]] = k;
        for (const int j : order) {
            EXPECT_EQ(place[j] - first[j] + 1, size[j]) << "what is below it stands before it, and nothing else";
            if (parent[j] < 0) continue;
            EXPECT_GT(place[parent[j]], place[j]);
            size[parent[j]] += size[j];
            first[parent[j]] = std::min(first[parent[j]], first[j]);
        }
    }
}

TEST(EliminationTree, CountsAreThoseOfTheFilledColumns) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Filled filled(50, 2, seed);
        // Numbered in postorder, which leaves the fill as it is.
        const std::vector<int> order = postorder(elimination_tree(filled.pattern()));
        std::vector<int> place(filled.n);
        for (int k = 0; k < filled.n; ++k) place[order[k]] = k;
        const LowerPattern pattern(filled.n, [&](const auto& function) {
            for (const auto& [i, j] : filled.pairs)
                function(std::max(place[i], place[j]), std::min(place[i], place[j]));
        });
        std::vector<int> weight(filled.n);
        for (int k = 0; k < filled.n; ++k) weight[k] = 1 + k % 3;
        const std::vector<int> counts = column_counts(pattern, elimination_tree(pattern), weight);
        for (int j = 0; j < filled.n; ++j) {
            int expected = weight[place[j]];
            for (int i = 0; i < filled.n; ++i)
                if (filled.below[j][i]) expected += weight[place[i]];
            EXPECT_EQ(counts[place[j]], expected) << seed;
        }
    }
}

}  // namespace
}  // namespace talweg::elimination_tree_test
