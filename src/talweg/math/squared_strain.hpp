/// Strain measures that stay accurate near rest, where an energy is a small difference of large terms.
///
/// With X = FᵀF − I, energies written in X keep their relative accuracy: a rounding of X changes them only in
/// proportion to the strain, as it does the force. Written in |F|² and det F they would carry the rounding of the rest
/// state itself, and a line search could not see the last digits of the way down.
#pragma once
#include "talweg/math/select.hpp"

namespace talweg {

/// FᵀF − I, twice Green's strain.
template <class Real, int D>
TALWEG_FN Matrix<Real, D, D> squared_strain(const Matrix<Real, D, D>& f) {
    Matrix<Real, D, D> x = f.transposed() * f;
    for (int i = 0; i < D; ++i) x(i, i) -= Real(1.0);
    return x;
}

/// det(I + X) − 1; of X = FᵀF − I: J² − 1.
template <class Real>
TALWEG_FN Real determinant_change(const Matrix<Real, 2, 2>& x) {
    return trace(x) + determinant(x);
}
template <class Real>
TALWEG_FN Real determinant_change(const Matrix<Real, 3, 3>& x) {
    return trace(x) + trace(cofactor(x)) + determinant(x);
}

/// Whether numbers written in X are the more exact ones: they are rounded in proportion to |X|, |X|² and |X|³, those in
/// F to |F|, |F|² and |F|³.
template <class Real, int D>
TALWEG_FN auto is_near_rest(const Matrix<Real, D, D>& x, const Real& j) {
    return j > Real(0.0) && norm_squared(x) < Real(1.0);
}

/// J − 1, J = det F: near rest from J² − 1, so that its rounding goes with that of |F|² − d and the two cancel.
template <class Real, int D>
TALWEG_FN Real volume_change(const Matrix<Real, D, D>& x, const Real& j) {
    return select(is_near_rest(x, j), determinant_change(x) / (j + Real(1.0)), j - Real(1.0));
}

}  // namespace talweg
