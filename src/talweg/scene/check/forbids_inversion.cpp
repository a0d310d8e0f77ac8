#include "talweg/scene/check/forbids_inversion.hpp"

#include <algorithm>

#include "talweg/energy_list.hpp"

namespace talweg {

namespace {

template <class Energy>
constexpr bool forbids_inversion_of = requires {
    requires Energy::MaterialType::forbids_inversion;
};

template <class... Energies>
bool forbids(const std::string& name, TypeList<Energies...>) {
    return ((forbids_inversion_of<Energies> && name == Energies::name) || ...);
}

}  // namespace

bool forbids_inversion(const std::string& energy) { return forbids(energy, AllEnergies()); }

bool forbids_inversion(const BodySpec& body) {
    return std::any_of(body.energies.begin(), body.energies.end(),
                       [](const EnergySpec& energy) { return forbids_inversion(energy.type); });
}

}  // namespace talweg
