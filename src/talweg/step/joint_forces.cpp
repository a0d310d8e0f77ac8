#include "talweg/step/joint_forces.hpp"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

namespace talweg {

namespace {

using SparseRows = Eigen::SparseMatrix<double>;

/// What every λ does to what has to balance: the force on and the moment about the middle of each rigid body that
/// nothing else holds; of other bodies, every node of its own that is free along an axis.
class JointBalance {
public:
    JointBalance(const Model& model, const Nodes& place, const Nodes& residual) : model_(model), own_(*model.linkage) {
        number_bodies(place);
        for (std::size_t k = 0; k < own_.relations.size(); ++k) add_relation(static_cast<int>(k), place);
        right_ = Eigen::VectorXd::Zero(equations_);
        for (std::size_t i = 0; i < residual.size(); ++i) {
            const int body = own_.node_body[i];
            if (const int first = body < 0 ? -1 : first_[body]; first >= 0) {
                const Vec3 turn = cross(place[i] - middle_[body], residual[i]) / radius_[body];
                for (int a = 0; a < 3; ++a) {
                    right_[first + a] += residual[i][a];
                    right_[first + 3 + a] += turn[a];
                }
            } else {
                for (int a = 0; a < 3; ++a)
                    if (node_[3 * i + a] >= 0) right_[node_[3 * i + a]] = residual[i][a];
            }
        }
    }

    /// The least λ that balances best. Joints that repeat one another make the equations singular: a little is added to
    /// them, and taken away again by refinement.
    std::vector<Vec3> solve() const {
        const int count = 3 * static_cast<int>(own_.relations.size());
        SparseRows rows(equations_, count);
        rows.setFromTriplets(entries_.begin(), entries_.end());
        const SparseRows square = SparseRows(rows.transpose()) * rows;
        SparseRows shifted = square;
        double largest = 1e-300;
        for (int k = 0; k < count; ++k) largest = std::max(largest, square.coeff(k, k));
        for (int k = 0; k < count; ++k) shifted.coeffRef(k, k) += 1e-9 * largest;
        const Eigen::SimplicialLDLT<SparseRows> factor(shifted);
        const Eigen::VectorXd right = rows.transpose() * right_;
        Eigen::VectorXd found = Eigen::VectorXd::Zero(count);
        for (int pass = 0; pass < 3; ++pass) found += factor.solve(right - square * found);
        std::vector<Vec3> lambda(own_.relations.size());
        for (std::size_t k = 0; k < lambda.size(); ++k)
            for (int a = 0; a < 3; ++a) lambda[k][a] = found[static_cast<Eigen::Index>(3 * k) + a];
        return lambda;
    }

private:
    /// Whether the node is held along the axis, and by no joint.
    bool held(int i, int axis) const {
        const int node = own_.nodes.single_node(i);
        return node >= 0 && !own_.anchored[node] && (model_.held_axes[node] & (1 << axis)) != 0;
    }

    void number_bodies(const Nodes& place) {
        const std::size_t bodies = model_.bodies.size();
        std::vector<double> nodes(bodies, 0.0), spread(bodies, 0.0);
        std::vector<std::uint8_t> free(bodies, 1);
        middle_.assign(bodies, Vec3::zero());
        for (std::size_t i = 0; i < place.size(); ++i) {
            const int body = own_.node_body[i];
            if (body < 0) continue;
            nodes[body] += 1.0;
            middle_[body] += place[i];
            for (int a = 0; a < 3; ++a)
                if (held(static_cast<int>(i), a)) free[body] = 0;
        }
        for (std::size_t b = 0; b < bodies; ++b)
            if (nodes[b] > 0.0) middle_[b] = middle_[b] / nodes[b];
        for (std::size_t i = 0; i < place.size(); ++i)
            if (const int body = own_.node_body[i]; body >= 0)
                spread[body] += norm_squared(place[i] - middle_[body]) / nodes[body];
        for (std::size_t b = 0; b < bodies; ++b) {
            const bool whole = model_.bodies[b].rigid && free[b] && !model_.planar && spread[b] > 0.0;
            first_.push_back(whole ? equations_ : -1);
            radius_.push_back(std::sqrt(spread[b]));
            if (whole) equations_ += 6;
        }
        node_.assign(3 * place.size(), -1);
    }

