/// Extended position-based dynamics: constraints with compliance, so that materials keep their stiffness whatever the
/// number of iterations once these converge (step/position_stepper.hpp).
#pragma once
#include "talweg/step/position_stepper.hpp"

namespace talweg {

struct Xpbd {
    static constexpr const char* name = "xpbd";
    static constexpr const char* summary = "Position-based dynamics with compliance, in many small substeps; order 1";

    static std::vector<std::string> known_energies() { return energies_with_constraints(); }
    static std::unique_ptr<Stepper> make(const Model& model, const StepSettings& settings) {
        return std::make_unique<PositionStepper>(model, settings, PositionMethod{name, true, 1, 10});
    }
};

}  // namespace talweg
