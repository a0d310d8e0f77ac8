/// A way to take time steps, chosen by name. One per run: it keeps patterns, factors and memory between steps.
#pragma once
#include <memory>
#include <string_view>

#include "talweg/state/state.hpp"
#include "talweg/step/step_report.hpp"
#include "talweg/step/step_settings.hpp"

namespace talweg {

class Stepper {
public:
    virtual ~Stepper() = default;
    /// Takes the state one time step further, or leaves it untouched and says why.
    virtual StepReport step(State& state) = 0;
    virtual Backend& backend() = 0;
};

/// The integrator of the settings over a model, which must outlive it. Throws Error on an unknown name.
std::unique_ptr<Stepper> make_stepper(const Model& model, const StepSettings& settings);

/// What there is to choose from.
struct IntegratorEntry {
    const char *name, *summary;
    bool is_explicit;
    bool takes_contact;  // descends a landscape, which barriers can be part of; or puts points out of obstacles
    bool settles;        // steps are minima of a landscape, and end when they are settled
    bool projects;       // counts iterations of projections, and knows the energies that become these
    std::vector<std::string> (*known_energies)();  // the energies it knows; null: all
};
std::vector<IntegratorEntry> list_integrators();
/// Whether steps of the integrator of that name end when they are settled; false of unknown names.
bool settles_steps(std::string_view integrator);

}  // namespace talweg