    void add_relation(int k, const Nodes& place) {
        std::vector<int> bodies;
        for (const NodeWeight& w : own_.relations[k].row) {
            const int body = own_.node_body[w.node];
            if (body >= 0 && first_[body] >= 0) {
                if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
                continue;
            }
            for (int a = 0; a < 3; ++a) {
                if (held(w.node, a)) continue;
                int& number = node_[3 * w.node + a];
                if (number < 0) number = equations_++;
                entries_.emplace_back(number, 3 * k + a, w.weight);
            }
        }
        for (const int body : bodies) {
            Vec3 at = Vec3::zero();
            double share = 0.0;
            for (const NodeWeight& w : own_.relations[k].row)
                if (own_.node_body[w.node] == body) {
                    at += w.weight * (place[w.node] - middle_[body]);
                    share += w.weight;
                }
            for (int a = 0; a < 3; ++a) {
                const int b = (a + 1) % 3, c = (a + 2) % 3;
                entries_.emplace_back(first_[body] + a, 3 * k + a, share);
                // (at × λ)_a = at_b λ_c − at_c λ_b
                entries_.emplace_back(first_[body] + 3 + a, 3 * k + c, at[b] / radius_[body]);
                entries_.emplace_back(first_[body] + 3 + a, 3 * k + b, -at[c] / radius_[body]);
            }
        }
    }

