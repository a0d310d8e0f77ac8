/// The energies of one moment: kinetic, each potential by name, and their sum; and the momentum of what is no obstacle.
/// Terms of one name share an entry; dissipations store nothing and have none.
#pragma once
#include <string>
#include <vector>

#include "talweg/state/state.hpp"
#include "talweg/step/step_report.hpp"

namespace talweg {

struct EnergyBalance {
    explicit EnergyBalance(const Model& model);

    /// Takes the energies of `state` and of the step that led to it; for a start, a report that only has potentials.
    void measure(const Model& model, const State& state, const StepReport& report);

    double kinetic = 0.0, total = 0.0;  // J
    Vec3 momentum = Vec3::zero();       // kg m/s
    std::vector<double> potentials;     // J
    std::vector<std::string> names;     // of the potentials

private:
    std::vector<int> entry_of_term_;  // −1: a dissipation
};

}  // namespace talweg
