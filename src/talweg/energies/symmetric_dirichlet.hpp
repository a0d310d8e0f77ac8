/// Symmetric Dirichlet energy: punishes stretching and squeezing alike, for
/// shapes that relax without folding over.
///
///     Ψ = E/8 (|F|² + |F⁻¹|² − 2d) = E/8 Σ (σ_i − 1/σ_i)²;   infinite for det
///     F ≤ 0
///
/// Smith and Schaefer, "Bijective Parameterization with Free Boundaries", 2015.
/// The factor makes E the Young's modulus at small strain, where ν = 0.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/squared_strain.hpp"

namespace talweg {

struct SymmetricDirichlet {
    static constexpr const char* name = "symmetric_dirichlet";
    static constexpr const char* summary = "Symmetric Dirichlet distortion, with a barrier against inversion";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus};
    static constexpr bool forbids_inversion = true;
    using Family = UncontractingFamily<SymmetricDirichlet>;

    struct Constants {
        double weight;  // E/8, Pa
    };
    static Constants constants(const double* values, Confinement) { return {0.125 * values[0]}; }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        const Real j = determinant(f);
        if (!(j > Real(0.0))) return Real(HUGE_VAL);
        // |F|² + |F⁻¹|² − 2d is the square of F⁻ᵀ (FᵀF − I), which loses nothing near rest.
        return norm_squared(cofactor(f) * squared_strain(f)) / (j * j) * c.weight;
    }

    template <int D, class Real>
    TALWEG_FN static void add_to(Principal<D, Real>& p, const Constants& c) {
        for (int i = 0; i < D; ++i) {
            const Real s = p.sigma[i], inverse = 1.0 / s, inverse_squared = inverse * inverse;
            p.density += c.weight * (s - inverse) * (s - inverse);
            p.first[i] -= 2.0 * c.weight * inverse * inverse_squared;
            p.second(i, i) += 6.0 * c.weight * inverse_squared * inverse_squared;
            for (int j = 0; j < i; ++j) {
                const Real t = p.sigma[j], product = s * t, factor = 2.0 * c.weight / (product * product * product);
                p.shear[Principal<D>::pair(i, j)] += factor * (s * s + t * t + product);
                p.spin[Principal<D>::pair(i, j)] -= factor * (s * s + t * t - product);
            }
        }
        p.add_length_term(c.weight, 0.0);
    }
};

}  // namespace talweg
