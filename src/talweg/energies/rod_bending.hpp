/// Bending of a thin rod that is straight at rest and round, or whose twist does not matter.
///
///     E = B |κb|²/(l̄₀ + l̄₁),   κb = 2 e₀×e₁/(|e₀||e₁| + e₀·e₁),   |κb| = 2 tan(φ/2),   B = E I
///
/// Bergou, Wardetzky, Robinson, Audoly, Grinspun, "Discrete Elastic Rods", 2008, without frames: φ is the angle between
/// one segment and the next, l̄ their lengths at rest. Folded back on itself a corner would cost infinitely much.
///
/// With k = cos φ = u₀·u₁, u = e/|e|: E = 4 w (1 − k)/(1 + k), w = B/(l̄₀ + l̄₁), and
///
///     ∂k/∂e₀ = (u₁ − k u₀)/|e₀|,   ∂²k/∂e₀² = (3 k u₀u₀ᵀ − u₀u₁ᵀ − u₁u₀ᵀ − k I)/|e₀|²,
///     ∂²k/∂e₀∂e₁ = (I − u₀u₀ᵀ)(I − u₁u₁ᵀ)/(|e₀||e₁|)
///
/// Projected, it is the sum of three parts, each without its negative eigenvalues. With τ across each edge in the plane
/// of both and b across the plane, in units of each edge's length: E_φφ (τ₁ − τ₀)(τ₁ − τ₀)ᵀ, the stiffness against
/// bending; E_φ (u τᵀ + τ uᵀ) of each edge, what the torque does as edges grow; and −E_k [k −1; −1 k] of moves along b.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

struct RodBending {
    static constexpr const char* name = "rod_bending";
    static constexpr const char* summary = "Bending stiffness of a thin rod, straight at rest";
    static constexpr int point_count = 3;
    static constexpr Domain domain = Domain::corners;
    static constexpr bool relaxed_at_rest = false;     // a rod drawn bent wants to be straight
    static constexpr bool nearest_projection = false;  // of its parts, not of their sum
    static constexpr Parameter parameters[] = {
        {"rigidity", "N·m²", "Bending rigidity B: moment per curvature; of a round rod of diameter d: E π d⁴/64",
         Range::non_negative}};

    struct Element {
        double weight;  // 4 B/(l̄₀ + l̄₁), J
    };

    static Element make(const RestElement<3>& rest, const double* values) {
        const double length = norm(rest.x[1] - rest.x[0]) + norm(rest.x[2] - rest.x[1]);
        if (!(length > 0.0)) throw Error("the segments of a corner have no length at rest; mend the mesh");
        return {4.0 * values[0] / length};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 3>& x, const Element& e) {
        const auto e0 = x[1] - x[0], e1 = x[2] - x[1];
        const Real lengths = norm(e0) * norm(e1), along = dot(e0, e1);
        // 1 − k by the sine where that has more digits: nearly straight rods.
        if (along > Real(0.0)) {
            const Real wide = lengths + along;
            return norm_squared(cross(e0, e1)) / (wide * wide) * e.weight;
        }
        return (lengths - along) / (lengths + along) * e.weight;
    }

    TALWEG_FN static Derivatives<3> derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, false);
    }
    TALWEG_FN static Derivatives<3> projected_derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, true);
    }

private:
    TALWEG_FN static Derivatives<3> closed_form(const Points<double, 3>& x, const Element& e, bool projected) {
        const Vec3 edges[2] = {x[1] - x[0], x[2] - x[1]};
        const double lengths[2] = {norm(edges[0]), norm(edges[1])};
        const Vec3 u[2] = {edges[0] / lengths[0], edges[1] / lengths[1]};
        const double k = dot(u[0], u[1]), wide = 1.0 + k;
        const double first = -2.0 * e.weight / (wide * wide), second = 4.0 * e.weight / (wide * wide * wide);
        Vec3 slope[2];  // ∂k/∂e
        for (int s = 0; s < 2; ++s) slope[s] = (u[1 - s] - k * u[s]) / lengths[s];

        Mat3 h[3];  // ∂²E by e₀ twice, e₁ twice, e₀ and e₁
        if (projected) {
            semi_definite(u, lengths, k, first, second, h);
        } else {
            const Mat3 one = Mat3::identity(), cross_term = outer(u[0], u[1]);
            for (int s = 0; s < 2; ++s)
                h[s] = ((3.0 * k) * outer(u[s], u[s]) - cross_term - cross_term.transposed() - k * one) *
                           (first / (lengths[s] * lengths[s])) +
                       second * outer(slope[s], slope[s]);
            h[2] =
                (one - outer(u[0], u[0]) - outer(u[1], u[1]) + k * cross_term) * (first / (lengths[0] * lengths[1])) +
                second * outer(slope[0], slope[1]);
        }

        // x₀ ends the first edge, x₂ the second, x₁ begins one and ends the other.
        Derivatives<3> d;
        d.energy = energy(x, e);
        const Vec3 gradient[3] = {-first * slope[0], first * (slope[0] - slope[1]), first * slope[1]};
        const Mat3 turned = h[2].transposed(), lower = h[2] - h[0], upper = turned - h[1];
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) d.gradient[3 * i + a] = gradient[i][a];
        set_block(d, 0, 0, h[0]);
        set_block(d, 1, 0, turned - h[0]);
        set_block(d, 2, 0, -turned);
        set_block(d, 1, 1, -lower - upper);
        set_block(d, 2, 1, upper);
        set_block(d, 2, 2, h[1]);
        return d;
    }

    /// The block of points n and m, and its mirror image.
    TALWEG_FN static void set_block(Derivatives<3>& d, int n, int m, const Mat3& block) {
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 3; ++a) d.hessian(3 * n + a, 3 * m + b) = d.hessian(3 * m + b, 3 * n + a) = block(a, b);
    }

    TALWEG_FN static void semi_definite(const Vec3* u, const double* lengths, double k, double first, double second,
                                        Mat3* h) {
        // A straight corner has any plane: there the torque vanishes, and all directions across are alike.
        const Vec3 normal = cross(u[0], u[1]);
        const double sine = norm(normal), per[2] = {1.0 / lengths[0], 1.0 / lengths[1]};
        Vec3 b, unused;
        if (sine > 1e-12)
            b = normal / sine;
        else
            complete_frame(u[0], b, unused);
        // E_φ = −sin φ E_k, E_φφ = sin² φ E_kk − cos φ E_k
        const double torque = -sine * first, stiffness = sine * sine * second - k * first;
        const double across = -0.5 * first * (1.0 + k);
        Vec3 tau[2];
        for (int s = 0; s < 2; ++s) {
            tau[s] = cross(b, u[s]);
            const Vec3 leaning = s == 0 ? u[s] + tau[s] : u[s] - tau[s];
            h[s] =
                (stiffness * outer(tau[s], tau[s]) + (0.5 * torque) * outer(leaning, leaning) + across * outer(b, b)) *
                (per[s] * per[s]);
        }
        h[2] = (outer(tau[0], tau[1]) * -stiffness - across * outer(b, b)) * (per[0] * per[1]);
    }
};

}  // namespace talweg
