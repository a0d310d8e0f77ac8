/// Compressible neo-Hookean solid whose energy grows without bound as it is
/// crushed: it never inverts.
///
///     Ψ = μ/2 (|F|² − d) − μ ln J + λ/2 ln² J,   J = det F;   infinite for J ≤
///     0
///
/// Bonet and Wood, "Nonlinear Continuum Mechanics for Finite Element Analysis",
/// §6.4.3. E and ν hold at small strain.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/squared_strain.hpp"

namespace talweg {

struct NeoHookean {
    static constexpr const char* name = "neo_hookean";
    static constexpr const char* summary = "Neo-Hookean solid with a logarithmic barrier against inversion";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus, parameter::poissons_ratio};
    static constexpr bool forbids_inversion = true, packs = true;
    using Family = SolidFamily<NeoHookean>;

    using Constants = Lame;
    static Constants constants(const double* values, Confinement confinement) {
        return Lame::from(values[0], values[1], confinement);
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        using std::log1p;
        const Real j = determinant(f);
        const auto allowed = j > Real(0.0);
        if (!any(allowed)) return Real(HUGE_VAL);
        const Matrix<Real, D, D> x = squared_strain(f);
        const Real log_j = log1p(volume_change(x, j));
        const Real density = trace(x) * (0.5 * c.mu) + log_j * (log_j * (0.5 * c.lambda) - Real(c.mu));
        return select(allowed, density, Real(HUGE_VAL));
    }

    template <class Seen>  // Principal or Invariants
    TALWEG_FN static void add_to(Seen& p, const Constants& c) {
        const auto j = p.volume(), log_j = log1p(p.volume_change()), slope = (c.lambda * log_j - c.mu) / j;
        p.density += 0.5 * c.mu * p.lengths_change() + log_j * (0.5 * c.lambda * log_j - c.mu);
        p.add_length_term(0.5 * c.mu, 0.0);
        p.add_volume_term(slope, (c.lambda / j - slope) / j);
    }
};

}  // namespace talweg
