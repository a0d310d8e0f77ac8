/// An order of elimination in stages: the ranges of a stage share no coupling and are gone through side by side.
///
/// Nodes are cut into parts of about equal size. Whoever is coupled to an earlier part stands on a border; what is left
/// of the parts is the first stage. The borders are a graph of their own, thinner by a dimension, and are cut in the
/// same way, until one part is left. Without fill an unknown waits for its neighbours only, so the longest chain is as
/// many parts long as there are stages: three or four, whatever the size of the mesh. Nodes of a range keep the order
/// that was given.
#pragma once
#include "talweg/solve/node_graph.hpp"

namespace talweg {

struct EliminationStages {
    struct Range {
        int begin, end;  // places in the order
    };
    std::vector<int> order;  // the node at each place
    std::vector<std::vector<Range>> stages;

    EliminationStages(const NodeGraph& graph, const std::vector<int>& given, int part_size);
};

}  // namespace talweg
