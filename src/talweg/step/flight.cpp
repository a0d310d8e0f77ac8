#include "talweg/step/flight.hpp"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <cmath>

#include "talweg/energies/force.hpp"
#include "talweg/energies/gravity.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

using Numbers = Eigen::VectorXd;
using Entries = std::vector<Eigen::Triplet<double>>;

constexpr double longest_part = 0.1;  // rad, that a body turns by in one part of its flight
constexpr int most_parts = 4096;
constexpr int most_iterations = 20;
constexpr double compliance = 1e-10;  // of edges beside what nodes give way by: edges may say the same twice
constexpr int largest_dense = 64;

/// A x = right, by factors of a dense matrix where it is small. False when there are none.
bool solve(const Entries& entries, int size, Numbers& right) {
    if (size <= largest_dense) {
        Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
        for (const auto& e : entries) a(e.row(), e.col()) += e.value();
        right = a.partialPivLu().solve(right).eval();
    } else {
        Eigen::SparseMatrix<double> a(size, size);
        a.setFromTriplets(entries.begin(), entries.end());
        Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(a);
        if (factors.info() != Eigen::Success) return false;
        right = factors.solve(right).eval();
    }
    return right.allFinite();
}

/// The dead loads: what pulls on the nodes wherever they are, N.
Nodes dead_loads(const Model& model, const Landscape& landscape) {
    Positions on_points(model.point_count(), Vec3::zero());
    const Configuration here{landscape.x_ref.data(), landscape.x_ref.data(), landscape.rate};
    for (std::size_t t = 0; t < model.terms.size(); ++t)
        if (const Term& term = *model.terms[t]; term.name() == Gravity::name || term.name() == Force::name)
            term.add_derivatives(here, 0, term.element_count(), {on_points.data(), -landscape.factor(t)});
    Nodes f(model.node_count(), Vec3::zero());
    for (int i = 0; i < model.point_count(); ++i)
        if (!(on_points[i] == Vec3::zero()))
            for (const auto& [node, weight] : model.map.row(i)) f[node] += weight * on_points[i];
    return f;
}

Nodes times_mass(const Model& model, const RigidIsland& island, const Nodes& v) {
    Nodes p(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) p[i] = model.mass.diagonal[island.nodes[i]] * v[i];
    for (const auto& [i, j, m] : island.couplings) {
        p[i] += m * v[j];
        p[j] += m * v[i];
    }
    return p;
}

class Flight {
public:
    Flight(const Model& model, const RigidIsland& island, const Positions& b) : model_(model), island_(island), b_(b) {
        const int count = static_cast<int>(island.nodes.size());
        for (int i = 0; i < count; ++i) {
            mass_unit_ += mass(i) / count;
            for (int a = 0; a < 3; ++a) freedom_.push_back(held(i, a) ? -1 : free_++);
        }
        for (const auto& edge : island.edges) length_unit_ += std::sqrt(edge.length_squared) / island.edges.size();
        size_ = free_ + static_cast<int>(island.edges.size());
        for (int i = 0; i < count; ++i) add_mass(i, i, mass(i));
        for (const auto& [i, j, coupled] : island.couplings) {
            add_mass(i, j, coupled);
            add_mass(j, i, coupled);
        }
    }

