#include <cmath>

#include "talweg/step/driven_stepper.hpp"

namespace talweg {

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

void put(int node, const Vec3& place, const Vec3& velocity, const Vec3& acceleration, State& state) {
    state.c[node] = place;
    state.v[node] = velocity;
    if (!state.a.empty()) state.a[node] = acceleration;
    if (!state.c_before.empty()) {  // as if it had flown before
        const double h = state.dt_before;
        state.c_before[node] = place - h * velocity + (0.5 * h * h) * acceleration;
        state.v_before[node] = velocity - h * acceleration;
    }
}

}  // namespace

Emission::Emission(const Model& model) : model_(model), drive_(drive_of(model)) {
    if (!drive_ || drive_->emitters.empty()) return;
    for (const Emitter& emitter : drive_->emitters) count_ += emitter.count;
    if (model.contact) clearance_.emplace(*model.contact, Clearance::From::everything);
}

std::vector<std::uint8_t> Emission::absent(const State& state) const {
    if (count_ == 0) return {};
    std::vector<std::uint8_t> absent(static_cast<std::size_t>(model_.point_count()), 0);
    std::size_t i = 0;
    for (const Emitter& emitter : drive_->emitters)
        for (int k = 0; k < emitter.count; ++k, ++i)
            absent[emitter.first_point + k] = !emitter.lives(i < state.born.size() ? state.born[i] : never, state.time);
    return absent;
}

int Emission::go_on(double before, State& state) const {
    if (count_ == 0) return 0;
    state.born.resize(static_cast<std::size_t>(count_), never);
    std::vector<std::uint8_t> gone = absent(state);
    Positions x;
    if (clearance_) x = positions(model_, state);
    const double gap = clearance_ ? model_.contact->rules.d_hat : 0.0, now = state.time;
    int waiting = 0;
    std::size_t i = 0;
    for (const Emitter& emitter : drive_->emitters)
        for (int k = 0; k < emitter.count; ++k, ++i) {
            const int point = emitter.first_point + k, node = emitter.first_node + k;
            if (!gone[point]) continue;
            const double due = emitter.due(k, now);
            const Emitter::Birth birth = emitter.birth(k, now);
            if (!(due > state.born[i]) || !emitter.lives(due, now)) {  // not yet, or not again
                put(node, birth.place, Vec3::zero(), Vec3::zero(), state);
                continue;
            }
            const auto is_free = [&](const Vec3& to) {
                return !clearance_ || clearance_->is_free(birth.place, to, gap, point, x, gone);
            };
            double age = due > before ? now - due : 0.0;
            Vec3 place = birth.place + age * birth.velocity + (0.5 * age * age) * model_.gravity;
            if (age > 0.0 && !is_free(place)) {
                age = 0.0;
                place = birth.place;
            }
            if (age == 0.0 && !is_free(place)) {
                ++waiting;
                put(node, birth.place, Vec3::zero(), Vec3::zero(), state);
                continue;
            }
            put(node, place, birth.velocity + age * model_.gravity, model_.gravity, state);
            state.born[i] = age > 0.0 ? due : now;
            gone[point] = 0;
            if (clearance_) x[point] = place;
        }
    return waiting;
}

void start_emission(const Model& model, State& state) {
    const Drive* drive = drive_of(model);
    if (!drive) return;
    state.born.clear();
    Emission(model).go_on(never, state);
    std::size_t doors = 0;
    for (const Crowd& crowd : drive->crowds) doors += crowd.doors.size();
    state.passed.assign(doors, 0.0);
}

std::vector<double> ages(const Model& model, const State& state) {
    const Drive* drive = drive_of(model);
    if (!drive || drive->emitters.empty()) return {};
    std::vector<double> ages(static_cast<std::size_t>(model.place_count()), std::numeric_limits<double>::quiet_NaN());
    std::size_t i = 0;
    for (const Emitter& emitter : drive->emitters)
        for (int k = 0; k < emitter.count; ++k, ++i) {
            const double born = i < state.born.size() ? state.born[i] : never;
            ages[emitter.first_point + k] = emitter.lives(born, state.time) ? state.time - born : -1.0;
        }
    return ages;
}

}  // namespace talweg
