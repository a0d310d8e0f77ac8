/// Which points of a body a selection means.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"
#include "talweg/scene/spec/selection.hpp"

namespace talweg {

/// The points of a body and the names for parts of them: those of its shape, and those that its scene adds.
class PointSelector {
public:
    /// All three must outlive the selector. `points` are rest points as placed; borders of boxes, spheres and planes
    /// are taken wide by 1e-9 of the body's size, so that rounding does not decide about points that lie on them.
    PointSelector(const std::vector<Vec3>& points, const std::map<std::string, std::vector<int>>& shape_groups,
                  const std::map<std::string, Selection>& scene_groups);

    /// Ascending indices without repetition, at least one. Throws Error that names the line of the selection.
    std::vector<int> select(const Selection& selection) const;

private:
    using Chosen = std::vector<char>;  // per point
    Chosen chosen(const Selection& selection) const;
    Chosen by(const Selection::Box& box, const Where&) const;
    Chosen by(const Selection::Sphere& sphere, const Where&) const;
    Chosen by(const Selection::Plane& plane, const Where&) const;
    Chosen by(const Selection::Path& path, const Where&) const;
    Chosen by(const Selection::Group& group, const Where& where) const;
    Chosen by(const Selection::Indices& indices, const Where& where) const;
    Chosen by(const Selection::All&, const Where&) const;
    Chosen by(const Selection::Any& any, const Where&) const;
    Chosen by(const Selection::Every& every, const Where&) const;
    Chosen by(const Selection::Not& inverse, const Where&) const;
    template <class Predicate>
    Chosen where_point(const Predicate& holds) const;

    const std::vector<Vec3>& points_;
    const std::map<std::string, std::vector<int>>& shape_groups_;
    const std::map<std::string, Selection>& scene_groups_;
    double slack_;                                // m
    mutable std::set<std::string> being_chosen_;  // scene groups on the way, to notice groups that name each other
};

}  // namespace talweg
