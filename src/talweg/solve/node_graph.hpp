/// Every node's neighbours in a pattern, on both sides of the diagonal, without the node itself.
#pragma once
#include "talweg/assembly/block_matrix.hpp"

namespace talweg {

struct NodeGraph {
    std::vector<int> begins, neighbours;

    explicit NodeGraph(const BlockPattern& p) : begins(p.node_count() + 1, 0) {
        const auto each_pair = [&](const auto& function) {
            for (int i = 0; i < p.node_count(); ++i)
                for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k) function(i, p.column(k));
        };
        each_pair([&](int i, int j) { ++begins[i + 1], ++begins[j + 1]; });
        for (int i = 0; i < p.node_count(); ++i) begins[i + 1] += begins[i];
        neighbours.resize(begins.back());
        std::vector<int> next(begins.begin(), begins.end() - 1);
        each_pair([&](int i, int j) { neighbours[next[i]++] = j, neighbours[next[j]++] = i; });
    }
    int node_count() const { return static_cast<int>(begins.size()) - 1; }
    int degree(int i) const { return begins[i + 1] - begins[i]; }
};

}  // namespace talweg
