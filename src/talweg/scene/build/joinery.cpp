#include "talweg/scene/build/joinery.hpp"

#include <fmt/format.h>

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <set>

#include "talweg/geometry/moments.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/build/control_points.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

std::array<Vec3, 4> own_points(const JoinedBody& body) {
    return {body.start[0], body.start[1], body.start[2], body.start[3]};
}

/// Sheets and ropes go along exactly only where they are, soft solids not far outside.
void require_near(const Anchor& anchor, const JoinedBody& body, double arm, const std::string& name,
                  const Where& where) {
    if (reaches(body, anchor, arm)) return;
    throw Error(located(where, fmt::format("{} ({}) asks for a place that is {:.3g} m away from \"{}\"; move it there, "
                                           "or use a spring",
                                           subject(where), name, anchor.distance, body.spec->name)));
}

/// Rounding of weights is no weight.
std::array<double, 4> clean(std::array<double, 4> weights) {
    for (double& w : weights)
        if (std::fabs(w) < 1e-12) w = 0.0;
    return weights;
}

}  // namespace

Joinery::Spot Joinery::spot(const JoinedBody& body, const Vec3& at, double sign, int joint, double arm) const {
    const Anchor anchor = find_anchor(body, at);
    require_near(anchor, body, arm, joints_[joint].name, wheres_[joint]);
    Spot result{&body, at, sign, {}};
    for (int k = 0; k < 4; ++k)
        if (anchor.weights[k] != 0.0) result.points.push_back({body.first_point + anchor.points[k], anchor.weights[k]});
    return result;
}

void Joinery::add_joint(const std::string& name, const Where& where, const JoinedBody& first, const JoinedBody* second,
                        const std::vector<Vec3>& places, const std::vector<Vec3>& parallel, double arm) {
    const int joint = static_cast<int>(joints_.size()), begin = static_cast<int>(bonds_.size());
    joints_.push_back({name, {first.number, second ? second->number : -1}, false, {begin, begin}});
    wheres_.push_back(where);
    for (const Vec3& at : places) {
        Bond bond{joint, {spot(first, at, 1.0, joint, arm)}};
        if (second)
            bond.spots.push_back(spot(*second, at, -1.0, joint, arm));
        else
            bond.value = at;
        bonds_.push_back(std::move(bond));
    }
    for (std::size_t k = 1; k < parallel.size(); ++k) {
        Bond bond{joint, {spot(first, parallel[k], 1.0, joint, arm), spot(first, parallel[0], -1.0, joint, arm)}};
        if (second) {
            bond.spots.push_back(spot(*second, parallel[k], -1.0, joint, arm));
            bond.spots.push_back(spot(*second, parallel[0], 1.0, joint, arm));
        } else {
            bond.value = parallel[k] - parallel[0];
        }
        bonds_.push_back(std::move(bond));
    }
    joints_.back().anchor[1] = static_cast<int>(bonds_.size());
}

void Joinery::add_follower(const std::string& name, const Where& where, const JoinedBody& body, int point,
                           const JoinedBody& carrier, const Anchor& anchor) {
    require_near(anchor, carrier, 0.0, name, where);
    const int number = static_cast<int>(bonds_.size());
    if (joints_.empty() || joints_.back().name != name) {
        joints_.push_back({name, {body.number, carrier.number}, false, {number, number}});
        wheres_.push_back(where);
    }
    joints_.back().anchor[1] = number + 1;
    Spot carried{&carrier, Vec3::zero(), -1.0, {}};
    for (int k = 0; k < 4; ++k) {
        if (anchor.weights[k] == 0.0) continue;
        carried.points.push_back({carrier.first_point + anchor.points[k], anchor.weights[k]});
        carried.at += anchor.weights[k] * carrier.start[anchor.points[k]];
    }
    const int follower = body.first_point + point;
    const Spot own{&body, carried.at, 1.0, {{follower, 1.0}}};
    bonds_.push_back({static_cast<int>(joints_.size()) - 1, {own, carried}, Vec3::zero(), follower});
}

void Joinery::add_hold(const JoinedBody& body, int point, const Vec3& at, Axes axes,
                       const std::optional<Motion>& motion) {
    const int joint = static_cast<int>(joints_.size()), number = static_cast<int>(bonds_.size());
    joints_.push_back({"hold of " + body.spec->name, {body.number, -1}, true, {number, number + 1}});
    wheres_.push_back(body.spec->where);
    bonds_.push_back({joint, {spot(body, at, 1.0, joint, 0.0)}, at, -1, static_cast<int>(held_.size())});
    held_.push_back({&body, body.first_point + point, at, axes, motion});
}

