/// The lecture's spring: strain |d|²/l² − 1, so no square root and no singularity at d = 0.
///
///     E = ½ k l² (|d|²/l² − 1)²,   d = x₁ − x₀
///     ∂E/∂x₁ = 2k (|d|²/l² − 1) d,   H_d = (2k/l²) (2 d dᵀ + (|d|² − l²) I)
///
/// Li, "Case Study – Mass-Spring Systems", 15-769 lecture 3. The Hessian [[H, −H], [−H, H]] is positive semi-definite
/// when H is; H has eigenvalue (2k/l²)(3|d|² − l²) along d and (2k/l²)(|d|² − l²) across, so clamping needs no
/// decomposition.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/pair.hpp"

namespace talweg {

struct Spring {
    static constexpr const char* name = "spring";
    static constexpr const char* summary = "Spring with strain |d|²/l² − 1, without a square root";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    static constexpr Parameter parameters[] = {{"stiffness", "N/m on sheets, N on ropes, Pa on lattices",
                                                "Stiffness k by strain: refining the mesh does not change the body",
                                                Range::positive}};

    struct Element {
        double rest_length_squared, stiffness;
    };

    static Element make(const RestElement<2>& rest, const double* values) {
        const double length_squared = norm_squared(rest.x[1] - rest.x[0]);
        return {length_squared, stiffness_by_strain(values[0], std::sqrt(length_squared), rest.dimension)};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 2>& x, const Element& e) {
        const Real strain = norm_squared(x[1] - x[0]) * (1.0 / e.rest_length_squared) - Real(1.0);
        return strain * strain * (0.5 * e.stiffness * e.rest_length_squared);
    }

    TALWEG_FN static Derivatives<2> derivatives(const Points<double, 2>& x, const Element& e) {
        return closed_form(x, e, false);
    }
    TALWEG_FN static Derivatives<2> projected_derivatives(const Points<double, 2>& x, const Element& e) {
        return closed_form(x, e, true);
    }

private:
    TALWEG_FN static Derivatives<2> closed_form(const Points<double, 2>& x, const Element& e, bool projected) {
        const Vec3 d = x[1] - x[0];
        const double dd = norm_squared(d), strain = dd / e.rest_length_squared - 1.0;
        double across = 2.0 * e.stiffness * strain;
        double along_dd = 4.0 * e.stiffness / e.rest_length_squared;  // coefficient of d dᵀ
        if (projected && across < 0.0) {
            // Along d the eigenvalue is across + along_dd·|d|²; keep it if positive, drop the rest.
            const double along = across + along_dd * dd;
            along_dd = along > 0.0 ? along / dd : 0.0;
            across = 0.0;
        }
        return pair_derivatives(0.5 * e.stiffness * e.rest_length_squared * strain * strain,
                                (2.0 * e.stiffness * strain) * d, across, along_dd, d);
    }
};

}  // namespace talweg
