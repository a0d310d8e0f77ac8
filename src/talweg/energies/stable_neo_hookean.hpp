/// Neo-Hookean solid that stays finite when crushed flat or turned inside out,
/// and finds its way back.
///
///     Ψ = μ/2 (|F|² − 3) − μ/2 ln((|F|² + 1)/4) − ¾ μ (J − 1) + λ/2 (J − 1)²,
///     J = det F
///
/// Smith, de Goes, Kim, "Stable Neo-Hookean Flesh Simulation", 2018, with its α
/// multiplied out and Ψ = 0 at rest. Its own constants follow from the Lamé
/// constants as μ = 4/3 μ_L, λ = λ_L + 5/6 μ_L, so that E and ν hold at small
/// strain. In a planar solid |F|² counts the third direction with its stretch
/// of 1.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/squared_strain.hpp"

namespace talweg {

struct StableNeoHookean {
    static constexpr const char* name = "stable_neo_hookean";
    static constexpr const char* summary = "Neo-Hookean solid that survives inversion";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus, parameter::poissons_ratio};
    static constexpr bool packs = true;
    using Family = SolidAndMembraneFamily<StableNeoHookean>;

    using Constants = Lame;
    static Constants constants(const double* values, Confinement confinement) {
        const Lame lame = Lame::from(values[0], values[1], confinement);
        return {4.0 / 3.0 * lame.mu, lame.lambda + 5.0 / 6.0 * lame.mu};
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        using std::log1p;
        const Matrix<Real, D, D> x = squared_strain(f);
        const Real lengths = trace(x), volume = volume_change(x, determinant(f));
        return (lengths - log1p(lengths * 0.25)) * (0.5 * c.mu) +
               volume * (volume * (0.5 * c.lambda) - Real(0.75 * c.mu));
    }

    template <class Seen>  // Principal or Invariants
    TALWEG_FN static void add_to(Seen& p, const Constants& c) {
        const auto lengths = p.lengths_change(), volume = p.volume_change(), inverse = 1.0 / (lengths + 4.0);
        p.density += 0.5 * c.mu * (lengths - log1p(0.25 * lengths)) + volume * (0.5 * c.lambda * volume - 0.75 * c.mu);
        p.add_length_term(0.5 * c.mu * (1.0 - inverse), 0.5 * c.mu * inverse * inverse);
        p.add_volume_term(c.lambda * volume - 0.75 * c.mu, c.lambda);
    }
};

}  // namespace talweg
