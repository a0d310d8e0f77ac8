/// Drag and wind on a sheet: every triangle is a small plate in the air.
///
///     D = Σ_points A/3 · ½ρ · ⅓ (C_n |u·n|³ + C_t |u − (u·n) n|³),   u = v − wind
///
/// Area A and normal n are those at the start of a step. A plate across the wind feels ½ ρ C_n A |u|² (Hoerner,
/// "Fluid-Dynamic Drag", 1965: C_n = 1.17 for a disc or square, 2 for a long strip), one along it ½ ρ C_t A |u|². The
/// wind itself is the scene's: the landscape takes it from the velocities that this sees.
#pragma once
#include "talweg/energies/interface/air_resistance.hpp"

namespace talweg {

struct SheetDrag {
    static constexpr const char* name = "sheet_drag";
    static constexpr const char* summary = "Drag and wind on a sheet, across and along its triangles";
    static constexpr int point_count = 3;
    static constexpr Domain domain = Domain::triangles;
    static constexpr Invariance invariance = Invariance::none;
    static constexpr bool dissipative = true, in_air = true;
    static constexpr Parameter parameters[] = {
        {"normal", "1", "Drag coefficient C_n across the sheet; 1.17 of a square plate", Range::non_negative},
        {"tangential", "1", "Drag coefficient C_t along the sheet: friction of the air on both sides together",
         Range::non_negative},
        {"air_density", "kg/m³", "Density ρ of the air; where it is left out, that of the scene", Range::non_negative}};

    struct Element {
        double normal, tangential;  // ½ ρ C, kg/m³
    };

    static Element make(const RestElement<3>&, const double* values) {
        return {0.5 * values[2] * values[0], 0.5 * values[2] * values[1]};
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, 3>& v, const Points<double, 3>& x, const Element& e) {
        return resistance(x, e)(v);
    }
    TALWEG_FN static Derivatives<3> incremental_derivatives(const Points<double, 3>& x, const Points<double, 3>& x_ref,
                                                            double rate, const Element& e) {
        return resistance(x_ref, e).derivatives(x, x_ref, rate);
    }
    TALWEG_FN static Derivatives<3> projected_incremental_derivatives(const Points<double, 3>& x,
                                                                      const Points<double, 3>& x_ref, double rate,
                                                                      const Element& e) {
        return incremental_derivatives(x, x_ref, rate, e);
    }

private:
    TALWEG_FN static AirResistance<3> resistance(const Points<double, 3>& x, const Element& e) {
        const Vec3 twice = cross(x[1] - x[0], x[2] - x[0]);
        const double length = norm(twice), share = length / 6.0;
        if (!(length > 0.0)) return {Vec3::zero(), 0.0, 0.0};
        return {twice / length, e.normal * share, e.tangential * share};
    }
};

}  // namespace talweg
