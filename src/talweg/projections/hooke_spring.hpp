/// Hooke's spring: C = |d| − l, α = 1/k in m/N; and w = k around the nearest vector of length l, which is the energy
/// itself: ½k|d − l d̂|² = ½k(|d| − l)².
#pragma once
#include "talweg/energies/hooke_spring.hpp"
#include "talweg/projections/interface/length.hpp"

namespace talweg {

template <>
struct Projection<HookeSpring> {
    static constexpr int constraint_count = 1, rows = 1;
    using Element = HookeSpring::Element;

    static double rest_length(const Element& e) { return e.rest_length; }

    static bool constraint(int, const Points<double, 2>& x, const Element& e, Constraint<2>& c) {
        c.compliance = 1.0 / e.stiffness;
        return length_constraint(x, e.rest_length, c);
    }

    static LinearMap<2, 1> map(const Points<double, 2>&, const Element& e) { return {{{-1.0, 1.0}}, e.stiffness}; }
    static void project(const Vec3* z, const Element& e, const LinearMap<2, 1>&, Vec3* p) {
        const double now = norm(*z);
        *p = now > 0.0 ? *z * (e.rest_length / now) : Vec3{e.rest_length, 0.0, 0.0};
    }
};

}  // namespace talweg
