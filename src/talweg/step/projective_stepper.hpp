/// Projective dynamics: the landscape of implicit Euler, descended with one matrix that stays.
///
///     g = M/h² (x − x̃) + Σ w Aᵀ(A x − p(x)),   H = M/h² + Σ w AᵀA,   x ← x − H⁻¹ g
///
/// The local step finds p, element by element; the global one is a back-substitution, since H is factorised once. It is
/// the x of (M/h² + Σ w AᵀA) x = M/h² x̃ + Σ w Aᵀp in other words, ones in which rounding stays small (Bouaziz et al.,
/// 2014; Liu, Bouaziz, Kavan, "Quasi-Newton Methods for Real-Time Simulation of Hyperelastic Materials", 2017). H is
/// the same along all axes: a factor serves those that hold the same nodes.
///
/// x̃ = xⁿ + h vⁿ + h² M⁻¹ f with forces from outside at xⁿ. Obstacles are one more distance of every point that can
/// touch them: of its place from the nearest one outside, which is the place itself while it is free.
#pragma once
#include "talweg/projections/interface/convert.hpp"
#include "talweg/projections/interface/obstacles.hpp"
#include "talweg/step/diverged.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

class ProjectiveStepper final : public Stepper {
public:
    ProjectiveStepper(const Model& model, const StepSettings& settings);

    StepReport step(State& state) override;
    Backend& backend() override { return backend_; }

    /// How often H was factorised: once, or once per set of held axes.
    int factor_count() const { return static_cast<int>(factors_.size()); }

private:
    void collect_entries();
    void make_matrix();
    void factorize();
    /// g at the particles; x_tilde as above.
    void gradient(const Nodes& x_tilde, Nodes& g);
    bool solve(const Nodes& g, Nodes& p);
    void substep(State& state, StepReport& report);

    StepSettings settings_;
    Backend backend_;
    Bounds bounds_;
    ParticleMap map_;
    DistanceSet distances_;
    ObstacleProjection obstacles_;
    int iterations_, substeps_;
    double h_;
    BlockMatrix matrix_;
    struct Factor {
        Unknowns unknowns;  // one axis of the nodes that are free along it
        std::unique_ptr<LinearSolver> solver;
        std::vector<int> nodes;
    };
    std::vector<Factor> factors_;
    int factor_of_axis_[3] = {-1, -1, -1};  // −1: nothing is free along it
    std::vector<int> offsets_, entries_;    // by node: which entries of the terms are its
    std::vector<int> term_begins_;
    std::vector<Vec3> pulls_;
    std::vector<double> contact_weights_;  // of the obstacles' points, N/m
    Particles particles_;
    std::vector<double> right_, solution_;
};

}  // namespace talweg
