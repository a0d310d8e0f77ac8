#include "talweg/scene/build/point_selector.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

std::string coordinates(const Vec3& x) { return fmt::format("[{:g}, {:g}, {:g}]", x[0], x[1], x[2]); }

}  // namespace

PointSelector::PointSelector(const std::vector<Vec3>& points,
                             const std::map<std::string, std::vector<int>>& shape_groups,
                             const std::map<std::string, Selection>& scene_groups)
    : points_(points),
      shape_groups_(shape_groups),
      scene_groups_(scene_groups),
      slack_(1e-9 * bounding_box(points).diagonal()) {
    for (const auto& [name, selection] : scene_groups)
        if (shape_groups.contains(name))
            throw Error(located(selection.where, subject(selection.where) + " has the name of a group that the shape "
                                                                            "already has; choose another"));
}

std::vector<int> PointSelector::select(const Selection& selection) const {
    const Chosen mask = chosen(selection);
    std::vector<int> indices;
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (mask[i]) indices.push_back(static_cast<int>(i));
    if (!indices.empty()) return indices;
    const Box box = bounding_box(points_);
    throw Error(
        located(selection.where, fmt::format("{} selects no point; the body lies between {} and {}",
                                             subject(selection.where), coordinates(box.min), coordinates(box.max))));
}

PointSelector::Chosen PointSelector::chosen(const Selection& selection) const {
    return std::visit([&](const auto& kind) { return by(kind, selection.where); }, selection.kind);
}

template <class Predicate>
PointSelector::Chosen PointSelector::where_point(const Predicate& holds) const {
    Chosen mask(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) mask[i] = holds(points_[i]);
    return mask;
}

PointSelector::Chosen PointSelector::by(const Selection::Box& box, const Where&) const {
    return where_point([&](const Vec3& x) {
        for (int a = 0; a < 3; ++a)
            if (x[a] < box.min[a] - slack_ || x[a] > box.max[a] + slack_) return false;
        return true;
    });
}

PointSelector::Chosen PointSelector::by(const Selection::Sphere& sphere, const Where&) const {
    return where_point([&](const Vec3& x) { return norm(x - sphere.center) <= sphere.radius + slack_; });
}

PointSelector::Chosen PointSelector::by(const Selection::Plane& plane, const Where&) const {
    const Vec3 unit = plane.normal / norm(plane.normal);
    return where_point([&](const Vec3& x) { return dot(x - plane.point, unit) >= -slack_; });
}

PointSelector::Chosen PointSelector::by(const Selection::Path& path, const Where&) const {
    return where_point([&](const Vec3& x) {
        double nearest = norm(x - path.points.front());
        for (std::size_t k = 0; k + 1 < path.points.size(); ++k) {
            const Vec3 from = path.points[k], along = path.points[k + 1] - from;
            const double square = norm_squared(along);
            const double part = square > 0.0 ? std::clamp(dot(x - from, along) / square, 0.0, 1.0) : 0.0;
            nearest = std::min(nearest, norm(x - from - part * along));
        }
        return nearest <= path.distance + slack_;
    });
}

PointSelector::Chosen PointSelector::by(const Selection::Group& group, const Where& where) const {
    if (const auto found = shape_groups_.find(group.of); found != shape_groups_.end()) {
        Chosen mask(points_.size());
        for (const int i : found->second) mask[i] = true;
        return mask;
    }
    if (const auto found = scene_groups_.find(group.of); found != scene_groups_.end()) {
        if (!being_chosen_.insert(group.of).second)
            throw Error(located(where, fmt::format("{} asks for the group {}, which is defined by itself",
                                                   subject(where), in_quotes(group.of))));
        const Chosen mask = chosen(found->second);
        being_chosen_.erase(group.of);
        return mask;
    }
    std::vector<std::string> known;
    for (const auto& [name, selection] : scene_groups_) known.push_back(name);
    for (const auto& [name, indices] : shape_groups_) known.push_back(name);
    throw Error(located(where, fmt::format("{} asks for a group {} that the body does not have{} Groups: {}",
                                           subject(where), in_quotes(group.of), did_you_mean(group.of, known),
                                           known.empty() ? "none" : listed(known))));
}

PointSelector::Chosen PointSelector::by(const Selection::Indices& indices, const Where& where) const {
    Chosen mask(points_.size());
    for (const int i : indices.of) {
        if (i < 0 || i >= static_cast<int>(points_.size()))
            throw Error(located(where, fmt::format("{} names point {}, but the body has {} points, numbered from 0",
                                                   subject(where), i, points_.size())));
        mask[i] = true;
    }
    return mask;
}

PointSelector::Chosen PointSelector::by(const Selection::All&, const Where&) const {
    return Chosen(points_.size(), true);
}

PointSelector::Chosen PointSelector::by(const Selection::Any& any, const Where&) const {
    Chosen mask(points_.size(), false);
    for (const Selection& part : any.of) {
        const Chosen other = chosen(part);
        for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = mask[i] || other[i];
    }
    return mask;
}

PointSelector::Chosen PointSelector::by(const Selection::Every& every, const Where&) const {
    Chosen mask(points_.size(), true);
    for (const Selection& part : every.of) {
        const Chosen other = chosen(part);
        for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = mask[i] && other[i];
    }
    return mask;
}

PointSelector::Chosen PointSelector::by(const Selection::Not& inverse, const Where&) const {
    Chosen mask = chosen(inverse.of.front());
    for (char& bit : mask) bit = !bit;
    return mask;
}

}  // namespace talweg
