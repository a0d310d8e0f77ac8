/// The end of every step that is taken, whatever took it.
#pragma once
#include "talweg/state/state.hpp"
#include "talweg/step/step_report.hpp"

namespace talweg {

/// Makes `next`, one step of length dt further, the state.
inline void accept(State next, double dt, State& state, StepReport& report) {
    next.count_step(dt);
    state = std::move(next);
    report.completed = true;
}

}  // namespace talweg