/// Whether its nodes may be put elsewhere: nothing holds or leads them.
bool Joinery::may_change(const JoinedBody& body) const {
    if (!body.stiff() || body.start.size() != 4) return false;  // in the plane three points lead a body
    for (int k = 0; k < 4; ++k) {
        const int node = builder_.model().map.single_node(body.first_point + k);
        if (node < 0 || builder_.model().held_axes[node] != 0) return false;
    }
    return true;
}

/// The number of the body's node at that place; −1: none is there.
int Joinery::control_at(const JoinedBody& body, const Vec3& at) const {
    const auto found = controls_.find(&body);
    if (found == controls_.end()) return -1;
    for (int k = 0; k < 4; ++k)
        if (found->second[k] == at) return builder_.model().map.single_node(body.first_point + k);
    return -1;
}

void Joinery::choose_controls() {
    std::map<const JoinedBody*, std::vector<Vec3>> anchors;
    for (const Bond& bond : bonds_)
        for (const Spot& spot : bond.spots)
            if (bond.follower < 0 || &spot == &bond.spots[0]) anchors[spot.body].push_back(spot.at);
    for (auto& [body, places] : anchors) {
        if (!may_change(*body)) continue;
        const auto own = own_points(*body);
        double radius = 0.0;
        for (const Vec3& x : own) radius += 0.25 * norm(x - 0.25 * (own[0] + own[1] + own[2] + own[3]));
        controls_[body] = choose_control_points(places, own, radius);
    }
}

/// Between the nodes at control points, or between those that the bodies have of their own.
Relation Joinery::relation(const Bond& bond, bool by_controls) const {
    const Model& model = builder_.model();
    Relation result{{}, bond.value};
    for (const Spot& spot : bond.spots) {
        const auto found = controls_.find(spot.body);
        if (by_controls && found != controls_.end()) {
            const auto weights = clean(affine_weights(found->second, spot.at));
            for (int k = 0; k < 4; ++k)
                if (weights[k] != 0.0)
                    result.row.push_back({model.map.single_node(spot.body->first_point + k), spot.sign * weights[k]});
            continue;
        }
        for (const NodeWeight& place : spot.points) {
            result.value -= (spot.sign * place.weight) * b_[place.node];
            for (const NodeWeight& w : model.map.row(place.node))
                result.row.push_back({w.node, spot.sign * place.weight * w.weight});
        }
    }
    if (by_controls && bond.follower >= 0) result.follower = model.map.single_node(bond.follower);
    return result;
}

/// What is left of the velocities that the bodies were given: the nearest motion, by kinetic energy, that the joints
/// allow and that keeps rigid bodies rigid. Z is the map of `rows`; rigid means that no edge of a body's four points
/// grows, which weighs a hundred million times as much as their mass.
void Joinery::put_velocities(const Nodes& wanted, const PointMap& rows, JoinedNodes& nodes) const {
    double fastest = 0.0, apart = 0.0;
    for (int i = 0; i < rows.point_count(); ++i) {
        Vec3 v = -1.0 * wanted[i];
        for (const NodeWeight& w : rows.row(i)) v += w.weight * nodes.velocity[w.node];
        apart = std::max(apart, norm(v));
        fastest = std::max(fastest, norm(wanted[i]));
    }
    if (apart <= 1e-12 * fastest) return;
    const Model& model = builder_.model();
    const int count = static_cast<int>(nodes.start.size());
    std::vector<int> number(3 * count, -1);
    int free = 0;
    for (int k = 0; k < count; ++k)
        for (int a = 0; a < 3; ++a)
            if (!(nodes.held[k] & (1 << a))) number[3 * k + a] = free++;
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd right = Eigen::VectorXd::Zero(free);
    const auto add = [&](int k, int a, int l, int b, double value) {
        const int i = number[3 * k + a], j = number[3 * l + b];
        if (i >= 0 && j >= 0) entries.emplace_back(i, j, value);
    };
    const Nodes momentum = model.mass * wanted;
    for (int i = 0; i < rows.point_count(); ++i)
        for (const NodeWeight& w : rows.row(i))
            for (int a = 0; a < 3; ++a)
                if (number[3 * w.node + a] >= 0) right[number[3 * w.node + a]] += w.weight * momentum[i][a];
    const MassMatrix mass = composed(model.mass, rows, count);
    for (int a = 0; a < 3; ++a) {
        for (int k = 0; k < count; ++k) add(k, a, k, a, mass.diagonal[k]);
        for (const auto& [i, j, m] : mass.couplings) {
            add(i, a, j, a, m);
            add(j, a, i, a, m);
        }
    }
    std::set<const JoinedBody*> rigid;
    for (const Bond& bond : bonds_)
        for (const Spot& spot : bond.spots)
            if (spot.body->spec->rigid) rigid.insert(spot.body);
    for (const JoinedBody* body : rigid)
        for (int p = 0; p < static_cast<int>(body->start.size()); ++p)
            for (int q = 0; q < p; ++q) {
                const int i = model.map.single_node(body->first_point + p),
                          j = model.map.single_node(body->first_point + q);
                if (i < 0 || j < 0) continue;
                const Vec3 along = (body->start[p] - body->start[q]) / norm(body->start[p] - body->start[q]);
                std::vector<NodeWeight> difference(rows.row(i).begin(), rows.row(i).end());
                for (const NodeWeight& w : rows.row(j)) difference.push_back({w.node, -w.weight});
                const double stiffness = 1e8 * model.mass.diagonal[i];
                for (const NodeWeight& v : difference)
                    for (const NodeWeight& w : difference)
                        for (int a = 0; a < 3; ++a)
                            for (int b = 0; b < 3; ++b)
                                add(v.node, a, w.node, b, stiffness * v.weight * w.weight * along[a] * along[b]);
            }
    Eigen::SparseMatrix<double> matrix(free, free);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(matrix);
    const Eigen::VectorXd found = factor.solve(right);
    for (int k = 0; k < count; ++k)
        for (int a = 0; a < 3; ++a) nodes.velocity[k][a] = number[3 * k + a] < 0 ? 0.0 : found[number[3 * k + a]];
}

