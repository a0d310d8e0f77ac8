/// Linear elasticity as squares of strains, all of them linear in x: ε_ii with softness 1/(2μ), ε_ij with 1/(4μ), and
/// tr ε with 1/λ.
#pragma once
#include "talweg/energies/linear_elastic.hpp"
#include "talweg/projections/interface/strains.hpp"

namespace talweg {

template <>
struct MaterialProjection<LinearElastic> {
    template <int D>
    static constexpr int constraint_count = strain_count<D>;
    static constexpr bool has_distance = false;

    template <int D>
    static bool constraint(int k, const Matrix<double, D, D>& f, const Lame& m, MaterialConstraint<D>& c) {
        return strain_constraint<D>(k, LinearElastic::strain(f), Matrix<double, D, D>::identity(), m, c);
    }
};

}  // namespace talweg
