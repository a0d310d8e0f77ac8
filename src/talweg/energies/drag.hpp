/// Mass-proportional drag: slows all motion alike.
///
///     D = ½ c m |v|²,   f = −∂D/∂v = −c m v
///
/// Ng and O'Brien, CS184 lecture 19 ("simple motion damping", k_d = c m).
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

struct Drag {
    static constexpr const char* name = "drag";
    static constexpr const char* summary = "Mass-proportional drag on all motion";
    static constexpr int point_count = 1;
    static constexpr Domain domain = Domain::points;
    static constexpr Invariance invariance = Invariance::none;
    static constexpr bool dissipative = true;
    static constexpr Parameter parameters[] = {
        {"rate", "1/s", "Rate c at which free motion decays: v falls like exp(−c t)", Range::non_negative}};

    struct Element {
        double coefficient;  // c m, kg/s
    };

    static Element make(const RestElement<1>& rest, const double* values) { return {values[0] * rest.mass}; }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, 1>& v, const Points<double, 1>&, const Element& e) {
        return norm_squared(v[0]) * (0.5 * e.coefficient);
    }
    /// Of D/rate, over a move from x_ref to x at v = (x − x_ref) rate.
    TALWEG_FN static Derivatives<1> incremental_derivatives(const Points<double, 1>& x, const Points<double, 1>& x_ref,
                                                            double rate, const Element& e) {
        const Vec3 v = rate * (x[0] - x_ref[0]);
        return {norm_squared(v) * (0.5 * e.coefficient) / rate, e.coefficient * v,
                (e.coefficient * rate) * Mat3::identity()};
    }
    TALWEG_FN static Derivatives<1> projected_incremental_derivatives(const Points<double, 1>& x,
                                                                      const Points<double, 1>& x_ref, double rate,
                                                                      const Element& e) {
        return incremental_derivatives(x, x_ref, rate, e);
    }
    TALWEG_FN static Matrix<double, 1, 1> scalar_blocks(const Element& e, double rate) {
        Matrix<double, 1, 1> block;
        block(0, 0) = e.coefficient * rate;
        return block;
    }
};

}  // namespace talweg
