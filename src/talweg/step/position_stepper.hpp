/// Steps that move points by forces and then correct them, constraint by constraint: position-based dynamics as the
/// Berkeley lecture prints it, and XPBD.
///
///     v ← v + h w f(x, v),   p ← x + h v                      forces from outside, damping
///     iterations times: project every constraint, then everything out of the obstacles
///     v ← (p − x)/h,   x ← p
///
/// Ng and O'Brien, CS184 lecture 19, algorithm 1 (after Bender, Müller, Macklin, 2015). XPBD gives every constraint its
/// compliance and a multiplier that starts at 0 in each substep; substeps come before iterations (Macklin et al.,
/// "Small Steps in Physics Simulation", 2019).
#pragma once
#include "talweg/projections/interface/convert.hpp"
#include "talweg/projections/interface/obstacles.hpp"
#include "talweg/step/diverged.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

/// What makes the difference between the methods.
struct PositionMethod {
    const char* name;
    bool compliant;
    int iterations, substeps;  // where the scene says nothing
};

class PositionStepper final : public Stepper {
public:
    PositionStepper(const Model& model, const StepSettings& settings, const PositionMethod& method);

    StepReport step(State& state) override;
    Backend& backend() override { return backend_; }

    /// The largest |C + α̃ λ| where the last substep ended, over all energies that are constraints.
    double violation() const;

private:
    void substep(State& state, double h, StepReport& report);

    StepSettings settings_;
    PositionMethod method_;
    Backend backend_;
    Bounds bounds_;
    ParticleMap map_;
    ConstraintSet constraints_;
    ObstacleProjection obstacles_;
    ConstraintRule rule_;
    int iterations_, substeps_;
    Particles particles_;
};

}  // namespace talweg