    /// From places c, momenta p = M v, with pull f; held components go to `ends`.
    bool fly(const Nodes& start, const Nodes& v, const Nodes& f, const Nodes& ends, double dt, std::vector<Flown>& to,
             std::vector<Vec3>& pulls) {
        double turn = 0.0;
        for (const auto& edge : island_.edges)
            turn = std::max(turn, norm(along(edge, v)) * dt / std::sqrt(edge.length_squared));
        if (!std::isfinite(turn)) return false;
        for (int parts = static_cast<int>(std::ceil(std::min(turn / longest_part, 2.0 * most_parts)));
             parts <= most_parts; parts = 4 * std::max(parts, 1))
            if (fly_in(std::max(parts, 1), start, v, f, ends, dt)) {
                finish(v, f, dt, to);
                pulls = pulls_;
                return true;
            }
        return false;
    }

private:
    double mass(int i) const { return model_.mass.diagonal[island_.nodes[i]]; }
    bool held(int i, int a) const { return (model_.held_axes[island_.nodes[i]] & (1 << a)) != 0; }
    void add_mass(int i, int j, double m) {
        for (int a = 0; a < 3; ++a)
            if (const int row = freedom_[3 * i + a], column = freedom_[3 * j + a]; row >= 0 && column >= 0)
                mass_entries_.emplace_back(row, column, m / mass_unit_);
    }
    Nodes times_mass(const Nodes& v) const { return talweg::times_mass(model_, island_, v); }

    static Vec3 along(const RigidIsland::Edge& edge, const Nodes& c) {
        Vec3 d = Vec3::zero();
        for (const auto& [node, weight] : edge.row) d += weight * c[node];
        return d;
    }
    /// The edges at c in units of their mean length: the rows of G.
    std::vector<Vec3> edges_at(const Nodes& c) const {
        std::vector<Vec3> d;
        for (const auto& edge : island_.edges) d.push_back((along(edge, c) + b_[edge.b] - b_[edge.a]) / length_unit_);
        return d;
    }
    /// Gᵀ λ
    Nodes pulled(const std::vector<Vec3>& d, const Numbers& lambda) const {
        Nodes f(island_.nodes.size(), Vec3::zero());
        for (std::size_t e = 0; e < d.size(); ++e)
            for (const auto& [node, weight] : island_.edges[e].row) f[node] += (weight * lambda[e]) * d[e];
        return f;
    }
    /// [M Gᵀ(across); G(along) −ε]
    Entries system(const std::vector<Vec3>& across, const std::vector<Vec3>& along) const {
        Entries entries = mass_entries_;
        for (std::size_t e = 0; e < across.size(); ++e) {
            const int row = free_ + static_cast<int>(e);
            for (const auto& [node, weight] : island_.edges[e].row)
                for (int a = 0; a < 3; ++a)
                    if (const int k = freedom_[3 * node + a]; k >= 0) {
                        entries.emplace_back(k, row, weight * across[e][a]);
                        entries.emplace_back(row, k, weight * along[e][a]);
                    }
            entries.emplace_back(row, row, -compliance);
        }
        return entries;
    }

    bool fly_in(int parts, const Nodes& start, const Nodes& v, const Nodes& f, const Nodes& ends, double dt) {
        c_ = start;
        v_ = v;
        pins_.assign(start.size(), Vec3::zero());
        pulls_.assign(island_.edges.size(), Vec3::zero());
        Nodes momentum = times_mass(v);
        for (std::size_t i = 0; i < start.size(); ++i) {
            momentum[i] += dt * f[i];
            for (int a = 0; a < 3; ++a)
                if (held(static_cast<int>(i), a)) v_[i][a] = (ends[i][a] - start[i][a]) / dt;
        }
        for (int part = 0; part < parts; ++part) {
            if (!drift(dt / parts, momentum)) return false;
            momentum = times_mass(v_);
        }
        for (std::size_t i = 0; i < c_.size(); ++i)
            for (int a = 0; a < 3; ++a)
                if (held(static_cast<int>(i), a)) c_[i][a] = ends[i][a];
        return true;
    }

