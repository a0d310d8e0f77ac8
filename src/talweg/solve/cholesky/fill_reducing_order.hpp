/// Orders of elimination that make little fill. `order[k]` is the node at place k.
///
/// Minimum degree: Amestoy, Davis, Duff, "An approximate minimum degree ordering algorithm", SIAM J. Matrix Anal. 17,
/// 1996, as in Eigen. Dissection: Karypis and Kumar, METIS, SIAM J. Sci. Comput. 20, 1998; on large meshes it makes
/// less fill, and trees whose branches are alike, which run in parallel.
#pragma once
#include "talweg/solve/node_graph.hpp"

namespace talweg {

std::vector<int> minimum_degree_order(const NodeGraph& graph);
/// Empty where this build has no METIS.
std::vector<int> dissection_order(const NodeGraph& graph);

}  // namespace talweg
