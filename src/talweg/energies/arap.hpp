/// As rigid as possible: the distance of F from the nearest rotation R.
///
///     Ψ = μ |F − R|² = μ Σ (σ_i − 1)²
///
/// Sorkine and Alexa, "As-Rigid-As-Possible Surface Modeling", 2007; Chao,
/// Pinkall, Sanan, Schröder, "A Simple Geometric Model for Elastic
/// Deformations", 2010. A bar that is pulled does not thin: ν = 0, so E = 2μ.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/stretch_sum.hpp"

namespace talweg {

struct Arap {
    static constexpr const char* name = "arap";
    static constexpr const char* summary = "As-rigid-as-possible solid: the distance from the nearest rotation";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus};
    using Family = UncontractingAndMembraneFamily<Arap>;

    struct Constants {
        double mu;  // Pa
    };
    static Constants constants(const double* values, Confinement) { return {0.5 * values[0]}; }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        return distance_from_rotation_squared(f) * c.mu;
    }

    template <int D, class Real>
    TALWEG_FN static void add_to(Principal<D, Real>& p, const Constants& c) {
        for (int i = 0; i < D; ++i) p.density += c.mu * (p.sigma[i] - 1.0) * (p.sigma[i] - 1.0);
        p.add_length_term(c.mu, 0.0);
        p.add_sum_term(-2.0 * c.mu, 0.0);
    }
};

}  // namespace talweg
