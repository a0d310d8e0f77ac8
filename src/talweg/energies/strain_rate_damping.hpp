/// Damping of a solid by the rate of its strain: what deforms loses energy, what moves or turns rigidly does not.
///
///     D = V η/2 |Ė|²,   Ė = ½ (Ḟᵀ F + Fᵀ Ḟ)
///
/// Kelvin and Voigt's solid: the viscous stress is S = η Ė beside the material's own, so that a bar pulled slowly feels
/// σ = E ε + η ε̇. Over a finite move Ė is taken as (E(F) − E(F_ref))·rate, E = ½ (FᵀF − I): the same to first order,
/// and exactly zero for every rotation, however large. That potential is a St. Venant–Kirchhoff solid with λ = 0 whose
/// rest metric is that of the start:
///
///     V η·rate/2 |½ (FᵀF − F_refᵀF_ref)|²
#pragma once
#include "talweg/energies/interface/solid.hpp"

namespace talweg {

/// Ψ = k/2 |G|², G = ½ (FᵀF − metric).
struct MetricChange {
    static constexpr const char* name = "strain_rate_damping";
    struct Constants {
        double modulus;  // Pa
        double metric[9];
    };

    template <class Real, int D>
    TALWEG_FN static Matrix<Real, D, D> change(const Matrix<Real, D, D>& f, const Constants& c) {
        Matrix<Real, D, D> g = f.transposed() * f;
        for (int i = 0; i < D * D; ++i) g[i] = (g[i] - Real(c.metric[i])) * 0.5;
        return g;
    }
    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        return norm_squared(change(f, c)) * (0.5 * c.modulus);
    }
    /// P = k F G, dP = k (dF G + ½ F (dFᵀ F + Fᵀ dF)).
    template <int D>
    TALWEG_FN static Response<D> response(const Matrix<double, D, D>& f, const Constants& c, bool projected) {
        const Matrix<double, D, D> g = change(f, c), across = f * f.transposed();
        Response<D> r;
        r.density = 0.5 * c.modulus * norm_squared(g);
        r.stress = (f * g) * c.modulus;
        for (int b = 0; b < D; ++b)
            for (int j = 0; j < D; ++j)
                for (int a = 0; a < D; ++a)
                    for (int i = 0; i < D; ++i)
                        r.tangent(a * D + i, b * D + j) =
                            c.modulus *
                            ((i == j ? g(a, b) : 0.0) + 0.5 * f(i, b) * f(j, a) + (a == b ? 0.5 * across(i, j) : 0.0));
        if (projected) project_positive(r.tangent);
        return r;
    }
};

template <int D>
struct ViscousSolid : Solid<MetricChange, D> {
    using Base = Solid<MetricChange, D>;
    using typename Base::Element;
    static constexpr const char* name = D == 3 ? "strain_rate_damping" : "planar_strain_rate_damping";
    static constexpr const char* summary = D == 3 ? "Damping of a solid by the rate of its strain"
                                                  : "Damping of a solid by the rate of its strain; planar";
    static constexpr bool dissipative = true;
    static constexpr auto parameters = [] {
        std::array<Parameter, D == 3 ? 1 : 2> all = {};
        all[0] = {"viscosity", "Pa·s", "Viscosity η: stress per rate of strain", Range::non_negative};
        if constexpr (D == 2) all[1] = parameter::thickness;
        return all;
    }();

    static Element make(const RestElement<D + 1>& rest, const double* values) {
        return Base::make_element(rest, D == 3 ? 1.0 : values[1], {values[0], {}});
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, D + 1>& v, const Points<double, D + 1>& x, const Element& e) {
        const Matrix<double, D, D> f = Base::edges(x) * e.rest_inverse;
        const Matrix<Real, D, D> product = f.transposed() * (Base::edges(v) * e.rest_inverse);
        return norm_squared((product + product.transposed()) * 0.5) * (0.5 * e.constants.modulus * e.volume);
    }
    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, D + 1>& x, const Points<double, D + 1>& x_ref, double rate,
                                      const Element& e) {
        return Base::energy(x, from(x_ref, rate, e));
    }
    TALWEG_FN static Derivatives<D + 1> incremental_derivatives(const Points<double, D + 1>& x,
                                                                const Points<double, D + 1>& x_ref, double rate,
                                                                const Element& e) {
        return Base::derivatives(x, from(x_ref, rate, e));
    }
    TALWEG_FN static Derivatives<D + 1> projected_incremental_derivatives(const Points<double, D + 1>& x,
                                                                          const Points<double, D + 1>& x_ref,
                                                                          double rate, const Element& e) {
        return Base::projected_derivatives(x, from(x_ref, rate, e));
    }

private:
    /// The solid that resists the move away from x_ref.
    TALWEG_FN static Element from(const Points<double, D + 1>& x_ref, double rate, Element e) {
        const Matrix<double, D, D> f = Base::edges(x_ref) * e.rest_inverse, metric = f.transposed() * f;
        e.constants.modulus *= rate;
        for (int i = 0; i < D * D; ++i) e.constants.metric[i] = metric[i];
        return e;
    }
};

struct StrainRateDamping {
    using Family = TypeList<ViscousSolid<3>, ViscousSolid<2>>;
};

}  // namespace talweg
