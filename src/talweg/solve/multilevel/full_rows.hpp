/// Every row of a symmetric block pattern in full: blocks on both sides of the diagonal, in the order of their columns.
#pragma once
#include "talweg/math/parallel.hpp"
#include "talweg/solve/node_graph.hpp"

namespace talweg {

struct FullRows {
    struct Entry {
        int column, block;
        bool transposed;  // only the mirror image is stored
    };
    std::vector<int> begins;
    std::vector<Entry> entries;

    explicit FullRows(const BlockPattern& p) : begins(p.node_count() + 1) {
        const NodeGraph graph(p);
        const int n = p.node_count();
        entries.resize(graph.neighbours.size() + n);
        begins[n] = static_cast<int>(entries.size());
        parallel_nodes(n, [&](int i) {
            Entry* next = entries.data() + (begins[i] = graph.begins[i] + i);
            int e = graph.begins[i];
            for (; e < graph.begins[i + 1] && graph.neighbours[e] < i; ++e)
                *next++ = {graph.neighbours[e], graph.blocks[e], true};
            *next++ = {i, p.diagonal(i), false};
            for (; e < graph.begins[i + 1]; ++e) *next++ = {graph.neighbours[e], graph.blocks[e], false};
        });
    }
    std::span<const Entry> row(int i) const {
        return {entries.data() + begins[i], static_cast<std::size_t>(begins[i + 1] - begins[i])};
    }
};

}  // namespace talweg
