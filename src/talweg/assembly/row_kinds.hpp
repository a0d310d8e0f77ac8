/// Points that follow the same nodes, as those of a rigid body do, are of one kind. Found once for a model.
#pragma once
#include <map>
#include <vector>

#include "talweg/model/point_map.hpp"

namespace talweg {

class RowKinds {
public:
    explicit RowKinds(const PointMap& map) {
        std::map<std::vector<int>, int> known;
        std::vector<int> nodes;
        for (int point = 0; point < map.point_count(); ++point) {
            nodes.clear();
            for (const NodeWeight& w : map.row(point)) nodes.push_back(w.node);
            if (!of_.empty() && of_.back() >= 0 && nodes_[of_.back()] == nodes) {
                of_.push_back(of_.back());
                continue;
            }
            of_.push_back(-1);
            if (nodes.empty()) continue;
            const auto [found, is_new] = known.try_emplace(nodes, static_cast<int>(nodes_.size()));
            if (is_new) nodes_.push_back(nodes);
            of_.back() = found->second;
        }
    }
    int of(int point) const { return of_[point]; }  // −1: it follows none
    const std::vector<int>& nodes(int kind) const { return nodes_[kind]; }

private:
    std::vector<int> of_;                  // by point
    std::vector<std::vector<int>> nodes_;  // by kind, in the order of rows
};

}  // namespace talweg
