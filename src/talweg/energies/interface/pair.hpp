/// Derivatives of an energy of two points that depends on d = x₁ − x₀ alone: the shape all springs share.
#pragma once
#include "talweg/math/points.hpp"

namespace talweg {

/// Gradient (−g, g) and Hessian [[H, −H], [−H, H]] with H = across·I + along·d dᵀ.
TALWEG_FN inline Derivatives<2> pair_derivatives(double energy, const Vec3& g, double across, double along,
                                                 const Vec3& d) {
    Derivatives<2> r;
    r.energy = energy;
    for (int a = 0; a < 3; ++a) {
        r.gradient[a] = -g[a];
        r.gradient[3 + a] = g[a];
        for (int b = 0; b < 3; ++b) {
            const double h = along * d[a] * d[b] + (a == b ? across : 0.0);
            r.hessian(a, b) = r.hessian(3 + a, 3 + b) = h;
            r.hessian(3 + a, b) = r.hessian(a, 3 + b) = -h;
        }
    }
    return r;
}

}  // namespace talweg
