/// The few points of one element: what an energy sees.
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

template <class Real, int N>
struct Points {
    Vector<Real, 3> at[N];
    TALWEG_FN Vector<Real, 3>& operator[](int i) { return at[i]; }
    TALWEG_FN const Vector<Real, 3>& operator[](int i) const { return at[i]; }
};

/// Which Hessian is wanted.
enum class Curvature { none, exact, projected };

/// Energy of one element with gradient and Hessian over its N points; unknown 3·i + a is component a of point i.
template <int N, class Real = double>
struct Derivatives {
    Real energy;
    Vector<Real, 3 * N> gradient;
    Matrix<Real, 3 * N, 3 * N> hessian;
};

}  // namespace talweg
