/// As rigid as possible: C = |F − R|, softness 1/(2μ); and the distance from the nearest rotation itself, weight 2μ.
#pragma once
#include "talweg/energies/arap.hpp"
#include "talweg/projections/interface/material.hpp"

namespace talweg {

/// C = |F − R| = √Σ(σ_i − 1)², which has no direction at rest.
template <int D>
bool rotation_constraint(const Matrix<double, D, D>& f, double mu, MaterialConstraint<D>& c) {
    const Svd<D> d = svd(f);
    const Matrix<double, D, D> away = f - d.u * d.v.transposed();
    c.value = std::sqrt(norm_squared(away));
    if (!(c.value > 1e-14)) return false;
    c.slope = away / c.value;
    c.softness = 0.5 / mu;
    return true;
}

template <>
struct MaterialProjection<Arap> {
    template <int D>
    static constexpr int constraint_count = 1;
    static constexpr bool has_distance = true;

    template <int D>
    static bool constraint(int, const Matrix<double, D, D>& f, const Arap::Constants& m, MaterialConstraint<D>& c) {
        return rotation_constraint<D>(f, m.mu, c);
    }
    template <int D>
    static double weight(const Arap::Constants& m) {
        return 2.0 * m.mu;
    }
    template <int D>
    static Matrix<double, D, D> project(const Matrix<double, D, D>& f, const Arap::Constants&) {
        const Svd<D> d = svd(f);
        return d.u * d.v.transposed();
    }
};

}  // namespace talweg
