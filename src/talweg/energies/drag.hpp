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
};

}  // namespace talweg
