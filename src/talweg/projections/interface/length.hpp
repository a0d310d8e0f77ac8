/// The length between two points as a constraint: what all springs share.
#pragma once
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

/// C = |d| − l with its gradient (−d̂, d̂). False where d = 0 and there is no direction.
inline bool length_constraint(const Points<double, 2>& x, double length, Constraint<2>& c) {
    const Vec3 d = x[1] - x[0];
    const double now = norm(d);
    if (!(now > 0.0)) return false;
    c.value = now - length;
    for (int a = 0; a < 3; ++a) {
        c.gradient[a] = -d[a] / now;
        c.gradient[3 + a] = d[a] / now;
    }
    return true;
}

}  // namespace talweg
