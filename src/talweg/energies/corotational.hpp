/// Linear elasticity in the frame that turns with the element: F = R S with the
/// strain S − I.
///
///     Ψ = μ |F − R|² + λ/2 tr²(S − I) = μ Σ (σ_i − 1)² + λ/2 (Σ σ_i − d)²
///
/// Müller and Gross, "Interactive Virtual Materials", 2004, here with the exact
/// derivatives of R. The stress R (2μ (S − I) + λ tr(S − I) I) is the rotated
/// Cauchy stress whose face forces the lecture sums.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/stretch_sum.hpp"

namespace talweg {

struct Corotational {
    static constexpr const char* name = "corotational";
    static constexpr const char* summary = "Linear elasticity in a frame that turns with the element";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus, parameter::poissons_ratio};
    using Family = SolidAndMembraneFamily<Corotational>;

    using Constants = Lame;
    static Constants constants(const double* values, Confinement confinement) {
        return Lame::from(values[0], values[1], confinement);
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        const Real growth = stretch_sum(f) - Real(D);
        return distance_from_rotation_squared(f) * c.mu + growth * growth * (0.5 * c.lambda);
    }

    template <int D, class Real>
    TALWEG_FN static void add_to(Principal<D, Real>& p, const Constants& c) {
        Real growth = Real(0.0);
        for (int i = 0; i < D; ++i) {
            p.density += c.mu * (p.sigma[i] - 1.0) * (p.sigma[i] - 1.0);
            growth += p.sigma[i] - 1.0;
        }
        p.density += 0.5 * c.lambda * growth * growth;
        p.add_length_term(c.mu, 0.0);
        p.add_sum_term(c.lambda * growth - 2.0 * c.mu, c.lambda);
    }
};

}  // namespace talweg