    const Model& model_;
    const Linkage& own_;
    int equations_ = 0;
    std::vector<int> first_, node_;  // equations of each body, or −1; of each of the other nodes' axes
    std::vector<Vec3> middle_;
    std::vector<double> radius_;
    std::vector<Eigen::Triplet<double>> entries_;
    Eigen::VectorXd right_;
};

bool shares_nodes(const Flights& flights, std::size_t island) {
    return flights.islands[island].bodies > 1 && !flights.pulls[island].empty();
}

std::vector<std::uint8_t> bodies_of(const Model& model, const RigidIsland& island) {
    std::vector<std::uint8_t> of(model.bodies.size(), 0);
    for (const RigidIsland::Edge& edge : island.edges)
        of[model.linkage->node_body[model.linkage->map.single_node(edge.a)]] = 1;
    return of;
}

/// In place of c̃'s, for the nodes of bodies that share some and fly.
void replace_inertia(const Model& model, const FlightEnd& end, Nodes& residual) {
    const Linkage& own = *model.linkage;
    Nodes change(end.v.size());
    for (std::size_t i = 0; i < change.size(); ++i) change[i] = (1.0 / end.dt) * (end.v[i] - end.v_before[i]);
    const Nodes inertia = own.mass * own.own_move(change);
    for (std::size_t k = 0; k < end.flights.islands.size(); ++k) {
        const RigidIsland& island = end.flights.islands[k];
        if (!shares_nodes(end.flights, k)) continue;
        const std::vector<std::uint8_t> joined = bodies_of(model, island);
        for (std::size_t i = 0; i < residual.size(); ++i)
            if (const int body = own.node_body[i]; body >= 0 && joined[body]) residual[i] = inertia[i];
        for (std::size_t e = 0; e < island.edges.size(); ++e) {
            const Vec3 pull = end.flights.pulls[k][e] / end.dt;
            residual[own.map.single_node(island.edges[e].b)] -= pull;
            residual[own.map.single_node(island.edges[e].a)] += pull;
        }
    }
}

}  // namespace

JointForces measure_joint_forces(const Landscape& landscape, const Nodes& c, Backend& backend, const FlightEnd* flown) {
    const Model& model = backend.model();
    const Linkage& own = *model.linkage;
    const Nodes place = own.own(c);
    // c − c̃ of own nodes is linear in that of the model's.
    Nodes apart(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) apart[i] = c[i] - landscape.c_tilde[i];
    Nodes residual = own.mass * own.own_move(apart);
    for (Vec3& r : residual) r = (landscape.inertia / landscape.scale) * r;
    if (flown) replace_inertia(model, *flown, residual);
    const Positions& g = backend.assembler().point_gradient();
    for (int i = 0; i < own.map.point_count(); ++i)
        for (const NodeWeight& w : own.map.row(i)) residual[w.node] += (w.weight / landscape.scale) * g[i];
    const std::vector<Vec3> lambda = JointBalance(model, place, residual).solve();

    JointForces forces;
    forces.on_body.resize(model.bodies.size());
    forces.holds.resize(model.bodies.size());
    for (const Joint& joint : own.joints) {
        auto& on_body = joint.hold ? forces.holds : forces.on_body;
        // What a relation takes hold of on the first body: a place with weight 1, or a direction with weight 0.
        const int count = joint.anchor[1] - joint.anchor[0];
        std::vector<Vec3> at(count, Vec3::zero());
        std::vector<double> share(count, 0.0);
        Vec3 center = Vec3::zero();
        double places = 0.0;
        for (int k = 0; k < count; ++k) {
            for (const NodeWeight& w : own.relations[joint.anchor[0] + k].row) {
                if (own.node_body[w.node] != joint.body[0]) continue;
                at[k] += w.weight * place[w.node];
                share[k] += own.shares[w.node] * w.weight;
            }
            center += share[k] * at[k];
            places += share[k];
        }
        if (places > 0.0) center = center / places;
        Momentum all;
        for (int k = 0; k < count; ++k) {
            const Vec3& f = lambda[joint.anchor[0] + k];
            const Momentum here{share[k] * f, cross(at[k], f)};
            on_body[joint.body[0]] += here;
            if (joint.body[1] >= 0) on_body[joint.body[1]] += -1.0 * here;
            all += {share[k] * f, cross(at[k] - share[k] * center, f)};
        }
        forces.in_joint.push_back(joint.body[1] >= 0 ? -1.0 * all : all);
    }
    return forces;
}

void measure_flown_joints(const Landscape& landscape, const Nodes& c_before, const Nodes& c, const FlightEnd& flown,
                          Backend& backend, Impulses& impulses) {
    const Model& model = backend.model();
    if (!model.linkage) return;
    const Linkage& own = *model.linkage;
    const Nodes now = own.own(c), then = own.own(c_before), momentum = own.mass * own.own_move(flown.v_before);
    bool shared = false;
    for (std::size_t k = 0; k < flown.flights.islands.size(); ++k) {
        const RigidIsland& island = flown.flights.islands[k];
        if (!shares_nodes(flown.flights, k)) continue;
        shared = true;
        std::vector<Momentum> turned(model.bodies.size());
        const std::vector<std::uint8_t> joined = bodies_of(model, island);
        for (std::size_t e = 0; e < island.edges.size(); ++e) {
            const int a = own.map.single_node(island.edges[e].a), b = own.map.single_node(island.edges[e].b);
            turned[own.node_body[a]].angular += cross(now[b] - now[a], flown.flights.pulls[k][e]);
        }
        for (std::size_t i = 0; i < now.size(); ++i)
            if (const int body = own.node_body[i]; body >= 0 && joined[body])
                turned[body].angular += cross(now[i] - then[i], momentum[i]);
        for (std::size_t body = 0; body < turned.size(); ++body)
            if (joined[body] && model.bodies[body].held.empty()) impulses.integrator[body] = turned[body];
    }
    if (!shared) return;
    const JointForces before = measure_joint_forces(landscape, c, backend),
                      forces = measure_joint_forces(landscape, c, backend, &flown);
    for (std::size_t body = 0; body < model.bodies.size(); ++body) {
        impulses.holds[body] += flown.dt * forces.holds[body];
        impulses.holds[body] += -1.0 * (flown.dt * before.holds[body]);
        impulses.joints[body] = flown.dt * forces.on_body[body];
    }
    for (std::size_t k = 0; k < forces.in_joint.size(); ++k) impulses.in_joints[k] = flown.dt * forces.in_joint[k];
}

}  // namespace talweg
