#include "talweg/step/position_stepper.hpp"

#include <algorithm>

#include "talweg/step/accept.hpp"

namespace talweg {

PositionStepper::PositionStepper(const Model& model, const StepSettings& settings, const PositionMethod& method)
    : settings_(settings),
      method_(method),
      backend_(model, settings.linear_solver, Interruption(settings.interrupted)),
      bounds_(model),
      map_(model),
      constraints_(constraints_of(model, map_,
                                  {.method = method.name,
                                   .coloured = method.compliant,
                                   .stretch_limit = settings.projection.stretch_limit,
                                   .limited_springs_are_forces = !method.compliant,
                                   .liquid = settings.projection.liquid})),
      obstacles_(model),
      iterations_(settings.projection.iterations > 0 ? settings.projection.iterations : method.iterations),
      substeps_(settings.projection.substeps > 0 ? settings.projection.substeps : method.substeps) {
    rule_.compliant = method.compliant;
    rule_.stiffness = settings.projection.stiffness;
    rule_.h = settings.dt / substeps_;
    rule_.limit_compliance = settings.projection.compliance;
}

StepReport PositionStepper::step(State& state) {
    StepReport report;
    report.substeps = substeps_;
    State next = state;
    const double start = state.time;
    const Model& model = backend_.model();
    for (int s = 0; s < substeps_; ++s) {
        substep(next, rule_.h, report);
        accept_part(model, start + settings_.dt * (s + 1) / substeps_, rule_.h, next);
    }
    finish_step(settings_, bounds_, std::move(next), state, report);
    if (!report.completed) {
        report.advice +=
            "; forces that are not constraints – damping, loads – are taken explicitly and ask for small steps";
        return report;
    }
    const Positions x = positions(model, state);
    report.potentials = backend_.assembler().potentials(x, state.time);
    report.gap = obstacles_.gap(x);
    return report;
}

void PositionStepper::substep(State& state, double h, StepReport& report) {
    const Model& model = backend_.model();
    const Positions x = positions(model, state);
    Nodes f;
    constraints_.forces(model, x, velocities(model, state, h), state.time, f);
    const std::vector<Vec3>& w = map_.inverse_masses();
    Nodes p = state.c;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (int a = 0; a < 3; ++a) {
            state.v[i][a] += h * w[i][a] * f[i][a];
            p[i][a] += h * state.v[i][a];
        }
    prescribe_nodes(model, state.script_time() + h, p);
    map_.place(model, p, state.script_time() + h, particles_);
    if (!obstacles_.empty()) {
        Positions b, ahead;
        prescribed_points(model, state.script_time() + h, b);
        follow(model.map, p, b, ahead);
        obstacles_.start(x, ahead);
    }
    for (const auto& term : constraints_.terms) term->start(rule_, particles_);
    Positions before;
    for (int k = 0; k < iterations_; ++k) {
        backend_.interruption().check();
        before = particles_.q;
        for (const auto& term : constraints_.terms) term->project(rule_, particles_);
        obstacles_.project(model.map, method_.compliant ? rule_.limit_compliance / (h * h) : 0.0, particles_);
        double move = 0.0;
        for (std::size_t i = 0; i < before.size(); ++i)
            move = std::max(move, norm_squared(particles_.q[i] - before[i]));
        report.residual = std::sqrt(move) / h;
        report.iterations.push_back({0.0, report.residual, 0.0, 1.0, 1.0, 0.0});
    }
    for (std::size_t i = 0; i < p.size(); ++i) {
        state.v[i] = (particles_.q[i] - state.c[i]) / h;
        state.c[i] = particles_.q[i];
    }
    for (const auto& term : constraints_.terms) term->smooth(rule_, particles_, state.v);
}

double PositionStepper::violation() const {
    double largest = 0.0;
    for (const auto& term : constraints_.terms) largest = std::max(largest, term->violation(rule_, particles_));
    return largest;
}

}  // namespace talweg
