#include "talweg/model/point_map.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

void PointMap::add_point(std::span<const NodeWeight> row) {
    weights_.insert(weights_.end(), row.begin(), row.end());
    offsets_.push_back(static_cast<int>(weights_.size()));
}

void follow(const PointMap& map, const Nodes& c, const Positions& b, Positions& x) {
    x.resize(map.point_count());
    parallel_pieces(map.point_count(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Vec3 sum = b[i];
            for (const auto& [node, weight] : map.row(i)) sum += weight * c[node];
            x[i] = sum;
        }
    });
}

void follow_move(const PointMap& map, const Nodes& p, Positions& dx) {
    dx.resize(map.point_count());
    parallel_pieces(map.point_count(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Vec3 sum = Vec3::zero();
            for (const auto& [node, weight] : map.row(i)) sum += weight * p[node];
            dx[i] = sum;
        }
    });
}

NodeFollowers::NodeFollowers(const PointMap& map, int node_count) : offsets_(node_count + 1, 0) {
    for (int i = 0; i < map.point_count(); ++i)
        for (const auto& w : map.row(i)) ++offsets_[w.node + 1];
    for (int j = 0; j < node_count; ++j) offsets_[j + 1] += offsets_[j];
    followers_.resize(offsets_[node_count]);
    std::vector<int> next(offsets_.begin(), offsets_.end() - 1);
    for (int i = 0; i < map.point_count(); ++i)
        for (const auto& w : map.row(i)) followers_[next[w.node]++] = {i, w.weight};
}

}  // namespace talweg
