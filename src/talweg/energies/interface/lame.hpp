/// From Young's modulus E and Poisson's ratio ν to the Lamé constants in which materials are written.
///
///     μ = E / (2 (1 + ν)),   λ = E ν / ((1 + ν)(1 − 2ν))   in space and in plane strain
///                            λ = E ν / (1 − ν²)             in plane stress
///
/// The plane-stress λ lets the thickness relax. That is exact for materials whose energy is quadratic in the strain
/// across the thickness, and holds at small strain for the others.
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

/// What holds a planar solid in the third direction: rigid walls (plane strain) or nothing (plane stress); `plane`
/// where the material makes no difference between them. `space` for solids that are not planar.
enum class Confinement { space, plane, plane_strain, plane_stress };

struct Lame {
    double mu, lambda;  // Pa

    static Lame from(double youngs_modulus, double poissons_ratio, Confinement confinement) {
        const double e = youngs_modulus, nu = poissons_ratio;
        const double lambda = confinement == Confinement::plane_stress ? e * nu / ((1.0 + nu) * (1.0 - nu))
                                                                       : e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
        return {e / (2.0 * (1.0 + nu)), lambda};
    }
};

/// The parameters that materials share.
namespace parameter {

inline constexpr Parameter youngs_modulus = {
    "youngs_modulus", "Pa", "Young's modulus E: stress per strain of a bar that is pulled a little", Range::positive};
inline constexpr Parameter poissons_ratio = {
    "poissons_ratio", "1", "Poisson's ratio ν: how much a bar that is pulled a little thins", Range::poissons_ratio};
inline constexpr Parameter thickness = {"thickness", "m", "Thickness of the planar solid", Range::positive};

}  // namespace parameter

}  // namespace talweg
