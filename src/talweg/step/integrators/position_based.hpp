/// Position-based dynamics: forces move points, then constraints correct them, one after another. How stiff things are
/// depends on iterations and step, not on the material (step/position_stepper.hpp).
#pragma once
#include "talweg/step/position_stepper.hpp"

namespace talweg {

struct PositionBased {
    static constexpr const char* name = "position_based";
    static constexpr const char* summary =
        "Position-based dynamics: points are corrected until lengths and shapes fit; stiffness depends on iterations";

    static std::vector<std::string> known_energies() { return energies_with_constraints(); }
    static std::unique_ptr<Stepper> make(const Model& model, const StepSettings& settings) {
        return std::make_unique<PositionStepper>(model, settings, PositionMethod{name, false, 20, 1});
    }
};

}  // namespace talweg
