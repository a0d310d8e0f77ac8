#include "talweg/model/live_points.hpp"

namespace talweg {

void LivePoints::Stretches::add(int point) {
    const bool full = taken == 0 || taken == parallel_grain;
    if (full) pieces.push_back(static_cast<int>(ranges.size()));
    if (full || ranges.back().end != point) ranges.push_back({point, point});
    ranges.back().end = point + 1;
    taken = full ? 1 : taken + 1;
}

LivePoints::LivePoints(const Model& model) : model_(model) {
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
            single_.add(i);
    }
    for (DenseFollowers& dense : dense_) dense.finish(model.map);
}

void LivePoints::follow_dense(const Nodes& of, const Positions* start, Positions& into) const {
    parallel_each(0, static_cast<int>(dense_.size()), [&](int k) { dense_[k].follow(of, start, into); });
}

void LivePoints::follow(const Nodes& c, const Positions& b, Positions& x) const {
    if (const std::size_t count = b.size(); x.size() != count) {
        if (all_)
            x.resize(count);
        else
            x = b;
    }
    single_.each([&](int, int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Vec3 sum = b[i];
            for (const auto& [node, weight] : model_.map.row(i)) sum += weight * c[node];
            x[i] = sum;
        }
    });
    follow_dense(c, &b, x);
}

void LivePoints::follow_move(const Nodes& p, Positions& dx) const {
    dx.resize(model_.point_count());  // new ones do not move
    single_.each([&](int, int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Vec3 sum = Vec3::zero();
            for (const auto& [node, weight] : model_.map.row(i)) sum += weight * p[node];
            dx[i] = sum;
        }
    });
    follow_dense(p, nullptr, dx);
}

void LivePoints::clear(Positions& f) const {
    f.resize(model_.point_count());
    each([&](int begin, int end) { std::fill(f.begin() + begin, f.begin() + end, Vec3::zero()); });
}

}  // namespace talweg
