#include "talweg/scene/build/constraint_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "talweg/scene/build/rig_builder.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/refuse.hpp"
#include "talweg/solve/constraint_rows.hpp"

namespace talweg {

namespace {

Vec3 unit(int axis) {
    Vec3 e = Vec3::zero();
    e[axis] = 1.0;
    return e;
}

bool is_kept(const std::string& axes, int axis) {
    return axes.find(static_cast<char>('x' + axis)) != std::string::npos;
}

/// Where `second` is `first` shifted by the difference of their means: by point of first, its partner.
std::vector<int> partners(const std::vector<int>& first, const std::vector<int>& second, const Positions& start,
                          const Where& where) {
    if (first.size() != second.size())
        refuse(where, fmt::format("has borders of {} and {} points; they must have the same form", first.size(),
                                  second.size()));
    const auto mean = [&](const std::vector<int>& points) {
        Vec3 sum = Vec3::zero();
        for (const int i : points) sum += start[i];
        return sum / static_cast<double>(points.size());
    };
    const Vec3 shift = mean(second) - mean(first);
    double size = norm(shift);
    for (const int i : first) size = std::max(size, norm(start[i] - start[first[0]]));
    // Sorted along a direction in which no two are alike, as far as borders of meshes go.
    const Vec3 along{1.0, 0.6180339887, 0.3819660113};
    const auto sorted = [&](const std::vector<int>& points, const Vec3& back) {
        std::vector<std::pair<double, int>> order;
        for (const int i : points) order.push_back({dot(along, start[i] - back), i});
        std::sort(order.begin(), order.end());
        return order;
    };
    const auto a = sorted(first, Vec3::zero()), b = sorted(second, shift);
    std::map<int, int> partner;
    for (std::size_t k = 0; k < a.size(); ++k) {
        std::size_t best = k;
        for (std::size_t n = k >= 4 ? k - 4 : 0; n < std::min(b.size(), k + 5); ++n)
            if (norm(start[b[n].second] - shift - start[a[k].second]) <
                norm(start[b[best].second] - shift - start[a[k].second]))
                best = n;
        if (norm(start[b[best].second] - shift - start[a[k].second]) > 1e-6 * size)
            refuse(where, fmt::format("finds no point of the second border opposite to point {} of the "
                                      "first; the two must have the same form",
                                      a[k].second));
        partner[a[k].second] = b[best].second;
    }
    std::vector<int> found;
    for (const int i : first) found.push_back(partner.at(i));
    return found;
}

}  // namespace

bool ConstraintBuilder::wanted(const Scene& scene) {
    return std::any_of(scene.bodies.begin(), scene.bodies.end(), [](const BodySpec& body) {
        return !body.constraints.empty() || body.rig || (body.reduce && !body.hold.empty());
    });
}

std::vector<ConstraintBuilder::Stencil> ConstraintBuilder::stencils(const ConstraintSpec& spec,
                                                                    const PointSelector& selector,
                                                                    const Positions& start, int first_point) const {
    const int axes = scene_.planar ? 2 : 3;
    std::vector<Stencil> made;
    const auto each = [&](const std::vector<int>& points, std::vector<Row> rows) {
        for (const int i : points) made.push_back({{{first_point + i, 1.0}}, rows});
    };
    const auto moved = [](const CurveSpec& curve) {
        return curve == CurveSpec{} ? std::nullopt : std::optional<Curve>(curve.curve());
    };
    const auto normalised = [&](const Vec3& v, const char* what) {
        if (!(norm(v) > 0.0)) refuse(spec.where, fmt::format("has a {} without direction: [0, 0, 0]", what));
        return v / norm(v);
    };
    const auto of_node = [&](const std::vector<int>& points) {
        for (const int i : points)
            if (i >= static_cast<int>(start.size()))
                refuse(spec.where, fmt::format("speaks of point {}, but the body has {} points that carry "
                                               "it, numbered from 0",
                                               i, start.size()));
        return points;
    };
    std::visit(
        [&]<class Kind>(const Kind& kind) {
            if constexpr (std::is_same_v<Kind, ConstraintSpec::Average>) {
                const std::vector<int> points = of_node(selector.select(kind.select));
                Stencil& mean = made.emplace_back();
                for (const int i : points) mean.weights.push_back({first_point + i, 1.0 / double(points.size())});
                for (int a = 0; a < axes; ++a)
                    if (is_kept(kind.axes, a)) mean.rows.push_back({unit(a), moved(kind.move[a])});
            } else if constexpr (std::is_same_v<Kind, ConstraintSpec::Plane>) {
                each(of_node(selector.select(kind.select)), {{normalised(kind.normal, "normal"), moved(kind.move)}});
            } else if constexpr (std::is_same_v<Kind, ConstraintSpec::Line>) {
                const Vec3 along = normalised(kind.direction, "direction");
                int least = 0;
                for (int a = 1; a < axes; ++a)
                    if (std::fabs(along[a]) < std::fabs(along[least])) least = a;
                const Vec3 across = cross(along, scene_.planar ? Vec3{0, 0, 1} : unit(least));
                const Vec3 first = across / norm(across);
                std::vector<Row> rows = {{first, {}}};
                if (!scene_.planar) rows.push_back({cross(along, first), {}});
                each(of_node(selector.select(kind.select)), rows);
            } else if constexpr (std::is_same_v<Kind, ConstraintSpec::Periodic>) {
                const std::vector<int> first = of_node(selector.select(kind.first));
                const std::vector<int> second =
                    partners(first, of_node(selector.select(kind.second)), start, spec.where);
                std::vector<Row> rows;
                for (int a = 0; a < axes; ++a) rows.push_back({unit(a), moved(kind.move[a])});
                for (std::size_t k = 0; k < first.size(); ++k)
                    if (first[k] != second[k])
                        made.push_back({{{first_point + second[k], 1.0}, {first_point + first[k], -1.0}}, rows});
                if (made.empty())
                    refuse(spec.where, "has the same points as first and second border; name two that lie opposite");
            } else {
                if (kind.points.size() != kind.weights.size())
                    refuse(spec.where, fmt::format("has {} points and {} weights; give one for each",
                                                   kind.points.size(), kind.weights.size()));
                normalised(kind.direction, "direction");
                Stencil& sum = made.emplace_back();
                of_node(kind.points);
                std::map<int, double> of_point;
                for (std::size_t k = 0; k < kind.points.size(); ++k) {
                    sum.weights.push_back({first_point + kind.points[k], kind.weights[k]});
                    of_point[kind.points[k]] += kind.weights[k];
                }
                if (std::all_of(of_point.begin(), of_point.end(),
                                [](const auto& point) { return point.second == 0.0; }))
                    refuse(spec.where, "has weights that are zero or cancel at every point: it says nothing");
                sum.rows.push_back({kind.direction, moved(kind.move)});
            }
        },
        spec.kind);
    return made;
}

void ConstraintBuilder::add(const BodySpec& spec, const BodyShape& shape, const PointSelector& selector,
                            const VertexBody& body, int first_point, std::vector<std::string>& notes) {
    for (std::size_t k = 0; k < spec.constraints.size(); ++k) {
        const ConstraintSpec& constraint = spec.constraints[k];
        const std::string name = constraint.name.value_or(
            std::visit([&]<class Kind>(const Kind&) { return fmt::format("{} {}", Kind::type, k); }, constraint.kind));
        groups_.push_back(
            {spec.name + "." + name, constraint.where, stencils(constraint, selector, body.start, first_point)});
    }
    if (spec.rig && spec.rig->secondary != Secondary::none && !spec.reduce)
        add_rig(spec, shape, body, first_point, notes);
}

/// A = (M D J)ᵀ, its rows replaced by as many orthonormal ones as are independent.
void ConstraintBuilder::add_rig(const BodySpec& spec, const BodyShape& shape, const VertexBody& body, int first_point,
                                std::vector<std::string>& notes) {
    const Rig rig = build_rig(spec, shape, body.start, scene_, notes);
    const auto count = static_cast<Eigen::Index>(body.mass.size());
    Eigen::VectorXd mass = Eigen::Map<const Eigen::VectorXd>(body.mass.data(), count);
    for (const Hold& hold : body.holds)
        if (hold.axes == all_axes)
            for (const int i : hold.points) mass[i] = 0.0;  // where they are is not for the rig to say
    const Eigen::MatrixXd j = skinning_matrix(rig.weights, body.start, rig.frame);
    const Eigen::MatrixXd columns = orthonormal_columns(rig.share.asDiagonal() * j, mass);
    const Eigen::MatrixXd a = (mass.asDiagonal() * columns).transpose();
    Group group{spec.name + ".rig", spec.rig->where, {}, rig.motion, rig.frame, a * j};
    for (Eigen::Index s = 0; s < a.rows(); ++s) {
        Stencil& stencil = group.stencils.emplace_back();
        for (Eigen::Index i = 0; i < count; ++i)
            if (a(s, i) != 0.0) stencil.weights.push_back({first_point + static_cast<int>(i), a(s, i)});
        for (int axis = 0; axis < rig.frame.axes(); ++axis) stencil.rows.push_back({unit(axis), {}});
    }
    groups_.push_back(std::move(group));
}

void ConstraintBuilder::lead(const std::string& name, const Where& where, const std::vector<int>& nodes,
                             std::shared_ptr<const RigMotion> rig, const RigFrame& frame, Eigen::MatrixXd gains) {
    Group group{name, where, {}, std::move(rig), frame, std::move(gains)};
    for (const int node : nodes) {
        Stencil& stencil = group.stencils.emplace_back(Stencil{{{node, 1.0}}, {}, true});
        for (int a = 0; a < (scene_.planar ? 2 : 3); ++a) stencil.rows.push_back({unit(a), {}});
    }
    groups_.push_back(std::move(group));
}

void ConstraintBuilder::tie(const std::string& name, const Where& where, const std::vector<int>& nodes, int axes) {
    Group group{name, where, {}};
    for (int a = 1; a < axes; ++a) {
        group.stencils.push_back({{{nodes[0], 1.0}}, {{unit(0), {}}}, true});
        group.stencils.push_back({{{nodes[a], -1.0}}, {{unit(a), {}}}, true, true});
    }
    groups_.push_back(std::move(group));
}

/// Σ over the held points of weights that span what the body's functions can do there would do; all of them are asked,
/// and what follows from others is left out later.
void ConstraintBuilder::hold(const BodySpec& spec, const Hold& hold, const Positions& start, int first_point) {
    Group group{spec.name + ".hold", spec.where, {}};
    RigFrame frame{.origin = Vec3::zero(), .length = 1.0, .planar = scene_.planar};
    Eigen::MatrixXd gains(static_cast<Eigen::Index>(hold.points.size()), frame.columns());
    for (std::size_t k = 0; k < hold.points.size(); ++k) {
        Stencil& stencil = group.stencils.emplace_back(Stencil{{{first_point + hold.points[k], 1.0}}, {}});
        for (int a = 0; a < frame.axes(); ++a)
            if (hold.axes & (1 << a)) stencil.rows.push_back({unit(a), {}});
        for (int c = 0; c < frame.columns(); ++c)
            gains(static_cast<Eigen::Index>(k), c) = frame.coordinate(start[hold.points[k]], c);
    }
    if (hold.motion) {
        const Axes whole = scene_.planar ? Axes(3) : all_axes;
        if ((hold.axes & whole) != whole)
            refuse(spec.where, "is reduced and has a hold that moves along some axes only; move it along all");
        const RigHandle whole_hold{group.name, hold.motion->center, hold.motion->center};
        group.rig = std::make_shared<HandleMotions>(std::vector<Motion>{*hold.motion}, std::vector{whole_hold});
        group.frame = frame;
        group.gains = std::move(gains);
    }
    groups_.push_back(std::move(group));
}

Constraints ConstraintBuilder::made(const ModelBuilder& builder) const {
    Constraints made;
    for (const Group& group : groups_) {
        const int begin = made.row_count();
        for (const Stencil& stencil : group.stencils) {
            std::map<int, double> sums;
            for (const auto& [which, weight] : stencil.weights)
                if (stencil.of_nodes)
                    sums[which] += weight;
                else
                    for (const NodeWeight& w : builder.row(which)) sums[w.node] += weight * w.weight;
            std::vector<NodeWeight> row;
            for (const auto& [node, weight] : sums) row.push_back({node, weight});
            const int number = made.add_stencil(row);
            for (const Row& each : stencil.rows) {
                if (stencil.adds) {
                    made.parts.push_back({made.row_count() - 1, number, each.direction});
                    continue;
                }
                const int r = made.add_row(number, each.direction, 0.0);
                if (each.move) made.drives.push_back(std::make_shared<CurveDrive>(r, *each.move));
            }
        }
        if (group.rig) made.drives.push_back(std::make_shared<RigDrive>(begin, group.gains, group.frame, group.rig));
        made.groups.push_back({group.name, begin, made.row_count()});
    }
    // As at the start, but for what a rig leads from the beginning.
    const std::vector<double> at_start = made.of(builder.start());
    for (std::size_t g = 0; g < groups_.size(); ++g)
        if (!groups_[g].rig)
            for (int r = made.groups[g].begin; r < made.groups[g].end; ++r) made.values[r] = at_start[r];
    return made;
}

void ConstraintBuilder::finish(ModelBuilder& builder) {
    if (groups_.empty()) return;
    auto made = std::make_shared<Constraints>(this->made(builder));
    constexpr int most_rows = 3000;
    if (made->row_count() > most_rows)
        refuse(groups_.front().where,
               fmt::format("and what else there is make {} constraints, more than {}; select fewer points, "
                           "or hold them along axes, which costs nothing",
                           made->row_count(), most_rows));
    require_sense(builder, *made);
    builder.set_constraints(std::move(made));
}

/// Rows that follow from others must want what follows from these, at every time.
void ConstraintBuilder::require_sense(const ModelBuilder& builder, const Constraints& made) const {
    const Unknowns unknowns(builder.model().held_axes);
    const ConstraintRows rows(made, unknowns, builder.model().mass.diagonal);
    const auto group_of = [&](int row) {
        return std::find_if(made.groups.begin(), made.groups.end(),
                            [&](const auto& group) { return row < group.end; }) -
               made.groups.begin();
    };
    double size = 0.0;
    for (const Vec3& c : builder.start()) size = std::max(size, norm(c));
    constexpr int looks = 32;
    for (const ConstraintRows::LeftOut& left : rows.left_out()) {
        const auto group = group_of(left.row);
        if (groups_[group].name.ends_with(".hold")) continue;  // as far as it can be
        if (left.of_kept.size() == 0 || left.of_kept.isZero(0.0)) {
            if (groups_[group].rig) continue;
            refuse(groups_[group].where, "speaks only of what is held already; leave it out, or hold less");
        }
        for (int k = 0; k <= looks; ++k) {
            const double time = scene_.time.duration() * k / looks;
            const std::vector<double> d = made.at(time);
            const Eigen::VectorXd kept = rows.picked(d);
            const double follows = left.of_kept.dot(kept);
            const double scale = left.of_kept.cwiseAbs().dot(kept.cwiseAbs()) + std::fabs(d[left.row]) + size;
            if (std::fabs(follows - d[left.row]) <= 1e-6 * scale) continue;
            std::vector<std::string> others;
            for (Eigen::Index i = 0; i < left.of_kept.size(); ++i)
                if (std::fabs(left.of_kept[i]) > 1e-6) {
                    const std::string name = in_quotes(made.groups[group_of(rows.kept()[i])].name);
                    if (std::find(others.begin(), others.end(), name) == others.end()) others.push_back(name);
                }
            refuse(groups_[group].where,
                   fmt::format("contradicts {}: at {:.4g} s it asks for {:.6g}, and they for {:.6g}", listed(others),
                               time, d[left.row], follows));
        }
    }
}

}  // namespace talweg
