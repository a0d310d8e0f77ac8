/// The order of Cuthill and McKee: nodes level by level from the rim of the mesh, each level's by the earliest
/// neighbour in the level before, those with few neighbours first. `order[k]` is the node at place k.
///
/// Cuthill and McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969; the start is sought as George and
/// Liu do (ACM TOMS 5, 1979). In this order incomplete factorisations come closest to complete ones (Duff and Meurant,
/// "The effect of ordering on preconditioned conjugate gradients", BIT 29, 1989), and few rows wait for the one just
/// before.
#pragma once
#include "talweg/geometry/graph.hpp"

namespace talweg {

std::vector<int> cuthill_mckee(const Graph& graph);

}  // namespace talweg
