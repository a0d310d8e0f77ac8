/// A rope between two places: it pulls when it is longer than its length, and does nothing when it is slack.
///
///     E = ½ k (|d| − l)²   for |d| > l,   0   otherwise,   d = x₁ − x₀
#pragma once
#include "talweg/energies/hooke_spring.hpp"

namespace talweg {

struct RopeSpring {
    static constexpr const char* name = "rope_spring";
    static constexpr const char* summary = "Rope between two places: pulls, never pushes";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 2;
    using Element = HookeSpring::Element;

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 2>& x, const Element& e) {
        return slack(x, e) ? Real(0.0) : HookeSpring::energy(x, e);
    }
    TALWEG_FN static Derivatives<2> derivatives(const Points<double, 2>& x, const Element& e) {
        return slack(x, e) ? Derivatives<2>{} : HookeSpring::derivatives(x, e);
    }
    TALWEG_FN static Derivatives<2> projected_derivatives(const Points<double, 2>& x, const Element& e) {
        return slack(x, e) ? Derivatives<2>{} : HookeSpring::projected_derivatives(x, e);
    }

private:
    template <class Real>
    TALWEG_FN static bool slack(const Points<Real, 2>& x, const Element& e) {
        return norm_squared(x[1] - x[0]) <= Real(e.rest_length * e.rest_length);
    }
};

}  // namespace talweg
