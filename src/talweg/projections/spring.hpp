/// The lecture's spring: C = |d|²/l − l, α = 1/k in m/N. Its energy is no squared distance: projective dynamics cannot
/// take it; a hooke_spring of four times the stiffness is as stiff near rest.
#pragma once
#include "talweg/energies/spring.hpp"
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

template <>
struct Projection<Spring> {
    static constexpr int constraint_count = 1, rows = 0;
    using Element = Spring::Element;

    static double rest_length(const Element& e) { return std::sqrt(e.rest_length_squared); }

    static bool constraint(int, const Points<double, 2>& x, const Element& e, Constraint<2>& c) {
        const Vec3 d = x[1] - x[0];
        const double length = rest_length(e);
        c.value = norm_squared(d) / length - length;
        c.compliance = 1.0 / e.stiffness;
        for (int a = 0; a < 3; ++a) {
            c.gradient[a] = -2.0 * d[a] / length;
            c.gradient[3 + a] = 2.0 * d[a] / length;
        }
        return true;
    }
};

}  // namespace talweg
