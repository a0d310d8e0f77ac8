#include "talweg/step/stepper.hpp"

#include <algorithm>

#include "talweg/integrator_list.hpp"
#include "talweg/math/error.hpp"
#include "talweg/step/driven_stepper.hpp"
#include "talweg/step/explicit_stepper.hpp"
#include "talweg/step/iteration_stepper.hpp"
#include "talweg/step/landscape_stepper.hpp"
#include "talweg/step/linear_stepper.hpp"

namespace talweg {

namespace {

template <class Integrator>
concept ProjectingIntegrator = requires(const Model& model, const StepSettings& settings) {
    { Integrator::make(model, settings) } -> std::same_as<std::unique_ptr<Stepper>>;
    Integrator::known_energies();
};

template <class Integrator>
constexpr std::vector<std::string> (*known_energies())() {
    if constexpr (ProjectingIntegrator<Integrator>)
        return &Integrator::known_energies;
    else
        return nullptr;
}

template <class Integrator>
std::unique_ptr<Stepper> make(const Model& model, const StepSettings& settings) {
    if constexpr (ProjectingIntegrator<Integrator>)
        return Integrator::make(model, settings);
    else if constexpr (ExplicitIntegrator<Integrator>)
        return std::make_unique<ExplicitStepper<Integrator>>(model, settings);
    else if constexpr (IterationIntegrator<Integrator>)
        return std::make_unique<IterationStepper<Integrator>>(model, settings);
    else if constexpr (LandscapeIntegrator<Integrator>)
        return std::make_unique<LandscapeStepper<Integrator>>(model, settings);
    else
        return std::make_unique<LinearStepper<Integrator>>(model, settings);
}

template <class... Integrators>
std::unique_ptr<Stepper> find(TypeList<Integrators...>, const Model& model, const StepSettings& settings) {
    std::unique_ptr<Stepper> found;
    ((settings.integrator == Integrators::name ? void(found = make<Integrators>(model, settings)) : void()), ...);
    return found;
}

template <class... Integrators>
std::vector<IntegratorEntry> entries(TypeList<Integrators...>) {
    return {{Integrators::name, Integrators::summary, ExplicitIntegrator<Integrators>,
             LandscapeIntegrator<Integrators> || ProjectingIntegrator<Integrators>,
             LandscapeIntegrator<Integrators> && !IterationIntegrator<Integrators>, ProjectingIntegrator<Integrators>,
             known_energies<Integrators>()}...};
}

}  // namespace

std::unique_ptr<Stepper> make_stepper(const Model& model, const StepSettings& settings) {
    if (auto stepper = find(AllIntegrators{}, model, settings)) {
        const Drive* drive = drive_of(model);
        if (!drive) return stepper;
        return std::make_unique<DrivenStepper>(std::move(stepper), model, *drive, settings.dt);
    }
    std::string known;
    for (const IntegratorEntry& entry : list_integrators())
        known += (known.empty() ? "" : ", ") + std::string(entry.name);
    throw Error("unknown integrator \"" + settings.integrator + "\"; known: " + known);
}

std::vector<IntegratorEntry> list_integrators() { return entries(AllIntegrators{}); }

bool settles_steps(std::string_view integrator) {
    const std::vector<IntegratorEntry> all = list_integrators();
    return std::any_of(all.begin(), all.end(),
                       [&](const IntegratorEntry& entry) { return entry.settles && integrator == entry.name; });
}

}  // namespace talweg
