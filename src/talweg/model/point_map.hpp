/// W of x = W c + b: how points follow nodes. Sparse, scalar weights, each multiplying a 3-vector.
///
/// A free vertex has one node with weight 1, a pinned point none, an affine body's point four: (1, X, Y, Z).
#pragma once
#include <span>

#include "talweg/model/positions.hpp"

namespace talweg {

struct NodeWeight {
    int node;
    double weight;
};

class PointMap {
public:
    int point_count() const { return static_cast<int>(offsets_.size()) - 1; }
    std::span<const NodeWeight> row(int point) const {
        return {weights_.data() + offsets_[point], weights_.data() + offsets_[point + 1]};
    }

    /// Appends the next point's row.
    void add_point(std::span<const NodeWeight> row);

    /// The one node that the point equals, or −1 if the point follows none or more than that.
    int single_node(int point) const {
        const auto r = row(point);
        return r.size() == 1 && r[0].weight == 1.0 ? r[0].node : -1;
    }

private:
    std::vector<int> offsets_{0};
    std::vector<NodeWeight> weights_;
};

/// x = W c + b
void follow(const PointMap& map, const Nodes& c, const Positions& b, Positions& x);
/// dx = W p: what a move of the nodes does to the points.
void follow_move(const PointMap& map, const Nodes& p, Positions& dx);

/// Wᵀ, by node: whose motion a node carries. Sums over it are in point order, so they are the same for any thread
/// count.
class NodeFollowers {
public:
    struct Follower {
        int point;
        double weight;
    };
    NodeFollowers() = default;
    NodeFollowers(const PointMap& map, int node_count);
    std::span<const Follower> of(int node) const {
        return {followers_.data() + offsets_[node], followers_.data() + offsets_[node + 1]};
    }

private:
    std::vector<int> offsets_;
    std::vector<Follower> followers_;
};

}  // namespace talweg
