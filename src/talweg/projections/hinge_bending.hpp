/// Bending by hinges: C = θ − θ̄, with E = weight (θ − θ̄)²: α = 1/(2 weight) in rad²/J.
///
/// Projective dynamics bends by the linear form of Bergou, Wardetzky, Harmon, Zorin, Grinspun, "A Quadratic Bending
/// Model for Inextensible Surfaces", 2006: with the cotangents of the rest triangles, z = Σ K_i x_i is |e| times the
/// sum of the two unit vectors that point from the apices across the edge, so that |z| = 2|e| sin(|θ|/2) while lengths
/// stay. w = 2 weight/|e|² around the nearest vector of the rest length 2|e| sin(|θ̄|/2): the hinge's own energy for
/// small angles. Which way a hinge is bent at rest it does not know.
#pragma once
#include "talweg/energies/hinge_bending.hpp"
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

template <>
struct Projection<HingeBending> {
    static constexpr int constraint_count = 1, rows = 1;
    using Element = HingeBending::Element;

    static bool constraint(int, const Points<double, 4>& x, const Element& e, Constraint<4>& c) {
        if (!(e.weight > 0.0)) return false;
        c.value = HingeBending::angle(x) - e.rest_angle;
        c.compliance = 0.5 / e.weight;
        HingeTriangle{{0, 1, 2}, 1.0}.add_slope<4>(x, c.gradient);
        HingeTriangle{{0, 1, 3}, -1.0}.add_slope<4>(x, c.gradient);
        return true;
    }

    static LinearMap<4, 1> map(const Points<double, 4>& rest, const Element& e) {
        const double at0[2] = {cotangent(rest, 0, 1, 2), cotangent(rest, 0, 1, 3)};
        const double at1[2] = {cotangent(rest, 1, 0, 2), cotangent(rest, 1, 0, 3)};
        return {{{at1[0] + at1[1], at0[0] + at0[1], -at0[0] - at1[0], -at0[1] - at1[1]}},
                2.0 * e.weight / norm_squared(rest[1] - rest[0])};
    }
    static void project(const Vec3* z, const Element& e, const LinearMap<4, 1>& map, Vec3* p) {
        const double edge = map.weight > 0.0 ? std::sqrt(2.0 * e.weight / map.weight) : 0.0;
        const double now = norm(*z), rest = 2.0 * edge * std::fabs(std::sin(0.5 * e.rest_angle));
        *p = now > 0.0 ? *z * (rest / now) : Vec3::zero();
    }

private:
    /// Of the angle at `corner` between the edge to `end` and that to the apex.
    static double cotangent(const Points<double, 4>& x, int corner, int end, int apex) {
        const Vec3 along = x[end] - x[corner], up = x[apex] - x[corner];
        return dot(along, up) / norm(cross(along, up));
    }
};

}  // namespace talweg
