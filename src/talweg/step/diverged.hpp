/// When motion has left every bound, and how steps without a landscape end: accepted, or refused for that.
#pragma once
#include "talweg/state/state.hpp"
#include "talweg/step/step_report.hpp"
#include "talweg/step/step_settings.hpp"

namespace talweg {

/// Beyond this a run has diverged: a million times the size of the start, from its origin.
struct Bounds {
    double farthest;
    explicit Bounds(const Model& model);
    bool hold(const State& state) const;
};

/// Whether something is where coordinates have too few digits for the gaps of contact; the report then names the stop.
bool is_too_far(const Model& model, const State& state, StepReport& report);

/// Makes `next` the state if it is finite and within bounds; otherwise the report names the stop "diverged".
void finish_step(const StepSettings& settings, const Bounds& bounds, State next, State& state, StepReport& report);

}  // namespace talweg
