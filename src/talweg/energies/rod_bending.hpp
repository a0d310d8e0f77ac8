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
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/project.hpp"

namespace talweg {

struct RodBending {
    static constexpr const char* name = "rod_bending";
    static constexpr const char* summary = "Bending stiffness of a thin rod, straight at rest";
    static constexpr int point_count = 3;
    static constexpr Domain domain = Domain::corners;
    static constexpr bool relaxed_at_rest = false;     // a rod drawn bent wants to be straight
    static constexpr bool nearest_projection = false;  // the nearest one by edges, not by points
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

        Vector<double, 6> slope;
        Matrix<double, 6, 6> h;
        for (int s = 0; s < 2; ++s) {
            const Vec3 p = (u[1 - s] - k * u[s]) / lengths[s];
            for (int a = 0; a < 3; ++a) slope[3 * s + a] = p[a];
        }
        const double turned = 1.0 / (lengths[0] * lengths[1]);
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) {
                const double one = a == b ? 1.0 : 0.0;
                for (int s = 0; s < 2; ++s)
                    h(3 * s + a, 3 * s + b) =
                        (3.0 * k * u[s][a] * u[s][b] - u[0][a] * u[1][b] - u[1][a] * u[0][b] - k * one) /
                        (lengths[s] * lengths[s]);
                const double across = one - u[0][a] * u[0][b] - u[1][a] * u[1][b] + k * u[0][a] * u[1][b];
                h(a, 3 + b) = h(3 + b, a) = across * turned;
            }
        for (int j = 0; j < 6; ++j)
            for (int i = 0; i < 6; ++i) h(i, j) = second * slope[i] * slope[j] + first * h(i, j);
        if (projected) project_positive(h);

        // x₀ ends the first edge, x₂ the second, x₁ begins one and ends the other.
        Derivatives<3> d;
        d.energy = energy(x, e);
        constexpr double sign[3][2] = {{-1.0, 0.0}, {1.0, -1.0}, {0.0, 1.0}};
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) {
                d.gradient[3 * i + a] = first * (sign[i][0] * slope[a] + sign[i][1] * slope[3 + a]);
                for (int j = 0; j < 3; ++j)
                    for (int b = 0; b < 3; ++b) {
                        double sum = 0.0;
                        for (int s = 0; s < 2; ++s)
                            for (int t = 0; t < 2; ++t) sum += sign[i][s] * sign[j][t] * h(3 * s + a, 3 * t + b);
                        d.hessian(3 * i + a, 3 * j + b) = sum;
                    }
            }
        return d;
    }
};

}  // namespace talweg
