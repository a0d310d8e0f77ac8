/// Rigid bodies, and which of them share nodes.
///
/// A rigid body moves with its first four points (three in planar models), its carriers: it is as rigid as the edges
/// between these are long. Bodies that hang together by a common node make one island, a body alone makes its own.
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

struct RigidIsland {
    /// x_b − x_a of two carriers as Σ weight · node, by index into `nodes`, and a part that follows none.
    struct Edge {
        std::vector<NodeWeight> row;
        int a, b;               // points
        double length_squared;  // at rest, m²
    };
    int bodies = 0;
    std::vector<int> nodes;  // ascending
    std::vector<Edge> edges;
    std::vector<MassMatrix::Coupling> couplings;  // of its nodes, by index into `nodes`
};

/// Those of which something is free to move.
std::vector<RigidIsland> rigid_islands(const Model& model);

}  // namespace talweg
