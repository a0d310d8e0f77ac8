/// Uniform gravity on a point of mass m.
///
///     E = −m g·x,   ∂E/∂x = −m g,   H = 0
///
/// Every scene has it; its acceleration is the scene's `gravity`, not a parameter of a body.
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

struct Gravity {
    static constexpr const char* name = "gravity";
    static constexpr const char* summary = "Uniform gravity, the scene's acceleration times each point's mass";
    static constexpr int point_count = 1;
    static constexpr Domain domain = Domain::points;
    static constexpr bool in_every_scene = true;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        Vec3 weight;  // m g, newtons
    };

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 1>& x, const Element& e) {
        return -dot(x[0], e.weight);
    }

    TALWEG_FN static Derivatives<1> derivatives(const Points<double, 1>& x, const Element& e) {
        return {-dot(x[0], e.weight), -e.weight, Mat3::zero()};
    }
    TALWEG_FN static Derivatives<1> projected_derivatives(const Points<double, 1>& x, const Element& e) {
        return derivatives(x, e);
    }
};

}  // namespace talweg