/// Joints without each of which this one could be.
std::vector<int> Joinery::partners(int joint, const std::vector<Relation>& all, const std::vector<int>& bond_of,
                                   const std::vector<Follows>& may_follow, const Nodes& start) const {
    std::vector<int> found;
    for (int other = 0; other < static_cast<int>(joints_.size()); ++other) {
        if (other == joint) continue;
        std::vector<Relation> fewer;
        std::vector<int> of;
        for (std::size_t k = 0; k < all.size(); ++k)
            if (bonds_[bond_of[k]].joint != other) {
                fewer.push_back(all[k]);
                of.push_back(bonds_[bond_of[k]].joint);
            }
        try {
            eliminate(fewer, may_follow, start);
        } catch (const Contradiction& contradiction) {
            if (of[contradiction.relation] == joint) continue;
        }
        found.push_back(other);
    }
    return found;
}

void Joinery::refuse_contradiction(int joint, const std::vector<int>& others) const {
    std::vector<std::string> names;
    for (const int other : others) names.push_back(joints_[other].name);
    for (std::size_t k = 0; k < joints_.size() && others.empty(); ++k)  // what the world holds is no relation
        if (static_cast<int>(k) != joint && joints_[k].body[1] < 0 &&
            (joints_[k].body[0] == joints_[joint].body[0] || joints_[k].body[0] == joints_[joint].body[1]))
            names.push_back(joints_[k].name);
    throw Error(
        located(wheres_[joint],
                fmt::format("{} ({}) {}; leave one of them out", subject(wheres_[joint]), joints_[joint].name,
                            names.empty() ? "joins what is held or led already" : "contradicts " + listed(names))));
}

