/// Drag and wind on a rope or thread: every segment is a thin cylinder in the air.
///
///     D = Σ_ends l/2 · ½ρd · ⅓ (C_n |u − (u·t) t|³ + C_t |u·t|³),   u = v − wind
///
/// Length l and direction t are those at the start of a step, d the diameter. A wire across it feels ½ ρ C_n d |u|²
/// per length (Hoerner, "Fluid-Dynamic Drag", 1965: C_n = 1.1 to 1.2 of a round cylinder at Reynolds numbers of 10³ to
/// 10⁵).
#pragma once
#include "talweg/energies/interface/air_resistance.hpp"

namespace talweg {

struct RopeDrag {
    static constexpr const char* name = "rope_drag";
    static constexpr const char* summary = "Drag and wind on a rope, across and along its segments";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    static constexpr Invariance invariance = Invariance::none;
    static constexpr bool dissipative = true, in_air = true;
    static constexpr Parameter parameters[] = {
        {"diameter", "m", "Diameter d of the rope", Range::positive},
        {"normal", "1", "Drag coefficient C_n across the rope; 1.1 of a round one", Range::non_negative},
        {"tangential", "1", "Drag coefficient C_t along the rope", Range::non_negative},
        {"air_density", "kg/m³", "Density ρ of the air; where it is left out, that of the scene", Range::non_negative}};

    struct Element {
        double normal, tangential;  // ½ ρ C d, kg/m²
    };

    static Element make(const RestElement<2>&, const double* values) {
        const double pressing = 0.5 * values[3] * values[0];
        return {pressing * values[1], pressing * values[2]};
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, 2>& v, const Points<double, 2>& x, const Element& e) {
        return resistance(x, e)(v);
    }
    TALWEG_FN static Derivatives<2> incremental_derivatives(const Points<double, 2>& x, const Points<double, 2>& x_ref,
                                                            double rate, const Element& e) {
        return resistance(x_ref, e).derivatives(x, x_ref, rate);
    }
    TALWEG_FN static Derivatives<2> projected_incremental_derivatives(const Points<double, 2>& x,
                                                                      const Points<double, 2>& x_ref, double rate,
                                                                      const Element& e) {
        return incremental_derivatives(x, x_ref, rate, e);
    }

private:
    TALWEG_FN static AirResistance<2> resistance(const Points<double, 2>& x, const Element& e) {
        const Vec3 edge = x[1] - x[0];
        const double length = norm(edge), share = 0.5 * length;
        if (!(length > 0.0)) return {Vec3::zero(), 0.0, 0.0};
        return {edge / length, e.tangential * share, e.normal * share};
    }
};

}  // namespace talweg
