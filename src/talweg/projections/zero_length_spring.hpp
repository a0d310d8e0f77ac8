/// The linear spring: three linear constraints C_a = d_a, α = 1/k in m/N; and w = k around the one vector without
/// length.
#pragma once
#include "talweg/energies/zero_length_spring.hpp"
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

template <>
struct Projection<ZeroLengthSpring> {
    static constexpr int constraint_count = 3, rows = 1;
    using Element = ZeroLengthSpring::Element;

    static bool constraint(int axis, const Points<double, 2>& x, const Element& e, Constraint<2>& c) {
        c.value = x[1][axis] - x[0][axis];
        c.gradient[axis] = -1.0;
        c.gradient[3 + axis] = 1.0;
        c.compliance = 1.0 / e.stiffness;
        return true;
    }

    static LinearMap<2, 1> map(const Points<double, 2>&, const Element& e) { return {{{-1.0, 1.0}}, e.stiffness}; }
    static void project(const Vec3*, const Element&, const LinearMap<2, 1>&, Vec3* p) { *p = Vec3::zero(); }
};

}  // namespace talweg
