/// Steps that descend a landscape. An integrator says what the landscape is (predict) and what the minimum means
/// (update).
#pragma once
#include "talweg/step/advance.hpp"
#include "talweg/step/diverged.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

template <class Integrator>
concept LandscapeIntegrator = requires(const Model& model, State& state, Nodes c) {
    { Integrator::predict(model, state, 1.0) } -> std::derived_from<Landscape>;
    requires requires { Integrator::update(model, state, c, 1.0); } || flies<Integrator>;
};

/// Nothing but equilibrium keeps such a step near: where there is none, the way down has no end.
template <class Integrator>
concept WithoutInertia = requires {
    requires Integrator::without_inertia;
};

template <class Integrator>
class LandscapeStepper final : public Stepper {
public:
    LandscapeStepper(const Model& model, const StepSettings& settings)
        : settings_(settings), backend_(model, settings.linear_solver, Interruption(settings.interrupted)) {}

    StepReport step(State& state) override {
        if (StepReport refused; is_too_far(backend_.model(), state, refused)) return refused;
        const State before = WithoutInertia<Integrator> ? state : State{};
        StepReport report = advance_divided(
            state, settings_,
            [&](State& s, double dt) {
                return advance<Integrator>(backend_.model(), s, dt, settings_.newton, backend_);
            },
            [&](const State& last, StepReport& at) { name_overstretched(backend_.model(), last, at); });
        if (WithoutInertia<Integrator> && report.completed && !Bounds(backend_.model()).hold(state)) {
            state = before;
            report.completed = false;
            report.stop = Stop::diverged;
            report.advice =
                "the motion has left a million times the scene's size: there is no equilibrium near; hold the "
                "body, lower its loads, or choose an integrator with inertia";
        }
        return report;
    }
    Backend& backend() override { return backend_; }

private:
    StepSettings settings_;
    Backend backend_;
};

}  // namespace talweg
