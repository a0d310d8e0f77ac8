/// Every node's neighbours in a pattern, on both sides of the diagonal and ascending, without the node itself.
#pragma once
#include "talweg/assembly/block_matrix.hpp"

namespace talweg {

struct NodeGraph {
    std::vector<int> begins, neighbours;
    std::vector<int> blocks;  // of the pattern, that join them: in the row of the smaller of both

    explicit NodeGraph(const BlockPattern& pattern);
    int node_count() const { return static_cast<int>(begins.size()) - 1; }
    int degree(int i) const { return begins[i + 1] - begins[i]; }
};

}  // namespace talweg
