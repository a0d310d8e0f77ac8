/// Steps of one Newton iteration each, for integrators that only want to go down.
#pragma once
#include "talweg/step/accept.hpp"
#include "talweg/step/advance.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

template <class Integrator>
concept IterationIntegrator = requires {
    requires Integrator::one_iteration;
};

template <class Integrator>
class IterationStepper final : public Stepper {
public:
    IterationStepper(const Model& model, const StepSettings& settings)
        : settings_(settings), backend_(model, settings.linear_solver, Interruption(settings.interrupted)) {
        settings_.newton.max_iterations = 1;
    }

    StepReport step(State& state) override {
        const Model& model = backend_.model();
        const Landscape landscape = Integrator::predict(model, state, settings_.dt);
        Nodes c = state.c;
        prescribe_nodes(model, state.time + settings_.dt, c);
        Descent descent = descend(landscape, c, settings_.dt, settings_.newton, backend_);
        StepReport report;
        report.iterations = std::move(descent.iterations);
        report.residual = descent.residual;
        report.at_floor = descent.outcome == Outcome::at_floor;
        if (descent.outcome == Outcome::stalled) {
            report.stop = Stop::not_converged;
            report.advice = std::string("the energy cannot be lowered (") + describe(descent.outcome) +
                            "); look for elements that start inside out with an energy that forbids it";
            return report;
        }
        State next = state;
        Integrator::update(model, next, std::move(c), settings_.dt);
        accept_part(model, state.time + settings_.dt, settings_.dt, next);
        accept(std::move(next), settings_.dt, state, report);
        report.potentials = backend_.assembler().potentials(positions(model, state), state.time, state.memory);
        return report;
    }
    Backend& backend() override { return backend_; }

private:
    StepSettings settings_;
    Backend backend_;
};

}  // namespace talweg
