#include "talweg/step/advance.hpp"

#include <algorithm>

namespace talweg {

StepReport advance_divided(State& state, const StepSettings& settings,
                           const std::function<Descent(State&, double dt)>& advance) {
    StepReport report;
    State moving = state;
    int level = 0;          // the current substep is dt / 2^level
    std::int64_t done = 0;  // such substeps taken
    report.substeps = 0;
    while (done < std::int64_t(1) << level) {
        const double dt = settings.dt / static_cast<double>(std::int64_t(1) << level);
        Descent descent = advance(moving, dt);
        report.iterations.insert(report.iterations.end(), descent.iterations.begin(), descent.iterations.end());
        report.residual = std::max(report.residual, descent.residual);
        if (!descent.reached()) {
            ++report.rejected_substeps;
            if (level == settings.max_subdivisions) {
                report.stop = "not_converged";
                report.advice =
                    std::string("the solver found no minimum (") + describe(descent.outcome) + "), not even at 1/" +
                    std::to_string(std::int64_t(1) << level) +
                    " of the time step; look for extreme stiffness ratios or collapsed springs, or choose a "
                    "smaller time step";
                if (settings.integrator == "quasi_static")
                    report.advice += "; without inertia, a body that nothing holds has no equilibrium under a load";
                return report;
            }
            ++level;
            done *= 2;
            continue;
        }
        report.at_floor |= descent.outcome == Outcome::at_floor;
        report.potentials = std::move(descent.potentials);
        report.gap = std::min(report.gap, descent.gap);
        report.contact.add(descent.contact, dt / settings.dt);
        ++report.substeps;
        ++done;
        while (level > 0 && done % 2 == 0) {  // back to longer substeps as soon as they fit
            --level;
            done /= 2;
        }
        moving.time =
            state.time + settings.dt * (static_cast<double>(done) / static_cast<double>(std::int64_t(1) << level));
    }
    moving.step = state.step + 1;
    moving.time = settings.dt * static_cast<double>(moving.step);
    state = std::move(moving);
    report.completed = true;
    return report;
}

}  // namespace talweg
