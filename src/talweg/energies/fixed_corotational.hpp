/// Corotational solid whose volume term is the true change of volume.
///
///     Ψ = μ |F − R|² + λ/2 (J − 1)² = μ Σ (σ_i − 1)² + λ/2 (J − 1)²,   J = det
///     F
///
/// Stomakhin, Howes, Schroeder, Teran, "Energetically Consistent Invertible
/// Elasticity", 2012.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/stretch_sum.hpp"

namespace talweg {

struct FixedCorotational {
    static constexpr const char* name = "fixed_corotational";
    static constexpr const char* summary = "Corotational solid that resists the true change of volume";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus, parameter::poissons_ratio};
    using Family = SolidAndMembraneFamily<FixedCorotational>;

    using Constants = Lame;
    static Constants constants(const double* values, Confinement confinement) {
        return Lame::from(values[0], values[1], confinement);
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        const Real growth = determinant(f) - Real(1.0);
        return distance_from_rotation_squared(f) * c.mu + growth * growth * (0.5 * c.lambda);
    }

    template <int D, class Real>
    TALWEG_FN static void add_to(Principal<D, Real>& p, const Constants& c) {
        const Real growth = p.volume_change();
        for (int i = 0; i < D; ++i) p.density += c.mu * (p.sigma[i] - 1.0) * (p.sigma[i] - 1.0);
        p.density += 0.5 * c.lambda * growth * growth;
        p.add_length_term(c.mu, 0.0);
        p.add_sum_term(-2.0 * c.mu, 0.0);
        p.add_volume_term(c.lambda * growth, c.lambda);
    }
};

}  // namespace talweg
