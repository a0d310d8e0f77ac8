/// Bending of a sheet that is flat at rest and hardly stretches: quadratic in the points, with a Hessian that never
/// changes.
///
///     E = ½ D/(A₁ + A₂) |Σ k_i x_i|²,   k the cotangents of the rest shape
///
/// Bergou, Wardetzky, Harmon, Zorin, Grinspun, "A Quadratic Bending Model for Inextensible Surfaces", 2006, weighted as
/// hinge_bending is. The sum is the edge's part of the Laplacian: |e| · 2 sin(θ/2) in length where triangles keep
/// their shape, so that for small angles it is hinge_bending; folded far, it is softer. It knows no rest but flat.
///
/// With the edge from x₀ to x₁ and the apices x₂ and x₃: k₂ = −(c₂₀ + c₂₁), k₃ = −(c₃₀ + c₃₁), k₀ = c₂₁ + c₃₁,
/// k₁ = c₂₀ + c₃₀, where c₂₀ is the cotangent of the angle at x₀ in the triangle of x₂, and so on.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

struct QuadraticBending {
    static constexpr const char* name = "quadratic_bending";
    static constexpr const char* summary = "Bending stiffness of a sheet that is flat at rest, quadratic and fast";
    static constexpr int point_count = 4;  // the ends of the common edge, then the apices
    static constexpr Domain domain = Domain::hinges;
    static constexpr bool relaxed_at_rest = false;  // only where the rest shape is flat
    static constexpr Parameter parameters[] = {
        {"rigidity", "N·m", "Bending rigidity D: moment per width and curvature; of a plate E t³/(12 (1 − ν²))",
         Range::non_negative}};

    struct Element {
        double weight;  // D/(A₁ + A₂), N/m
        double k[4];
    };

    static Element make(const RestElement<4>& rest, const double* values) {
        const Vec3 edge = rest.x[1] - rest.x[0];
        double twice_areas = 0.0;
        Element e = {0.0, {}};
        for (const int apex : {2, 3}) {
            const Vec3 from = rest.x[apex] - rest.x[0], to = rest.x[apex] - rest.x[1];
            const double twice = norm(cross(edge, from));
            if (!(twice > 0.0)) throw Error("the triangles of a hinge have no area at rest; mend the mesh");
            const double at_0 = dot(edge, from) / twice, at_1 = -dot(edge, to) / twice;
            e.k[0] += at_1;
            e.k[1] += at_0;
            e.k[apex] = -(at_0 + at_1);
            twice_areas += twice;
        }
        e.weight = 2.0 * values[0] / twice_areas;
        return e;
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 4>& x, const Element& e) {
        // Seen from one of the points, since the k_i sum to 0: a flat sheet far away keeps its digits.
        const auto sum = (x[1] - x[0]) * e.k[1] + (x[2] - x[0]) * e.k[2] + (x[3] - x[0]) * e.k[3];
        return norm_squared(sum) * (0.5 * e.weight);
    }
    TALWEG_FN static Derivatives<4> derivatives(const Points<double, 4>& x, const Element& e) {
        const Vec3 sum = (x[1] - x[0]) * e.k[1] + (x[2] - x[0]) * e.k[2] + (x[3] - x[0]) * e.k[3];
        Derivatives<4> d;
        d.energy = 0.5 * e.weight * norm_squared(sum);
        for (int n = 0; n < 4; ++n)
            for (int a = 0; a < 3; ++a) d.gradient[3 * n + a] = e.weight * e.k[n] * sum[a];
        d.hessian = Matrix<double, 12, 12>::zero();
        const Matrix<double, 4, 4> blocks = scalar_blocks(e, 1.0);
        for (int n = 0; n < 4; ++n)
            for (int m = 0; m < 4; ++m)
                for (int a = 0; a < 3; ++a) d.hessian(3 * n + a, 3 * m + a) = blocks(n, m);
        return d;
    }
    TALWEG_FN static Matrix<double, 4, 4> scalar_blocks(const Element& e, double /*rate*/) {
        Matrix<double, 4, 4> blocks;
        for (int n = 0; n < 4; ++n)
            for (int m = 0; m < 4; ++m) blocks(n, m) = e.weight * e.k[n] * e.k[m];
        return blocks;
    }
    TALWEG_FN static Derivatives<4> projected_derivatives(const Points<double, 4>& x, const Element& e) {
        return derivatives(x, e);
    }
};

}  // namespace talweg
