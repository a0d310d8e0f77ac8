/// A test energy of three points, without closed forms: jets and projection carry it. Nonlinear, and indefinite in
/// places.
///
///     E = ½ k |x₀ − 2x₁ + x₂|² (1 + x₀·x₂)
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg::testing {

struct Corner {
    static constexpr const char* name = "corner";
    static constexpr int point_count = 3;
    struct Element {
        double stiffness;
    };
    template <class Real>
    static Real energy(const Points<Real, 3>& x, const Element& e) {
        const Vector<Real, 3> bend = x[0] - x[1] * 2.0 + x[2];
        return norm_squared(bend) * (dot(x[0], x[2]) + Real(1.0)) * (0.5 * e.stiffness);
    }
};

}  // namespace talweg::testing
