#include "talweg/scene/build/body_elements.hpp"

#include <fmt/format.h>

namespace talweg {

void refuse_element(const EnergySpec& energy, std::size_t element, const Error& why) {
    throw Error(located(energy.where, fmt::format("{}: element {}: {}", subject(energy.where), element, why.what())));
}

void refuse_rigidity(const Creases::Fold& crease, std::string_view energy) {
    throw Error(fmt::format(
        "its crease in line {} has a rigidity of its own, which {} cannot have; leave it out, or take hinge_bending",
        crease.where->line, energy));
}

}  // namespace talweg
