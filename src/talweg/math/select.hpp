/// Choices without branches, so that one text serves a number and a pack of numbers: a mask is a bool, or one per lane.
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

TALWEG_FN constexpr double select(bool mask, double yes, double no) { return mask ? yes : no; }
template <class Real>
requires(!requires(Real number) { number.data; })  // not of matrices, which have their own below
    TALWEG_FN constexpr Real select(bool mask, const Real& yes, const Real& no) {
    return mask ? yes : no;
}
TALWEG_FN constexpr bool any(bool mask) { return mask; }

template <class Mask, class Real, int R, int C>
TALWEG_FN Matrix<Real, R, C> select(const Mask& mask, const Matrix<Real, R, C>& yes, const Matrix<Real, R, C>& no) {
    Matrix<Real, R, C> m;
    for (int i = 0; i < R * C; ++i) m[i] = select(mask, yes[i], no[i]);
    return m;
}

}  // namespace talweg
