#include "talweg/step/driven_stepper.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

void put(const Emitter& emitter, int k, double time, State& state, const Vec3& gravity) {
    const double age = emitter.age(k, time);
    const Emitter::Birth birth = emitter.birth(k, time);
    const int node = emitter.first_node + k;
    state.c[node] = age < 0.0 ? birth.place : birth.place + age * birth.velocity + (0.5 * age * age) * gravity;
    state.v[node] = age < 0.0 ? Vec3::zero() : birth.velocity + age * gravity;
    if (!state.a.empty()) state.a[node] = age < 0.0 ? Vec3::zero() : gravity;
    if (!state.c_before.empty()) {  // as if it had flown before
        state.c_before[node] = state.c[node] - state.dt_before * state.v[node];
        state.v_before[node] = state.v[node];
    }
}

void add_difference(const std::vector<Momentum>& after, const std::vector<Momentum>& before, Impulses& impulses) {
    impulses.loads.resize(std::max(impulses.loads.size(), after.size()));
    for (std::size_t body = 0; body < after.size(); ++body) {
        impulses.loads[body] += after[body];
        impulses.loads[body] += -1.0 * before[body];
    }
}

}  // namespace

void DrivenStepper::push(State& state) const {
    for (const ForceField& field : drive_.fields)
        parallel_pieces(static_cast<int>(field.nodes.size()), [&](int begin, int end) {
            for (int k = begin; k < end; ++k) {
                const int node = field.nodes[k];
                const Vec3 v = field.driven(state.c[node], state.v[node], state.time, dt_);
                for (int a = 0; a < 3; ++a) {
                    if (model_.held_axes[node] & (1 << a)) continue;
                    // Also what integrators of several steps remember, or they would take the push for a trend.
                    if (!state.v_before.empty()) state.v_before[node][a] += v[a] - state.v[node][a];
                    state.v[node][a] = v[a];
                }
            }
        });
}

void DrivenStepper::emit(double before, State& state) const {
    for (const Emitter& emitter : drive_.emitters)
        for (int k = 0; k < emitter.count; ++k) {
            const double age = emitter.age(k, state.time), was = emitter.age(k, before);
            // Waiting, or born in this step.
            if (age < 0.0 || was < 0.0 || age < was) put(emitter, k, state.time, state, model_.gravity);
        }
}

StepReport DrivenStepper::step(State& state) {
    const auto momenta = [&](const State& s) { return body_momenta(model_, s.c, s.v); };
    State next = state;
    push(next);
    const std::vector<Momentum> at_rest = momenta(state), pushed = momenta(next);
    StepReport report = stepper_->step(next);
    if (!report.completed) return report;
    const std::vector<Momentum> stepped = momenta(next);
    emit(state.time, next);
    add_difference(pushed, at_rest, report.impulses);
    add_difference(momenta(next), stepped, report.impulses);
    state = std::move(next);
    return report;
}

void start_emission(const Model& model, State& state) {
    const Drive* drive = drive_of(model);
    if (!drive) return;
    for (const Emitter& emitter : drive->emitters)
        for (int k = 0; k < emitter.count; ++k) put(emitter, k, state.time, state, model.gravity);
}

}  // namespace talweg
