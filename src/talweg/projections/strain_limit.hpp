/// A limit on stretch as Provot has it: σ_i ≤ s, corrected where it is exceeded, and free below (Provot, "Deformation
/// Constraints in a Mass-Spring Model to Describe Rigid Cloth Behavior", 1995, there of lengths). Without compliance;
/// what the energy's barrier does on the way to the limit is left out.
///
/// Projective dynamics draws F to the nearest one within the limit, weight k/(s − 1)²: softly, it may be passed.
#pragma once
#include "talweg/energies/strain_limit.hpp"
#include "talweg/projections/interface/material.hpp"

namespace talweg {

template <>
struct MaterialProjection<StrainBarrier> {
    template <int D>
    static constexpr int constraint_count = D;
    static constexpr bool has_distance = true;
    using Constants = StrainBarrier::Constants;

    template <int D>
    static bool constraint(int k, const Matrix<double, D, D>& f, const Constants& m, MaterialConstraint<D>& c) {
        const Svd<D> d = svd(f);
        c.one_sided = true;
        c.value = d.sigma[k] - m.limit;
        c.slope = outer(d.u.column(k), d.v.column(k));
        return true;
    }
    template <int D>
    static double weight(const Constants& m) {
        return m.stiffness / ((m.limit - 1.0) * (m.limit - 1.0));
    }
    template <int D>
    static Matrix<double, D, D> project(const Matrix<double, D, D>& f, const Constants& m) {
        const Svd<D> d = svd(f);
        Vector<double, D> s;
        for (int i = 0; i < D; ++i) s[i] = d.sigma[i] < m.limit ? d.sigma[i] : m.limit;
        return recomposed(d, s);
    }
};

}  // namespace talweg
