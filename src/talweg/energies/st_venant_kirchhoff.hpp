/// Linear elasticity in Green's strain, which no rotation changes.
///
///     Ψ = μ |G|² + λ/2 tr² G,   G = ½ (FᵀF − I)
///
/// Printed in the lecture without the ½ of G; the node force there fits this
/// one. Stiffens under tension, gives way under strong compression: below σ =
/// 1/√3 a crushed bar pushes back less and less.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/squared_strain.hpp"

namespace talweg {

struct StVenantKirchhoff {
    static constexpr const char* name = "st_venant_kirchhoff";
    static constexpr const char* summary = "St. Venant–Kirchhoff solid: linear elasticity in Green's strain";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus, parameter::poissons_ratio};
    using Family = SolidAndMembraneFamily<StVenantKirchhoff>;

    using Constants = Lame;
    static Constants constants(const double* values, Confinement confinement) {
        return Lame::from(values[0], values[1], confinement);
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        const Matrix<Real, D, D> x = squared_strain(f);
        const Real t = trace(x);
        return norm_squared(x) * (0.25 * c.mu) + t * t * (0.125 * c.lambda);
    }

    template <int D, class Real>
    TALWEG_FN static void add_to(Principal<D, Real>& p, const Constants& c) {
        Real growth = Real(0.0);
        for (int i = 0; i < D; ++i) {
            const Real s = p.sigma[i], strain = (s - 1.0) * (s + 1.0);
            growth += strain;
            p.density += 0.25 * c.mu * strain * strain;
            p.first[i] += c.mu * s * strain;
            p.second(i, i) += c.mu * (3.0 * s * s - 1.0);
            for (int j = 0; j < i; ++j) {
                const Real t = p.sigma[j], squares = s * s + t * t - 1.0;
                p.shear[Principal<D>::pair(i, j)] += c.mu * (squares + s * t);
                p.spin[Principal<D>::pair(i, j)] += c.mu * (squares - s * t);
            }
        }
        p.density += 0.125 * c.lambda * growth * growth;
        p.add_length_term(0.25 * c.lambda * growth, 0.25 * c.lambda);
    }
};

}  // namespace talweg
