/// The end of every step that is taken, whatever took it: the one place where time goes on, elements come to remember
/// and steps are counted.
#pragma once
#include "talweg/state/state.hpp"
#include "talweg/step/step_report.hpp"

namespace talweg {

/// A part of a step, of length dt, has led to the nodes and velocities of `state`; it is `end` now.
inline void accept_part(const Model& model, double end, double dt, State& state) {
    state.time = end;
    evolve_memory(model, dt, state);
}

/// Makes `next`, whose parts add up to one step of length dt, the state.
inline void accept(State next, double dt, State& state, StepReport& report) {
    next.count_step(dt);
    state = std::move(next);
    report.completed = true;
}

}  // namespace talweg
