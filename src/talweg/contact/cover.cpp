#include "talweg/contact/cover.hpp"

#include <algorithm>

#include "talweg/geometry/tree/overlaps.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

using Moves = std::pair<Vec3, Vec3>;  // of a part, at the start and at the end

bool within(const Box& box, const Vec3& p, double slack) {
    for (int a = 0; a < 3; ++a)
        if (!(box.min[a] + slack <= p[a] && p[a] <= box.max[a] - slack)) return false;
    return true;
}

void enlarge(Box& box, double by) {
    for (int a = 0; a < 3; ++a) {
        box.min[a] -= by;
        box.max[a] += by;
    }
}

}  // namespace

Cover::Cover(const ContactWorld& world) : world_(world), points_(world.surface.points) {
    const ContactSurface& s = world.surface;
    for (const int p : points_) part_.push_back(s.part[p]);
    for (const ContactPlane& plane : s.planes) {
        points_.push_back(plane.origin);
        part_.push_back(plane.part);
    }
    const int parts = part_.empty() ? 0 : 1 + *std::max_element(part_.begin(), part_.end());
    first_.assign(parts, -1);
    for (std::size_t k = points_.size(); k-- > 0;) first_[part_[k]] = points_[k];
    radius_.assign(parts, 0.0);
    for (std::size_t k = 0; k < s.points.size(); ++k)
        radius_[part_[k]] = std::max(radius_[part_[k]], s.radius[points_[k]]);
}

void Cover::set(const Positions& x, const Positions& dx, double margin) {
    boxes_.resize(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k) {
        const int p = points_[k];
        Box box;
        box.include(x[p]);
        box.include(x[p] + dx[p]);
        enlarge(box, margin);
        boxes_[k] = box;
    }
    around_.assign(first_.size(), {});
    for (std::size_t k = 0; k < world_.surface.points.size(); ++k) around_[part_[k]].include(boxes_[k]);
    start_.assign(first_.size(), Vec3::zero());
    for (std::size_t part = 0; part < first_.size(); ++part)
        if (first_[part] >= 0) start_[part] = x[first_[part]];
}

template <class Moved>
bool Cover::hold_all(const Positions& x, const Positions* dx, double slack, const Moved& moved) const {
    return 0.0 == parallel_max(static_cast<int>(boxes_.size()), [&](int begin, int end) {
               for (int k = begin; k < end; ++k) {
                   const int p = points_[k];
                   const auto& [at_start, at_end] = moved(part_[k]);
                   if (!within(boxes_[k], x[p] - at_start, slack)) return 1.0;
                   if (dx && !within(boxes_[k], x[p] + (*dx)[p] - at_end, slack)) return 1.0;
               }
               return 0.0;
           });
}

/// Over the move; empty where a part is a plane, or nothing.
std::vector<Box> Cover::boxes_of_parts(const Positions& x, const Positions* dx) const {
    std::vector<Box> boxes(first_.size());
    for (std::size_t k = 0; k < world_.surface.points.size(); ++k) {
        const int p = points_[k], part = part_[k];
        boxes[part].include(x[p]);
        if (dx) boxes[part].include(x[p] + (*dx)[p]);
    }
    return boxes;
}

/// By part: 1 where its box over the move comes near that of another one, or a plane.
std::vector<std::uint8_t> Cover::near_others(std::vector<Box> boxes, const Positions& x, const Positions* dx) const {
    const ContactSurface& s = world_.surface;
    std::vector<std::uint8_t> near(first_.size(), 0);
    std::vector<int> parts;
    std::vector<Box> shown;
    for (std::size_t part = 0; part < boxes.size(); ++part) {
        if (boxes[part].empty()) continue;
        enlarge(boxes[part], radius_[part] + world_.rules.d_hat);
        parts.push_back(static_cast<int>(part));
        shown.push_back(boxes[part]);
    }
    BoundingTree tree;
    tree.build(shown);
    struct Pair {
        int first, second;
    };
    for (const Pair& pair : collect_overlaps<Pair>(tree, [&](int i, int j, std::vector<Pair>&out) {
             if (world_.rules.may_touch(parts[i], parts[j])) out.push_back({parts[i], parts[j]});
         }))
        near[pair.first] = near[pair.second] = 1;
    for (const ContactPlane& plane : s.planes)
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const Vec3 half = 0.5 * shown[k].size();
            double height = dot(plane.normal, shown[k].center() - x[plane.origin]);
            if (dx) height -= std::max(0.0, dot(plane.normal, (*dx)[plane.origin]));
            for (int a = 0; a < 3; ++a) height -= std::fabs(plane.normal[a]) * half[a];
            if (height <= 0.0 && world_.rules.may_touch(parts[k], plane.part)) near[parts[k]] = near[plane.part] = 1;
        }
    return near;
}

bool Cover::holds(const Positions& x, const Positions* dx) const {
    if (boxes_.empty()) return false;
    const Moves none{Vec3::zero(), Vec3::zero()};
    return hold_all(x, dx, 0.0, [&](int) -> const Moves& { return none; }) || holds_flying(x, dx);
}

/// What moves as a whole takes its boxes along.
bool Cover::holds_flying(const Positions& x, const Positions* dx) const {
    const Moves none{Vec3::zero(), Vec3::zero()};
    std::vector<Moves> moves(first_.size(), none);
    for (std::size_t part = 0; part < first_.size(); ++part)
        if (const int p = first_[part]; p >= 0)
            moves[part] = {x[p] - start_[part], (dx ? x[p] + (*dx)[p] : x[p]) - start_[part]};
    // What flies as a whole, if nothing is near it. The slack is for the rounding of places far from the origin.
    const double slack = 0.01 * world_.rules.d_hat;
    const auto moved = [&](int part) -> const Moves& { return moves[part]; };
    if (!hold_all(x, dx, slack, moved)) return false;
    // First roughly, by boxes around those that all points are in.
    const auto any = [](const std::vector<std::uint8_t>& near) {
        return std::find(near.begin(), near.end(), 1) != near.end();
    };
    std::vector<Box> around(first_.size());
    for (std::size_t part = 0; part < first_.size(); ++part) {
        if (around_[part].empty()) continue;
        for (const Vec3& move : {moves[part].first, moves[part].second}) {
            around[part].include(around_[part].min + move);
            around[part].include(around_[part].max + move);
        }
    }
    if (!any(near_others(std::move(around), x, dx))) return true;
    const std::vector<std::uint8_t> near = near_others(boxes_of_parts(x, dx), x, dx);
    if (!any(near)) return true;
    for (std::size_t part = 0; part < near.size(); ++part)
        if (near[part]) moves[part] = none;
    return hold_all(x, dx, slack, moved);
}

}  // namespace talweg
