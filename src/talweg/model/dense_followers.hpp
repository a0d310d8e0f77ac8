/// Points whose rows of W are long and over the same nodes, as those of reduced bodies: their weights eight points at a
/// time, as products read them. Each sum has the order of its row, so no bit differs.
#pragma once
#include "talweg/model/point_map.hpp"

namespace talweg {

class DenseFollowers {
public:
    /// Takes the point in, if its row is long and over the nodes that the others follow; else false.
    bool add(const PointMap& map, int point);
    /// To be called when all are in.
    void finish(const PointMap& map);
    bool empty() const { return points_.empty(); }

    /// into_i = start_i + Σ w_ij of_j for these points; no start: zero.
    void follow(const Nodes& of, const Positions* start, Positions& into) const;

private:
    static constexpr int at_once = 8;
    int first_ = 0, last_ = -1;  // nodes
    std::vector<int> points_;
    std::vector<double> weights_;  // by eight points, nodes, points
};

}  // namespace talweg
