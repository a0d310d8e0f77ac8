/// Steps of a world that fields drive, flocks steer and emitters feed, around those of any integrator.
///
/// Before a step fields and neighbours change velocities, v ← v + h a(x, v, t). After it, particles that were born in
/// it are where free flight has brought them, x = s + v τ + ½ g τ²; if anything is in their way, at their source; and
/// if their source is not free by more than the gap of contact, they wait. Those that wait, or are gone, stand at their
/// source, and contact does not see them. What all that does to momentum is counted among the loads.
#pragma once
#include "talweg/contact/clearance.hpp"
#include "talweg/model/drive.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

/// Puts particles where they are born, and away when they are gone.
class Emission {
public:
    explicit Emission(const Model& model);

    /// From the time `before` to that of the state; at the start, from −∞. Returns how many births wait.
    int go_on(double before, State& state) const;
    /// By point: 1 where a particle of an emitter is not there. Empty: all are there, or there are no emitters.
    std::vector<std::uint8_t> absent(const State& state) const;

private:
    const Model& model_;
    const Drive* drive_;
    std::optional<Clearance> clearance_;
    int count_ = 0;
};

class DrivenStepper final : public Stepper {
public:
    DrivenStepper(std::unique_ptr<Stepper> stepper, const Model& model, const Drive& drive, double dt);

    StepReport step(State& state) override;
    Backend& backend() override { return stepper_->backend(); }

private:
    void push(State& state) const;
    void steer(State& state) const;
    void set_velocity(int node, const Vec3& v, State& state) const;
    std::vector<NearestWall> walls_near(const std::vector<int>& points, const Positions& x, double horizon) const;
    void keep_limits(State& state) const;
    void count_passages(const State& before, State& after) const;

    std::unique_ptr<Stepper> stepper_;
    const Model& model_;
    const Drive& drive_;
    Emission emission_;
    std::optional<Clearance> walls_;
    double dt_;
};

/// Particles of emitters that wait at the start are at their source, and stand still; doors have counted nobody.
void start_emission(const Model& model, State& state);

/// By point, s: how long a particle of an emitter has been there; −1: it is not; NaN: of all others. Empty where there
/// are no emitters.
std::vector<double> ages(const Model& model, const State& state);

}  // namespace talweg