    /// One part of length s: edges keep their lengths by forces along themselves as they were, then velocities are
    /// made to keep them too.
    bool drift(double s, const Nodes& momentum) {
        const Nodes before = c_;
        const std::vector<Vec3> d_before = edges_at(before);
        const std::size_t edges = island_.edges.size();
        for (std::size_t i = 0; i < c_.size(); ++i) c_[i] += s * v_[i];
        Numbers lambda = Numbers::Zero(static_cast<int>(edges)), step;
        double least = HUGE_VAL;
        for (int iteration = 0;; ++iteration) {
            const std::vector<Vec3> d = edges_at(c_);
            Nodes moved(c_.size());
            for (std::size_t i = 0; i < c_.size(); ++i) moved[i] = c_[i] - before[i];
            const Nodes inertia = times_mass(moved), pull = pulled(d_before, lambda);
            step = Numbers::Zero(size_);
            for (std::size_t i = 0; i < c_.size(); ++i)
                for (int a = 0; a < 3; ++a)
                    if (const int k = freedom_[3 * i + a]; k >= 0)
                        step[k] = -((inertia[i][a] - s * momentum[i][a]) / mass_unit_ + pull[i][a]);
            for (std::size_t e = 0; e < edges; ++e)
                step[free_ + static_cast<int>(e)] =
                    -0.5 * length_unit_ *
                    (norm_squared(d[e]) - island_.edges[e].length_squared / (length_unit_ * length_unit_));
            if (!solve(system(d_before, d), size_, step)) return false;
            const double length = free_ > 0 ? step.head(free_).lpNorm<Eigen::Infinity>() : 0.0;
            // As far as rounding lets it go.
            const bool rounding = length < 1e-9 * length_unit_ && !(length < 0.25 * least);
            for (std::size_t i = 0; i < c_.size() && !rounding; ++i)
                for (int a = 0; a < 3; ++a)
                    if (const int k = freedom_[3 * i + a]; k >= 0) c_[i][a] += step[k];
            if (rounding || length < 1e-16 * length_unit_) break;
            lambda += step.tail(static_cast<int>(edges));
            least = length;
            if (iteration == most_iterations) return false;
        }
        return make_tangent(before, d_before, lambda, s);
    }

    bool make_tangent(const Nodes& before, const std::vector<Vec3>& d_before, const Numbers& lambda, double s) {
        const std::vector<Vec3> d = edges_at(c_);
        for (std::size_t i = 0; i < c_.size(); ++i)
            for (int a = 0; a < 3; ++a)
                if (freedom_[3 * i + a] >= 0) v_[i][a] = (c_[i][a] - before[i][a]) / s;
        Numbers change = Numbers::Zero(size_);
        for (std::size_t e = 0; e < d.size(); ++e)
            change[free_ + static_cast<int>(e)] = -dot(d[e], along(island_.edges[e], v_));
        if (!solve(system(d, d), size_, change)) return false;
        for (std::size_t e = 0; e < d.size(); ++e)
            pulls_[e] -= (mass_unit_ * lambda[e] / s) * d_before[e] + (mass_unit_ * change[free_ + e]) * d[e];
        const Nodes first = pulled(d_before, lambda), second = pulled(d, change.tail(static_cast<int>(d.size())));
        for (std::size_t i = 0; i < c_.size(); ++i)
            for (int a = 0; a < 3; ++a)
                if (const int k = freedom_[3 * i + a]; k >= 0)
                    v_[i][a] += change[k];
                else
                    pins_[i][a] += mass_unit_ * (first[i][a] / s + second[i][a]);
        return true;
    }

    /// c̃ of M (c' − c̃) = h² f on free components, and of what reacts on those that are held, h (M (v' − v) + Gᵀ(λ +
    /// μ)).
    void finish(const Nodes& v, const Nodes& f, double dt, std::vector<Flown>& to) const {
        Nodes change(v.size());
        for (std::size_t i = 0; i < v.size(); ++i) change[i] = v_[i] - v[i];
        Nodes right = times_mass(change);
        for (std::size_t i = 0; i < v.size(); ++i)
            for (int a = 0; a < 3; ++a)
                right[i][a] = dt * (freedom_[3 * i + a] >= 0 ? dt * f[i][a] : right[i][a] + pins_[i][a]);
        divide_by_mass(right);
        for (std::size_t i = 0; i < v.size(); ++i) to.push_back({island_.nodes[i], c_[i], v_[i], c_[i] - right[i]});
    }

