#include "talweg/model/live_points.hpp"

namespace talweg {

void LivePoints::Stretches::add(int point, int is_node) {
    const bool full = taken == 0 || taken == parallel_grain;
    if (full) pieces.push_back(static_cast<int>(ranges.size()));
    const auto goes_on = [&] {
        const int in_turn = node.back() < 0 ? -1 : node.back() + ranges.back().end - ranges.back().begin;
        return ranges.back().end == point && is_node == in_turn;
    };
    if (full || !goes_on()) {
        ranges.push_back({point, point});
        node.push_back(is_node);
    }
    ranges.back().end = point + 1;
    taken = full ? 1 : taken + 1;
}

LivePoints::LivePoints(const Model& model) : model_(model) {
    // Single ones among others are read from the map as these are.
    const auto node_in_turn = [&](int i) {
        const int node = model.map.single_node(i);
        const auto is_beside = [&](int other) {
            return 0 <= i + other && i + other < model.point_count() &&
                   model.map.single_node(i + other) == node + other;
        };
        return node >= 0 && (is_beside(-1) || is_beside(1)) ? node : -1;
    };
    for (int i = 0; i < model.point_count(); ++i) {
        if (model.shown && model.map.row(i).empty() && !model.shown->row(i).empty()) {
            all_ = false;
            continue;
        }
        live_.add(i);
        if (!dense_.empty() && dense_.back().add(model.map, i)) continue;
        if (DenseFollowers next; next.add(model.map, i))
            dense_.push_back(std::move(next));
        else
            single_.add(i, node_in_turn(i));
    }
    for (DenseFollowers& dense : dense_) dense.finish(model.map);
}

void LivePoints::follow_dense(const Nodes& of, const Positions* start, Positions& into) const {
    parallel_each(0, static_cast<int>(dense_.size()), [&](int k) { dense_[k].follow(of, start, into); });
}

template <class Start>
void LivePoints::follow_single(const Nodes& of, const Start& start, Positions& into) const {
    single_.each_range([&](int, int r) {
        const auto [begin, end] = single_.ranges[r];
        if (const int first = single_.node[r]; first >= 0) {
            for (int i = begin; i < end; ++i) into[i] = start(i) + of[first + i - begin];
            return;
        }
        for (int i = begin; i < end; ++i) {
            Vec3 sum = start(i);
            for (const auto& [node, weight] : model_.map.row(i)) sum += weight * of[node];
            into[i] = sum;
        }
    });
}

void LivePoints::follow(const Nodes& c, const Positions& b, Positions& x) const {
    if (const std::size_t count = b.size(); x.size() != count) {
        if (all_)
            x.resize(count);
        else
            x = b;
    }
    follow_single(
        c, [&](int i) -> const Vec3& { return b[i]; }, x);
    follow_dense(c, &b, x);
}

void LivePoints::follow_move(const Nodes& p, Positions& dx) const {
    dx.resize(model_.point_count());  // new ones do not move
    follow_single(
        p, [](int) { return Vec3::zero(); }, dx);
    follow_dense(p, nullptr, dx);
}

void LivePoints::clear(Positions& f) const {
    f.resize(model_.point_count());
    each([&](int begin, int end) { std::fill(f.begin() + begin, f.begin() + end, Vec3::zero()); });
}

}  // namespace talweg
