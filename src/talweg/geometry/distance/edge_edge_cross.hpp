/// How far two edges are from parallel: c = |e_a × e_b|², the argument of the edge–edge mollifier (Li et al. 2020).
///
///     ∂c/∂e_a = 2 e_b × n,   ∂c/∂e_b = 2 n × e_a,   n = e_a × e_b
///     ∂²c/∂e_a² = 2 (|e_b|² I − e_b e_bᵀ),   ∂²c/∂e_a∂e_b = 2 (2 e_a e_bᵀ − e_b e_aᵀ − (e_a·e_b) I)
#pragma once
#include "talweg/geometry/distance/differentiated.hpp"

namespace talweg {

template <class Real>
TALWEG_FN Real cross_squared(const Vector<Real, 3>& a0, const Vector<Real, 3>& a1, const Vector<Real, 3>& b0,
                             const Vector<Real, 3>& b1) {
    return norm_squared(cross(a1 - a0, b1 - b0));
}

/// Points: a₀, a₁, b₀, b₁.
TALWEG_FN inline Differentiated<4> edge_edge_cross_squared(const Vec3& a0, const Vec3& a1, const Vec3& b0,
                                                           const Vec3& b1) {
    const Vec3 ea = a1 - a0, eb = b1 - b0, n = cross(ea, eb);
    const Vec3 ga = 2.0 * cross(eb, n), gb = 2.0 * cross(n, ea);
    const double aa = norm_squared(ea), ab = dot(ea, eb), bb = norm_squared(eb);
    const Mat3 one = Mat3::identity();
    const Mat3 haa = 2.0 * (bb * one - outer(eb, eb)), hbb = 2.0 * (aa * one - outer(ea, ea));
    const Mat3 hab = 2.0 * (2.0 * outer(ea, eb) - outer(eb, ea) - ab * one);
    Differentiated<4> d;
    d.value = norm_squared(n);
    for (int i = 0; i < 4; ++i) {
        const double sign_i = i % 2 == 0 ? -1.0 : 1.0;
        const Vec3& g = i < 2 ? ga : gb;
        for (int a = 0; a < 3; ++a) d.gradient[3 * i + a] = sign_i * g[a];
        for (int j = 0; j < 4; ++j) {
            const double sign = sign_i * (j % 2 == 0 ? -1.0 : 1.0);
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    d.hessian(3 * i + a, 3 * j + b) =
                        sign * (i < 2 ? (j < 2 ? haa(a, b) : hab(a, b)) : (j < 2 ? hab(b, a) : hbb(a, b)));
        }
    }
    return d;
}

}  // namespace talweg