    void divide_by_mass(Nodes& f) const {
        const int count = static_cast<int>(f.size());
        if (island_.couplings.empty()) {
            for (int i = 0; i < count; ++i) f[i] = f[i] / mass(i);
            return;
        }
        Entries entries;
        for (int i = 0; i < count; ++i) entries.emplace_back(i, i, mass(i));
        for (const auto& [i, j, m] : island_.couplings) {
            entries.emplace_back(i, j, m);
            entries.emplace_back(j, i, m);
        }
        for (int a = 0; a < 3; ++a) {
            Numbers right(count);
            for (int i = 0; i < count; ++i) right[i] = f[i][a];
            solve(entries, count, right);
            for (int i = 0; i < count; ++i) f[i][a] = right[i];
        }
    }

    const Model& model_;
    const RigidIsland& island_;
    const Positions& b_;
    std::vector<int> freedom_;  // of each node and axis: its number among the free ones, or −1
    int free_ = 0, size_ = 0;
    double mass_unit_ = 0.0, length_unit_ = 0.0;
    Entries mass_entries_;
    Nodes c_, v_;
    Nodes pins_;               // N s that edges pull with on held components
    std::vector<Vec3> pulls_;  // N s of each edge, on its second point
};

}  // namespace

Flights fly(const Model& model, const State& state, const Landscape& landscape, const Nodes& ends, double dt) {
    Flights flights{rigid_islands(model), {}, {0}, {}};
    const std::vector<RigidIsland>& islands = flights.islands;
    if (islands.empty()) return flights;
    const Nodes loads = dead_loads(model, landscape);
    std::vector<std::vector<Flown>> flown(islands.size());
    flights.pulls.resize(islands.size());
    parallel_each(0, static_cast<int>(islands.size()), [&](int k) {
        const auto part = [&](const Nodes& whole) {
            Nodes values;
            for (const int node : islands[k].nodes) values.push_back(whole[node]);
            return values;
        };
        Flight(model, islands[k], landscape.b)
            .fly(part(state.c), part(state.v), part(loads), part(ends), dt, flown[k], flights.pulls[k]);
    });
    for (const auto& of_island : flown) {
        flights.flown.insert(flights.flown.end(), of_island.begin(), of_island.end());
        flights.first.push_back(static_cast<int>(flights.flown.size()));
    }
    return flights;
}

