/// Corotational elasticity as two squares: C₀ = |F − R|, softness 1/(2μ); C₁ = tr S − d, softness 1/λ.
///
/// Both are distances: of F from the nearest rotation, and from the nearest F with tr S = d, which lies (tr S − d)/√d
/// away along R. So Ψ = ½·2μ |F − R|² + ½·dλ |F − P|², and together, up to a constant, half of 2μ + dλ times the square
/// of the distance from (2μ R + dλ P)/(2μ + dλ): projective dynamics minimises the material itself. λ must not be
/// negative.
#pragma once
#include "talweg/energies/corotational.hpp"
#include "talweg/projections/arap.hpp"

namespace talweg {

template <>
struct MaterialProjection<Corotational> {
    template <int D>
    static constexpr int constraint_count = 2;
    static constexpr bool has_distance = true;

    template <int D>
    static bool constraint(int k, const Matrix<double, D, D>& f, const Lame& m, MaterialConstraint<D>& c) {
        if (k == 0) return rotation_constraint<D>(f, m.mu, c);
        require_squares(m);
        if (!(m.lambda > 0.0)) return false;
        const Svd<D> d = svd(f);
        c.value = -double(D);
        for (int i = 0; i < D; ++i) c.value += d.sigma[i];
        c.slope = d.u * d.v.transposed();
        c.softness = 1.0 / m.lambda;
        return true;
    }
    template <int D>
    static double weight(const Lame& m) {
        require_squares(m);
        return 2.0 * m.mu + D * m.lambda;
    }
    template <int D>
    static Matrix<double, D, D> project(const Matrix<double, D, D>& f, const Lame& m) {
        const Svd<D> d = svd(f);
        double growth = -double(D);
        for (int i = 0; i < D; ++i) growth += d.sigma[i];
        Vector<double, D> s;
        for (int i = 0; i < D; ++i)
            s[i] = (2.0 * m.mu + D * m.lambda * (d.sigma[i] - growth / D)) / (2.0 * m.mu + D * m.lambda);
        return recomposed(d, s);
    }
};

}  // namespace talweg
