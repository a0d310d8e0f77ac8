/// What a model was before its bodies were joined: every body with nodes of its own. Joints are kept by nodes that
/// bodies share or follow (elimination.hpp), so forces in them, and what each body has of mass and momentum, are found
/// here.
#pragma once
#include <string>

#include "talweg/model/elimination.hpp"
#include "talweg/model/joint_meter.hpp"
#include "talweg/model/mass_matrix.hpp"

namespace talweg {

/// A joint that is kept exactly, as relations between the bodies' own nodes.
struct Joint {
    std::string name;
    int body[2];    // −1: the world
    bool hold;      // a hold of the body: what it does counts as that
    int anchor[2];  // the first of its relations, and one behind the last
};

struct Linkage {
    PointMap map;                // W of the bodies' own nodes
    MassMatrix mass;             // of them
    std::vector<int> node_body;  // of them; −1 also of coordinates, which are no places
    std::vector<double> shares;  // of them: by how much each moves when everything is moved by 1
    PointMap nodes;              // how they follow the nodes of the model
    Nodes offset;                // likewise: own = nodes · c + offset
    std::vector<Joint> joints;
    std::vector<JointMeter> meters;       // of those that turn or shift
    std::vector<Relation> relations;      // between own nodes: first body's place less second's
    std::vector<std::uint8_t> redundant;  // by relation: it follows from others
    std::vector<std::uint8_t> anchored;   // by node of the model: joints or holds of places hold it

    /// The bodies' own nodes.
    Nodes own(const Nodes& c) const {
        Nodes all;
        follow(nodes, c, offset, all);
        return all;
    }
    Nodes own_move(const Nodes& p) const {
        Nodes all;
        follow_move(nodes, p, all);
        return all;
    }
};

/// Row by row, first ∘ second: what follows `first`'s nodes, which follow those of `second`.
PointMap composed(const PointMap& first, const PointMap& second);
/// Zᵀ M Z
MassMatrix composed(const MassMatrix& mass, const PointMap& nodes, int node_count);

}  // namespace talweg
