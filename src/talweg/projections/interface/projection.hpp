/// What the classical methods know of an energy: a header here has the name of the energy's and says how position-based
/// methods and projective dynamics see it. One that is not here they cannot take.
///
/// **Constraints**, for position-based dynamics and XPBD: the energy as a sum of squares,
///
///     E = Σ_k C_k(x)² / (2 α_k)
///
/// C with its gradient, and the compliance α in the unit that makes this joules: m/N of a length (Macklin, Müller,
/// Chentanez, "XPBD", 2016). Position-based dynamics drops α, and with it the material (Müller, Heidelberger, Hennix,
/// Ratcliff, "Position Based Dynamics", 2006).
///
/// **Distance**, for projective dynamics: the energy as the squared distance of z = A x, A constant and made of
/// scalars, from the nearest p of a set of shapes without stress,
///
///     E = ½ w |z − p(z)|²
///
/// so that ∇E = w Aᵀ(z − p) and w AᵀA lies above the Hessian everywhere (Bouaziz, Martin, Liu, Kavan, Pauly,
/// "Projective Dynamics", 2014; of springs: Liu, Bargteil, O'Brien, Kavan, "Fast Simulation of Mass-Spring Systems",
/// 2013).
#pragma once
#include <limits>

#include "talweg/energies/interface/description.hpp"

namespace talweg {

template <int N>
struct Constraint {
    double value = 0.0;
    Vector<double, 3 * N> gradient = Vector<double, 3 * N>::zero();
    double compliance = 0.0;
    bool one_sided = false;  // asks for value ≤ 0, not for 0
};

/// A x of one element: `rows` combinations of its points, and the weight of their distance, N/m.
template <int N, int Rows>
struct LinearMap {
    double a[Rows][N];
    double weight = 0.0;
};

/// Of an energy that no header here knows:
template <class Energy>
struct Projection {
    static constexpr int constraint_count = 0;  // of one element
    static constexpr int rows = 0;              // of A
    // static bool constraint(int k, const Points<double, N>& x, const Element&, Constraint<N>&);  false: none there
    // static LinearMap<N, rows> map(const Points<double, N>& rest, const Element&);
    // static void project(const Vec3* z, const Element&, const LinearMap<N, rows>&, Vec3* p);
    // static double rest_length(const Element&);                                     of energies that are springs
};

template <class Energy>
concept HasConstraints = (Projection<Energy>::constraint_count > 0);
template <class Energy>
concept HasDistance = (Projection<Energy>::rows > 0);
template <class Energy>
concept HasRestLength = requires(typename Energy::Element e) {
    Projection<Energy>::rest_length(e);
};

}  // namespace talweg
