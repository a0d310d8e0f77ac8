/// The angle θ between two triangles on a common edge, 0 when flat, and its derivatives.
///
/// With the edge e = x₁ − x₀ and, of one triangle, the apex a, N = e × (a − x₀), u = N/|N|²:
///
///     ∂θ/∂a = −|e| u,   ∂θ/∂x₀ = (ê·(x₁ − a)) u,   ∂θ/∂x₁ = (ê·(a − x₀)) u
///
/// and the other triangle likewise; second derivatives follow from du = (I − 2 n nᵀ) dN/|N|², n = N/|N|, and those of
/// the factors (Tamstorf and Grinspun, "Discrete bending forces and their Jacobians", 2013, in other words).
#pragma once
#include "talweg/math/points.hpp"
#include "talweg/math/select.hpp"

namespace talweg {

/// In (−π, π]; the other way round for the edge the other way round.
template <class Real>
TALWEG_FN Real hinge_angle(const Vector<Real, 3>& x0, const Vector<Real, 3>& x1, const Vector<Real, 3>& a,
                           const Vector<Real, 3>& b) {
    const auto edge = x1 - x0;
    const auto first = cross(edge, a - x0), second = cross(b - x0, edge);
    return atan2(dot(cross(first, second), edge), dot(first, second) * norm(edge));
}

/// One triangle of a hinge among the N points of an element: the numbers of its points, the apex last. `side` is −1 for
/// the second triangle. What it has to do with θ is added to what the other one has.
struct HingeTriangle {
    int numbers[3];
    double side;

    /// Adds to ∂θ/∂x.
    template <int N, class Real>
    TALWEG_FN void add_slope(const Points<Real, N>& x, Vector<Real, 3 * N>& slope) const {
        const Parts<Real> p(x[numbers[0]], x[numbers[1]], x[numbers[2]], side);
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) slope[3 * numbers[i] + a] += p.factors[i] * p.u[a];
    }

    /// Adds factor · ∂²θ/∂x². Symmetric only together with the other triangle.
    template <int N, class Real>
    TALWEG_FN void add_curving(const Points<Real, N>& x, const Real& factor, Matrix<Real, 3 * N, 3 * N>& into) const {
        using Vec = Vector<Real, 3>;
        const Parts<Real> p(x[numbers[0]], x[numbers[1]], x[numbers[2]], side);
        // Where x₀, x₁ and the apex move by m: dN = m × arms, and the factors change by steps · m.
        const Vec arms[3] = {p.to, p.from, -p.edge};
        const Vec to_across = (p.to - p.factors[0] * p.along) / p.length;
        const Vec from_across = (p.from - p.factors[1] * p.along) / p.length;
        const Vec steps[3][3] = {{-to_across, to_across + p.along, -p.along},
                                 {-from_across - p.along, from_across, p.along},
                                 {p.along, -p.along, Vec::zero()}};
        for (int j = 0; j < 3; ++j)
            for (int axis = 0; axis < 3; ++axis) {
                Vec move = Vec::zero();
                move[axis] = Real(1.0);
                const Vec dn = cross(move, arms[j]);
                const Vec du = (dn - p.normal * (2.0 * dot(p.normal, dn) / p.square)) * (side / p.square);
                for (int i = 0; i < 3; ++i)
                    for (int a = 0; a < 3; ++a)
                        into(3 * numbers[i] + a, 3 * numbers[j] + axis) +=
                            factor * (p.u[a] * steps[i][j][axis] + p.factors[i] * du[a]);
            }
    }

private:
    template <class Real>
    struct Parts {
        Vector<Real, 3> edge, from, to, along, normal, u;
        Real length, square, factors[3];

        /// Without a plane there is no angle: nothing depends on it then.
        TALWEG_FN Parts(const Vector<Real, 3>& x0, const Vector<Real, 3>& x1, const Vector<Real, 3>& apex, double side)
            : edge(x1 - x0), from(apex - x0), to(x1 - apex), along(edge), normal(cross(edge, from)) {
            const Real zero = Real(0.0), one = Real(1.0);
            length = norm(edge);
            square = norm_squared(normal);
            const auto exists = square > zero && length > zero;
            length = select(exists, length, one);
            square = select(exists, square, one);
            along = edge / length;
            u = select(exists, normal * (side / square), Vector<Real, 3>::zero());
            factors[0] = select(exists, dot(along, to), zero);
            factors[1] = select(exists, dot(along, from), zero);
            factors[2] = select(exists, -length, zero);
        }
    };
};

}  // namespace talweg
