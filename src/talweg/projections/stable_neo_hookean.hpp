/// The stable neo-Hookean material as two squares: with I = |F|² and J = det F, up to a constant,
///
///     Ψ = μ/2 (I − ln(I + 1)) + λ/2 (J − 1 − ¾ μ/λ)²
///
/// C₀ = √(I − ln(I + 1)), softness 1/μ, pulls together at rest as strongly as C₁ = J − 1 − ¾ μ/λ, softness 1/λ, pushes
/// apart. (Macklin and Müller, "A Constraint-based Formulation of Stable Neo-Hookean Materials", 2021, there without
/// the logarithm.)
#pragma once
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/projections/interface/material.hpp"

namespace talweg {

template <>
struct MaterialProjection<StableNeoHookean> {
    template <int D>
    static constexpr int constraint_count = 2;
    static constexpr bool has_distance = false;

    template <int D>
    static bool constraint(int k, const Matrix<double, D, D>& f, const Lame& m, MaterialConstraint<D>& c) {
        if (k == 0) {
            const double lengths = norm_squared(f) + (3 - D);  // planar: a stretch of 1 across
            c.value = std::sqrt(lengths - std::log1p(lengths));
            if (!(c.value > 0.0)) return false;
            c.slope = f * (lengths / ((lengths + 1.0) * c.value));
            c.softness = 1.0 / m.mu;
        } else {
            c.value = determinant(f) - 1.0 - 0.75 * m.mu / m.lambda;
            c.slope = cofactor(f);
            c.softness = 1.0 / m.lambda;
        }
        return true;
    }
};

}  // namespace talweg
