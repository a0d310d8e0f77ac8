/// Steps that descend a landscape. An integrator says what the landscape is (predict) and what the minimum means
/// (update).
#pragma once
#include "talweg/step/advance.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

template <class Integrator>
concept LandscapeIntegrator = requires(const Model& model, State& state, Nodes c) {
    { Integrator::predict(model, state, 1.0) } -> std::same_as<Landscape>;
    Integrator::update(model, state, c, 1.0);
};

template <class Integrator>
class LandscapeStepper final : public Stepper {
public:
    LandscapeStepper(const Model& model, const StepSettings& settings)
        : settings_(settings), backend_(model, settings.linear_solver) {}

    StepReport step(State& state) override {
        return advance_divided(state, settings_, [&](State& s, double dt) {
            return advance<Integrator>(backend_.model(), s, dt, settings_.newton, backend_);
        });
    }
    Backend& backend() override { return backend_; }

private:
    StepSettings settings_;
    Backend backend_;
};

}  // namespace talweg
