#include "talweg/model/dense_followers.hpp"

#include <algorithm>

#include "talweg/math/dense_tile.hpp"

namespace talweg {

namespace {

constexpr int long_row = 16;
constexpr double filled = 0.75;  // of the nodes in between: gaps are filled with zeros, which change no sum
constexpr std::size_t most_points = 4096;

}  // namespace

bool DenseFollowers::add(const PointMap& map, int point) {
    const auto row = map.row(point);
    const auto before = [](const NodeWeight& a, const NodeWeight& b) { return a.node >= b.node; };
    if (static_cast<int>(row.size()) < long_row || points_.size() == most_points ||
        std::adjacent_find(row.begin(), row.end(), before) != row.end())
        return false;
    const int first = points_.empty() ? row.front().node : std::min(first_, row.front().node);
    const int last = points_.empty() ? row.back().node : std::max(last_, row.back().node);
    if (static_cast<double>(row.size()) < filled * (last - first + 1)) return false;
    if (!points_.empty() && static_cast<double>(map.row(points_[0]).size()) < filled * (last - first + 1)) return false;
    first_ = first;
    last_ = last;
    points_.push_back(point);
    return true;
}

void DenseFollowers::finish(const PointMap& map) {
    const std::size_t nodes = static_cast<std::size_t>(last_ - first_ + 1);
    const std::size_t eights = (points_.size() + at_once - 1) / at_once;
    weights_.assign(eights * nodes * at_once, 0.0);
    for (std::size_t k = 0; k < points_.size(); ++k)
        for (const auto& [node, weight] : map.row(points_[k]))
            weights_[(k / at_once * nodes + static_cast<std::size_t>(node - first_)) * at_once + k % at_once] = weight;
}

void DenseFollowers::follow(const Nodes& of, const Positions* start, Positions& into) const {
    const double* w = weights_.data();
    for (std::size_t begin = 0; begin < points_.size(); begin += at_once) {
        const int count = static_cast<int>(std::min<std::size_t>(at_once, points_.size() - begin));
        double sums[3][at_once] = {};
        for (int k = 0; start && k < count; ++k)
            for (int a = 0; a < 3; ++a) sums[a][k] = (*start)[points_[begin + k]][a];
        Pack low[3], high[3];
        for (int a = 0; a < 3; ++a) {
            low[a] = dense::get(sums[a]);
            high[a] = dense::get(sums[a] + 4);
        }
        for (int node = first_; node <= last_; ++node, w += at_once) {
            const Pack w_low = dense::get(w), w_high = dense::get(w + 4);
            for (int a = 0; a < 3; ++a) {
                const Pack factor = of[node][a];
                low[a] += w_low * factor;
                high[a] += w_high * factor;
            }
        }
        for (int a = 0; a < 3; ++a) {
            dense::put(sums[a], low[a]);
            dense::put(sums[a] + 4, high[a]);
        }
        for (int k = 0; k < count; ++k) into[points_[begin + k]] = {sums[0][k], sums[1][k], sums[2][k]};
    }
}

}  // namespace talweg
