/// Hooke's spring: force proportional to the change in length.
///
///     E = ½ k (|d| − l)²,   d = x₁ − x₀
///     ∂E/∂x₁ = k (1 − l/|d|) d,   H_d = k d̂d̂ᵀ + k (1 − l/|d|) (I − d̂d̂ᵀ)
///
/// Ng and O'Brien, CS184 lecture 19 (printed there without its ½). Singular at d = 0, where the force has no direction:
/// there the derivative is taken along the first axis, so that a collapsed spring still opens.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/pair.hpp"

namespace talweg {

struct HookeSpring {
    static constexpr const char* name = "hooke_spring";
    static constexpr const char* summary = "Hooke's spring: force proportional to the change in length";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    static constexpr Parameter parameters[] = {{"stiffness", "N/m on sheets, N on ropes, Pa on lattices",
                                                "Stiffness k by strain: refining the mesh does not change the body",
                                                Range::positive}};

    struct Element {
        double rest_length, stiffness;
    };

    static Element make(const RestElement<2>& rest, const double* values) {
        const double length = norm(rest.x[1] - rest.x[0]);
        return {length, stiffness_by_strain(values[0], length, rest.dimension)};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 2>& x, const Element& e) {
        const Real change = norm(x[1] - x[0]) - Real(e.rest_length);
        return change * change * (0.5 * e.stiffness);
    }

    TALWEG_FN static Derivatives<2> derivatives(const Points<double, 2>& x, const Element& e) {
        return closed_form(x, e, false);
    }
    TALWEG_FN static Derivatives<2> projected_derivatives(const Points<double, 2>& x, const Element& e) {
        return closed_form(x, e, true);
    }

private:
    TALWEG_FN static Derivatives<2> closed_form(const Points<double, 2>& x, const Element& e, bool projected) {
        Vec3 d = x[1] - x[0];
        double length = norm(d);
        const double change = length - e.rest_length;
        if (length < 1e-12 * e.rest_length) {
            length = 1e-12 * e.rest_length;
            d = {length, 0.0, 0.0};
        }
        const Vec3 unit = d / length;
        const double across = e.stiffness * change / length;
        const double kept = projected && across < 0.0 ? 0.0 : across;
        return pair_derivatives(0.5 * e.stiffness * change * change, (e.stiffness * change) * unit, kept,
                                e.stiffness - kept, unit);
    }
};

}  // namespace talweg
