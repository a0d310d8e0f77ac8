#include "talweg/scene/check/energy_kinds.hpp"

#include <initializer_list>

#include "talweg/energies/edge_spring.hpp"
#include "talweg/energies/elastic_rod.hpp"
#include "talweg/energies/hinge_bending.hpp"
#include "talweg/energies/orthotropic_bending.hpp"
#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/energies/plate_bending.hpp"
#include "talweg/energies/quadratic_bending.hpp"
#include "talweg/energies/rod_bending.hpp"
#include "talweg/energies/strain_limit.hpp"

namespace talweg {

namespace {

bool is_one_of(const EnergySpec& energy, std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (energy.type == name) return true;
    return false;
}

}  // namespace

bool resists_bending(const EnergySpec& energy) {
    return is_one_of(energy, {HingeBending::name, PlateBending::name, OrthotropicBending::name, QuadraticBending::name,
                              EdgeSpring::name, RodBending::name, ElasticRod::name});
}

bool rests_at_angles(const EnergySpec& energy) {
    return is_one_of(energy, {HingeBending::name, PlateBending::name, OrthotropicBending::name, EdgeSpring::name});
}

bool limits_stretch(const EnergySpec& energy) {
    return is_one_of(energy, {StrainLimit::name, OrthotropicMembrane::name});
}

}  // namespace talweg
