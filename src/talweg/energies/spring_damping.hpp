/// Internal damping of a spring: only the change of its length is resisted, so rigid motion goes undamped.
///
///     D = ½ k_d (ḋ·d̂)²,   f₁ = −k_d (ḋ·d̂) d̂,   d = x₁ − x₀
///
/// Ng and O'Brien, CS184 lecture 19 (the force printed there as f_a acts on b). Over a finite move from d_ref the rate
/// is taken as (|d|² − |d_ref|²)/(2 |d_ref|) per 1/rate seconds: the same to first order, and exactly zero for every
/// rotation, however large, which the lagged direction d̂_ref is not.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/spring.hpp"

namespace talweg {

struct SpringDamping {
    static constexpr const char* name = "spring_damping";
    static constexpr const char* summary = "Damping of the change of length between two points";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    static constexpr bool dissipative = true;
    static constexpr Parameter parameters[] = {
        {"damping", "N·s/m on sheets, N·s on ropes, Pa·s on lattices",
         "Damping k_d by strain rate: refining the mesh does not change the body", Range::non_negative}};

    struct Element {
        double damping;
    };

    static Element make(const RestElement<2>& rest, const double* values) {
        return {stiffness_by_strain(values[0], norm(rest.x[1] - rest.x[0]), rest.dimension)};
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, 2>& v, const Points<double, 2>& x, const Element& e) {
        const Vec3 d = x[1] - x[0];
        const double dd = norm_squared(d);
        if (dd == 0.0) return Real(0.0);
        const Real rate = dot(v[1] - v[0], d);
        return rate * rate * (0.5 * e.damping / dd);
    }

    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, 2>& x, const Points<double, 2>& x_ref, double rate,
                                      const Element& e) {
        return Spring::energy(x, as_spring(x_ref, rate, e));
    }
    TALWEG_FN static Derivatives<2> incremental_derivatives(const Points<double, 2>& x, const Points<double, 2>& x_ref,
                                                            double rate, const Element& e) {
        return Spring::derivatives(x, as_spring(x_ref, rate, e));
    }
    TALWEG_FN static Derivatives<2> projected_incremental_derivatives(const Points<double, 2>& x,
                                                                      const Points<double, 2>& x_ref, double rate,
                                                                      const Element& e) {
        return Spring::projected_derivatives(x, as_spring(x_ref, rate, e));
    }

private:
    /// That potential, ⅛ k_d·rate·(|d|² − |d_ref|²)²/|d_ref|², is the lecture's spring with rest length |d_ref|.
    TALWEG_FN static Spring::Element as_spring(const Points<double, 2>& x_ref, double rate, const Element& e) {
        const double reference = norm_squared(x_ref[1] - x_ref[0]);
        return reference > 0.0 ? Spring::Element{reference, 0.25 * e.damping * rate} : Spring::Element{1.0, 0.0};
    }
};

}  // namespace talweg
