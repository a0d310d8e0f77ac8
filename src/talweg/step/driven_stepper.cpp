#include "talweg/step/driven_stepper.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

void add_difference(const std::vector<Momentum>& after, const std::vector<Momentum>& before, Impulses& impulses) {
    impulses.loads.resize(std::max(impulses.loads.size(), after.size()));
    for (std::size_t body = 0; body < after.size(); ++body) {
        impulses.loads[body] += after[body];
        impulses.loads[body] += -1.0 * before[body];
    }
}

template <class Value>
std::vector<Value> of(const std::vector<int>& indices, const std::vector<Value>& all) {
    std::vector<Value> some;
    some.reserve(indices.size());
    for (const int index : indices) some.push_back(all[index]);
    return some;
}

}  // namespace

DrivenStepper::DrivenStepper(std::unique_ptr<Stepper> stepper, const Model& model, const Drive& drive, double dt)
    : stepper_(std::move(stepper)), model_(model), drive_(drive), emission_(model), dt_(dt) {
    if (!model.contact || (drive.flocks.empty() && drive.crowds.empty())) return;
    walls_.emplace(*model.contact, Clearance::From::obstacles);
    if (walls_->empty()) walls_.reset();
}

void DrivenStepper::set_velocity(int node, const Vec3& v, State& state) const {
    for (int a = 0; a < 3; ++a) {
        if (model_.held_axes[node] & (1 << a)) continue;
        // Also what integrators of several steps remember, or they would take the push for a trend.
        if (!state.v_before.empty()) state.v_before[node][a] += v[a] - state.v[node][a];
        state.v[node][a] = v[a];
    }
}

void DrivenStepper::push(State& state) const {
    for (const ForceField& field : drive_.fields)
        parallel_pieces(static_cast<int>(field.nodes.size()), [&](int begin, int end) {
            for (int k = begin; k < end; ++k) {
                const int node = field.nodes[k];
                set_velocity(node, field.driven(state.c[node], state.v[node], state.time, dt_), state);
            }
        });
}

std::vector<NearestWall> DrivenStepper::walls_near(const std::vector<int>& points, const Positions& x,
                                                   double horizon) const {
    if (!walls_) return {};
    std::vector<NearestWall> near(points.size());
    parallel_each(0, static_cast<int>((points.size() + 63) / 64), [&](int piece) {
        for (std::size_t k = 64 * static_cast<std::size_t>(piece);
             k < std::min(points.size(), std::size_t(64) * (piece + 1)); ++k) {
            near[k] = walls_->at(x[points[k]], points[k], x, {}, horizon);
            if (!(near[k].distance < horizon)) near[k].distance = std::numeric_limits<double>::infinity();
        }
    });
    return near;
}

void DrivenStepper::steer(State& state) const {
    if (drive_.flocks.empty() && drive_.crowds.empty()) return;
    const Positions x = walls_ ? positions(model_, state) : Positions{};
    const auto move = [&](const auto& herd, const std::vector<Vec3>& v) {
        for (std::size_t k = 0; k < v.size(); ++k) set_velocity(herd.nodes[k], v[k], state);
    };
    for (const Flock& flock : drive_.flocks) {
        const auto walls =
            flock.wall_repulsion > 0.0 ? walls_near(flock.points, x, flock.wall_distance) : std::vector<NearestWall>{};
        move(flock, flock.steered(of(flock.nodes, state.c), of(flock.nodes, state.v), walls, dt_));
    }
    // All walkers see one another, and as they were when the step began.
    std::vector<Vec3> places;
    std::vector<double> radii;
    for (const Crowd& crowd : drive_.crowds) {
        for (const int node : crowd.nodes) places.push_back(state.c[node]);
        radii.resize(places.size(), crowd.radius);
    }
    int first = 0;
    for (const Crowd& crowd : drive_.crowds) {
        const auto walls = walls_near(crowd.points, x, 9.3 * crowd.wall_range);
        move(crowd, crowd.steered(places, radii, first, of(crowd.nodes, state.v), walls, dt_));
        first += static_cast<int>(crowd.nodes.size());
    }
}

/// Contact may have made some faster.
void DrivenStepper::keep_limits(State& state) const {
    const auto limit = [&](const auto& herd) {
        for (const int node : herd.nodes)
            if (const double speed = norm(state.v[node]); speed > herd.speed_limit)
                set_velocity(node, (herd.speed_limit / speed) * state.v[node], state);
    };
    for (const Flock& flock : drive_.flocks) limit(flock);
    for (const Crowd& crowd : drive_.crowds) limit(crowd);
}

void DrivenStepper::count_passages(const State& before, State& after) const {
    std::size_t count = 0;
    for (const Crowd& crowd : drive_.crowds) count += crowd.doors.size();
    after.passed.resize(count, 0.0);
    std::size_t door = 0;
    for (const Crowd& crowd : drive_.crowds)
        for (std::size_t d = 0; d < crowd.doors.size(); ++d, ++door)
            for (const int node : crowd.nodes)
                after.passed[door] += crowd.doors[d].crossing(before.c[node], after.c[node]);
}

StepReport DrivenStepper::step(State& state) {
    const auto momenta = [&](const State& s) { return body_momenta(model_, s.c, s.v); };
    State next = state;
    push(next);
    steer(next);
    const std::vector<Momentum> at_rest = momenta(state), pushed = momenta(next);
    if (Contact* contact = backend().contact()) contact->set_absent(emission_.absent(state));
    StepReport report = stepper_->step(next);
    if (!report.completed) return report;
    const std::vector<Momentum> stepped = momenta(next);
    keep_limits(next);
    count_passages(state, next);
    report.waiting_births = emission_.go_on(state.time, next);
    add_difference(pushed, at_rest, report.impulses);
    add_difference(momenta(next), stepped, report.impulses);
    state = std::move(next);
    return report;
}

}  // namespace talweg
