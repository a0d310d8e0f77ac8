/// Steps of a world that fields drive and emitters feed, around those of any integrator.
///
/// Before a step fields change velocities, v ← v + h a(x, v, t). After it, particles that were born in it are where
/// free flight has brought them, x = s + v τ + ½ g τ², and those that wait are at their source. What that does to
/// momentum is counted among the loads.
#pragma once
#include "talweg/model/drive.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

class DrivenStepper final : public Stepper {
public:
    DrivenStepper(std::unique_ptr<Stepper> stepper, const Model& model, const Drive& drive, double dt)
        : stepper_(std::move(stepper)), model_(model), drive_(drive), dt_(dt) {}

    StepReport step(State& state) override;
    Backend& backend() override { return stepper_->backend(); }

private:
    void push(State& state) const;
    void emit(double before, State& state) const;

    std::unique_ptr<Stepper> stepper_;
    const Model& model_;
    const Drive& drive_;
    double dt_;
};

/// Particles of emitters that wait at the start are at their source, and stand still.
void start_emission(const Model& model, State& state);

}  // namespace talweg
