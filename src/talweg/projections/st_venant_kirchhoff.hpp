/// St. Venant and Kirchhoff's material as squares of Green's strains G = ½ (FᵀF − I): G_ii with softness 1/(2μ), G_ij
/// with 1/(4μ), and tr G with 1/λ. (Müller, Chentanez, Kim, Macklin, "Strain Based Dynamics", 2014, with compliance.)
#pragma once
#include "talweg/energies/st_venant_kirchhoff.hpp"
#include "talweg/projections/interface/strains.hpp"

namespace talweg {

template <>
struct MaterialProjection<StVenantKirchhoff> {
    template <int D>
    static constexpr int constraint_count = strain_count<D>;
    static constexpr bool has_distance = false;

    template <int D>
    static bool constraint(int k, const Matrix<double, D, D>& f, const Lame& m, MaterialConstraint<D>& c) {
        Matrix<double, D, D> green = f.transposed() * f * 0.5;
        for (int i = 0; i < D; ++i) green(i, i) -= 0.5;
        return strain_constraint<D>(k, green, f, m, c);
    }
};

}  // namespace talweg
