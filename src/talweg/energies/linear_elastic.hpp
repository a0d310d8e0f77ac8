/// Linear elasticity in Cauchy's strain, for small displacements and for checks
/// against engineering formulas.
///
///     Ψ = μ |ε|² + λ/2 tr² ε,   ε = ½ (F + Fᵀ) − I
///
/// Quadratic in the positions: one linear system. A rotation counts as strain,
/// so bodies that turn swell.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"

namespace talweg {

struct LinearElastic {
    static constexpr const char* name = "linear_elastic";
    static constexpr const char* summary = "Linear elasticity in Cauchy's strain, for small displacements";
    static constexpr Parameter parameters[] = {parameter::youngs_modulus, parameter::poissons_ratio};
    static constexpr Invariance invariance = Invariance::translation;
    using Family = SolidFamily<LinearElastic>;

    using Constants = Lame;
    static Constants constants(const double* values, Confinement confinement) {
        return Lame::from(values[0], values[1], confinement);
    }

    template <class Real, int D>
    TALWEG_FN static Matrix<Real, D, D> strain(const Matrix<Real, D, D>& f) {
        Matrix<Real, D, D> e = (f + f.transposed()) * 0.5;
        for (int i = 0; i < D; ++i) e(i, i) -= Real(1.0);
        return e;
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        const Matrix<Real, D, D> e = strain(f);
        const Real t = trace(e);
        return norm_squared(e) * c.mu + t * t * (0.5 * c.lambda);
    }

    /// Constant and positive semi-definite for every admissible E and ν: nothing
    /// to project.
    template <int D>
    TALWEG_FN static Response<D> response(const Matrix<double, D, D>& f, const Constants& c, bool) {
        Response<D> r;
        const Matrix<double, D, D> e = strain(f);
        const double t = trace(e);
        r.density = density(f, c);
        r.stress = e * (2.0 * c.mu);
        r.tangent = Matrix<double, D * D, D * D>::zero();
        for (int i = 0; i < D; ++i) {
            r.stress(i, i) += c.lambda * t;
            for (int j = 0; j < D; ++j) {
                r.tangent(i * D + i, j * D + j) += c.lambda;
                r.tangent(j * D + i, j * D + i) += c.mu;
                r.tangent(j * D + i, i * D + j) += c.mu;
            }
        }
        return r;
    }
};

}  // namespace talweg
