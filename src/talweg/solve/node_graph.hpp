/// Every node's neighbours in a pattern, on both sides of the diagonal and ascending, without the node itself.
#pragma once
#include "talweg/assembly/block_matrix.hpp"
#include "talweg/geometry/graph.hpp"

namespace talweg {

struct NodeGraph : Graph {
    std::vector<int> blocks;  // of the pattern, that join them: in the row of the smaller of both

    explicit NodeGraph(const BlockPattern& pattern);
};

}  // namespace talweg
