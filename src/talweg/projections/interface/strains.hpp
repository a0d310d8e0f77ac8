/// A quadratic energy of a strain, μ|ε|² + λ/2 tr² ε, as one constraint per strain.
#pragma once
#include "talweg/projections/interface/material.hpp"

namespace talweg {

/// Those on the diagonal, those beside it, and their sum.
template <int D>
inline constexpr int strain_count = D + D*(D - 1) / 2 + 1;

/// The k-th strain of ε with dε_ij = ½ (b_i·dF_j + b_j·dF_i), b_i the columns of a matrix: I of Cauchy's, F of Green's.
template <int D>
bool strain_constraint(int k, const Matrix<double, D, D>& strain, const Matrix<double, D, D>& b, const Lame& m,
                       MaterialConstraint<D>& c) {
    if (k == strain_count<D> - 1) {
        require_squares(m);
        if (!(m.lambda > 0.0)) return false;
        c.value = trace(strain);
        c.slope = b;
        c.softness = 1.0 / m.lambda;
        return true;
    }
    int i = k, j = k;
    if (k >= D) {  // 01, then 02, 12
        j = k == D ? 1 : 2;
        i = k == D + 2 ? 1 : 0;
    }
    c.value = strain(i, j);
    for (int r = 0; r < D; ++r) {
        c.slope(r, j) += 0.5 * b(r, i);
        c.slope(r, i) += 0.5 * b(r, j);
    }
    c.softness = (i == j ? 0.5 : 0.25) / m.mu;
    return true;
}

}  // namespace talweg