void Joinery::finish(std::vector<JointMeter> meters) {
    const Model& model = builder_.model();
    if (bonds_.empty() && held_.empty()) return;
    prescribed_points(model, 0.0, b_);
    choose_controls();

    // Every body's own nodes by those at its control points, which take their numbers.
    PointMap by_controls;
    Nodes start = builder_.start(), velocity = builder_.velocity();
    std::vector<std::vector<NodeWeight>> rows(model.node_count());
    for (int i = 0; i < model.node_count(); ++i) rows[i] = {{i, 1.0}};
    for (const auto& [body, controls] : controls_) {
        std::array<int, 4> node;
        for (int k = 0; k < 4; ++k) node[k] = model.map.single_node(body->first_point + k);
        const auto own = own_points(*body);
        for (int k = 0; k < 4; ++k) {
            const auto back = clean(affine_weights(controls, own[k])), there = affine_weights(own, controls[k]);
            rows[node[k]].clear();
            start[node[k]] = controls[k];
            velocity[node[k]] = Vec3::zero();
            for (int j = 0; j < 4; ++j) {
                if (back[j] != 0.0) rows[node[k]].push_back({node[j], back[j]});
                velocity[node[k]] += there[j] * builder_.velocity()[node[j]];
            }
        }
    }
    for (const auto& row : rows) by_controls.add_point(row);

    const Axes planar = model.planar ? 4 : 0;
    std::vector<Axes> held = model.held_axes;
    std::vector<Follows> may_follow;
    // A place that the world holds and that is a control point is held as a node; others follow.
    std::vector<std::uint8_t> anchored(bonds_.size(), 0), anchored_node(model.node_count(), 0);
    std::vector<int> anchored_by(model.node_count(), -1);
    for (std::size_t k = 0; k < bonds_.size(); ++k) {
        const Bond& bond = bonds_[k];
        if (bond.spots.size() > 1) continue;
        const int node = control_at(*bond.spots[0].body, bond.spots[0].at);
        if (node < 0) continue;
        const auto led = [&](const Bond& each) { return each.held >= 0 && held_[each.held].motion.has_value(); };
        if (const int other = anchored_by[node]; other >= 0 && (led(bond) || led(bonds_[other])))
            refuse_contradiction(bond.joint, {bonds_[other].joint});
        anchored_by[node] = static_cast<int>(k);
        anchored[k] = anchored_node[node] = 1;
        held[node] = static_cast<Axes>(held[node] | (bond.held < 0 ? all_axes : held_[bond.held].axes));
    }
    for (std::size_t k = 0; k < bonds_.size(); ++k) {
        if (bonds_[k].held < 0 || anchored[k]) continue;
        const Held& each = held_[bonds_[k].held];
        if (each.axes != all_axes || each.motion)
            throw Error(
                located(each.body->spec->where,
                        subject(each.body->spec->where) +
                            " is held at more places than can be led or guided one by one; hold it as a whole"));
    }
    for (const Axes axes : held)
        may_follow.push_back(axes == planar ? Follows::yes : axes == all_axes ? Follows::fixed : Follows::no);
    for (const Script& script : model.scripts)
        if (script.node >= 0) may_follow[script.node] = Follows::no;
    for (const Held& each : held_)
        if (const int node = control_at(*each.body, each.at); node >= 0 && each.motion) may_follow[node] = Follows::no;

    std::vector<Relation> all, own;
    std::vector<int> bond_of;
    for (std::size_t k = 0; k < bonds_.size(); ++k) {
        own.push_back(relation(bonds_[k], false));
        if (anchored[k]) continue;
        all.push_back(relation(bonds_[k], true));
        bond_of.push_back(static_cast<int>(k));
    }
    FreeNodes free;
    try {
        free = eliminate(all, may_follow, start);
    } catch (const Contradiction& contradiction) {
        const int joint = bonds_[bond_of[contradiction.relation]].joint;
        refuse_contradiction(joint, partners(joint, all, bond_of, may_follow, start));
    }
    std::vector<std::uint8_t> redundant(own.size(), 0);
    for (const int k : free.redundant) redundant[bond_of[k]] = 1;

    JoinedNodes nodes;
    nodes.rows = composed(by_controls, free.rows);
    for (int i = 0; i < model.node_count(); ++i) {
        Vec3 sum = Vec3::zero();
        for (const NodeWeight& w : by_controls.row(i)) sum += w.weight * free.offset[w.node];
        nodes.offset.push_back(sum);
    }
    nodes.kept = free.kept;
    for (const int k : free.kept) {
        nodes.start.push_back(start[k]);
        nodes.velocity.push_back(velocity[k]);
        nodes.held.push_back(held[k]);
        nodes.anchored.push_back(anchored_node[k]);
    }
    put_velocities(builder_.velocity(), nodes.rows, nodes);
    std::vector<int> held_nodes;  // numbers that the model will have; −1: no node of its own
    for (const Held& each : held_) {
        const auto kept = std::lower_bound(nodes.kept.begin(), nodes.kept.end(), control_at(*each.body, each.at));
        held_nodes.push_back(control_at(*each.body, each.at) < 0 ? -1 : static_cast<int>(kept - nodes.kept.begin()));
    }
    builder_.join(nodes, joints_, std::move(own), std::move(redundant), std::move(meters));
    for (std::size_t k = 0; k < held_.size(); ++k)
        if (held_nodes[k] >= 0)
            builder_.hold(held_[k].body->number, held_[k].point, held_nodes[k], held_[k].axes, held_[k].motion);
}

}  // namespace talweg
