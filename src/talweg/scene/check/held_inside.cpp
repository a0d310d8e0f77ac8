#include "talweg/scene/check/held_inside.hpp"

#include <fmt/format.h>

#include "talweg/energy_list.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

template <class Energy>
constexpr bool is_of_sheets() {
    if constexpr (requires { Energy::domain; })
        return Energy::domain == Domain::triangles || Energy::domain == Domain::hinges ||
               Energy::domain == Domain::patches;
    return false;
}

template <class... Energies>
bool acts_on_sheets(const std::string& name, TypeList<Energies...>) {
    return ((is_of_sheets<Energies>() && name == Energies::name) || ...);
}

}  // namespace

void require_held_inside(const BodySpec& body, const BodyShape& shape) {
    if (shape.mesh.tets.empty() || body.stiff() || body.energies.empty()) return;
    std::vector<std::string> names;
    for (const EnergySpec& energy : body.energies) {
        if (!acts_on_sheets(energy.type, AllEnergies())) return;
        names.push_back(energy.type);
    }
    refuse(body.where,
           fmt::format("is a solid, but its energies are those of sheets, which hold its surface alone: {}; "
                       "take the \"skin\" of the shape, or a material or an energy of solids",
                       listed(names)));
}

}  // namespace talweg
