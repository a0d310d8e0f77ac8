/// Spring that wants to have no length: the one spring that is linear.
///
///     E = ½ k |d|²,   d = x₁ − x₀,   H_d = k I
///
/// Ng and O'Brien, CS184 lecture 19.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/pair.hpp"

namespace talweg {

struct ZeroLengthSpring {
    static constexpr const char* name = "zero_length_spring";
    static constexpr const char* summary = "Linear spring of zero rest length";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    static constexpr bool relaxed_at_rest = false;  // it always pulls
    static constexpr Parameter parameters[] = {{"stiffness", "N/m on sheets, N on ropes, Pa on lattices",
                                                "Stiffness k by strain: refining the mesh does not change the body",
                                                Range::positive}};

    struct Element {
        double stiffness;
    };

    static Element make(const RestElement<2>& rest, const double* values) {
        return {stiffness_by_strain(values[0], norm(rest.x[1] - rest.x[0]), rest.dimension)};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 2>& x, const Element& e) {
        return norm_squared(x[1] - x[0]) * (0.5 * e.stiffness);
    }

    TALWEG_FN static Derivatives<2> derivatives(const Points<double, 2>& x, const Element& e) {
        const Vec3 d = x[1] - x[0];
        return pair_derivatives(0.5 * e.stiffness * norm_squared(d), e.stiffness * d, e.stiffness, 0.0, d);
    }
    TALWEG_FN static Derivatives<2> projected_derivatives(const Points<double, 2>& x, const Element& e) {
        return derivatives(x, e);
    }
};

}  // namespace talweg