namespace {

using Motion6 = Eigen::Matrix<double, 6, 1>;

/// The rigid motion ξ = (velocity of `origin`, ω) of nodes at c with least ½ ξᵀJξ − momentum·ξ, J = BᵀMB, whose held
/// components move as they must; as velocities of the nodes.
Nodes rigid_motion(const Model& model, const RigidIsland& island, const Nodes& c, const Vec3& origin,
                   const Motion6& momentum, const Nodes& must) {
    const int count = static_cast<int>(c.size());
    std::vector<Eigen::Matrix<double, 3, 6>> b(count, Eigen::Matrix<double, 3, 6>::Zero());
    for (int i = 0; i < count; ++i) {
        const Vec3 r = c[i] - origin;
        b[i].leftCols<3>().setIdentity();
        b[i].rightCols<3>() << 0.0, r[2], -r[1], -r[2], 0.0, r[0], r[1], -r[0], 0.0;  // ω × r
    }
    Eigen::Matrix<double, 6, 6> inertia = Eigen::Matrix<double, 6, 6>::Zero();
    for (int i = 0; i < count; ++i) inertia += model.mass.diagonal[island.nodes[i]] * b[i].transpose() * b[i];
    for (const auto& [i, j, m] : island.couplings) inertia += m * (b[i].transpose() * b[j] + b[j].transpose() * b[i]);
    std::vector<std::pair<int, int>> held;
    for (int i = 0; i < count; ++i)
        for (int a = 0; a < 3; ++a)
            if (model.held_axes[island.nodes[i]] & (1 << a)) held.emplace_back(i, a);
    // Lengths and masses of the body as units, so that holds that say the same twice are told from those that do not.
    const double mass = inertia(0, 0), length = std::sqrt(inertia.bottomRightCorner<3, 3>().trace() / mass);
    Motion6 unit;
    unit << 1.0, 1.0, 1.0, 1.0 / length, 1.0 / length, 1.0 / length;
    const int size = 6 + static_cast<int>(held.size());
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(size, size);
    Numbers right(size);
    system.topLeftCorner<6, 6>() = unit.asDiagonal() * inertia * unit.asDiagonal() / mass;
    right.head<6>() = unit.cwiseProduct(momentum) / mass;
    for (std::size_t k = 0; k < held.size(); ++k) {
        const auto [i, a] = held[k];
        const int row = 6 + static_cast<int>(k);
        const Motion6 way = unit.cwiseProduct(b[i].row(a).transpose());
        system.col(row).head<6>() = way;
        system.row(row).head<6>() = way.transpose();
        system(row, row) = -compliance;
        right[row] = must[i][a];
    }
    const Motion6 motion = unit.cwiseProduct(Motion6(system.partialPivLu().solve(right).head<6>()));
    Nodes v(count);
    for (int i = 0; i < count; ++i) {
        const Eigen::Vector3d moved = b[i] * motion;
        for (int a = 0; a < 3; ++a) v[i][a] = moved[a];
    }
    return v;
}

}  // namespace

void end_velocities(const Model& model, const Flights& flights, const Nodes& c, double dt, Nodes& v) {
    parallel_each(0, static_cast<int>(flights.islands.size()), [&](int k) {
        const RigidIsland& island = flights.islands[k];
        const std::span<const Flown> flown{flights.flown.data() + flights.first[k],
                                           flights.flown.data() + flights.first[k + 1]};
        if (flown.empty()) return;
        Nodes here, push, must, flying;
        for (const Flown& f : flown) {
            here.push_back(c[f.node]);
            push.push_back((c[f.node] - f.place) / dt);
            flying.push_back(f.velocity);
            must.push_back(v[f.node]);
            v[f.node] = f.velocity + push.back();
        }
        if (island.bodies != 1) return;
        const Nodes impulse = times_mass(model, island, push), before = times_mass(model, island, flying);
        // The spin of the flight, about its own centre, goes along to where the body is; about a pin all of it does.
        const Nodes ones(flown.size(), {1.0, 1.0, 1.0}), weight = times_mass(model, island, ones);
        Vec3 shift = Vec3::zero(), origin = Vec3::zero(), linear = Vec3::zero(), angular = Vec3::zero();
        double mass = 0.0;
        bool pinned = false;
        for (std::size_t i = 0; i < flown.size(); ++i) {
            mass += weight[i][0];
            origin += weight[i][0] * here[i];
            shift += weight[i][0] * (here[i] - flown[i].place);
            pinned |= model.held_axes[flown[i].node] == all_axes;
        }
        origin = origin / mass;
        shift = pinned ? Vec3::zero() : shift / mass;
        for (std::size_t i = 0; i < here.size(); ++i) {
            linear += before[i] + impulse[i];
            angular += cross(flown[i].place + shift - origin, before[i]) + cross(here[i] - origin, impulse[i]);
        }
        Motion6 momentum;
        momentum << linear[0], linear[1], linear[2], angular[0], angular[1], angular[2];
        const Nodes rigid = rigid_motion(model, island, here, origin, momentum, must);
        for (std::size_t i = 0; i < flown.size(); ++i)
            for (int a = 0; a < 3; ++a)
                if (!(model.held_axes[flown[i].node] & (1 << a))) v[flown[i].node][a] = rigid[i][a];
    });
}

}  // namespace talweg
