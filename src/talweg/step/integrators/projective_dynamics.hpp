/// Projective dynamics: implicit Euler for energies that are squared distances, with one factorised matrix for the
/// whole run; of springs, the fast mass–spring method (step/projective_stepper.hpp).
#pragma once
#include "talweg/step/projective_stepper.hpp"

namespace talweg {

struct ProjectiveDynamics {
    static constexpr const char* name = "projective_dynamics";
    static constexpr const char* summary = "Implicit Euler by local projections and one prefactored matrix; order 1";

    static std::vector<std::string> known_energies() { return energies_with_distance(); }
    static std::unique_ptr<Stepper> make(const Model& model, const StepSettings& settings) {
        return std::make_unique<ProjectiveStepper>(model, settings);
    }
};

}  // namespace talweg
