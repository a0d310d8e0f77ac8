/// Pressure on a triangle of a surface: it pushes against the face, wherever the face turns to (a follower load).
///
///     E = p (V − V_s),   V = (x₀ − o)·((x₁ − o) × (x₂ − o))/6,   force on each point of a face: −p N/6,
///     N = (x₁−x₀) × (x₂−x₀)
///
/// V is the volume of the cone over the face with its apex o, V_s what it is at the start of the run. Over a closed
/// surface the cones add up to the enclosed volume, and over an inner point of a patch their forces add up to the
/// faces' own, whatever o is: there the load is conservative and E exact. What the cones get wrong lies on the rim of
/// an open patch: each point of a rim edge (u, w), in the direction of its face, lacks the force −p (u − o) × (w −
/// o)/6. The load on a moving rim has no potential; it is added as a constant of the step, from the points x_ref.
/// (Bonet and Wood, "Nonlinear Continuum Mechanics for Finite Element Analysis", on enclosed boundary pressures.)
///
/// The cone's Hessian grows with the distance to o, the load's does not. The projected Hessian is therefore made from
/// the symmetric part of the face's own, p/12 [e_j − e_i]× with e_i the edge opposite to point i: over a closed
/// surface both add up to the same.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/project.hpp"

namespace talweg {

struct Pressure {
    static constexpr const char* name = "pressure";
    static constexpr const char* summary = "Pressure against a face, following it as it turns";
    static constexpr int point_count = 3;
    static constexpr Domain domain = Domain::triangles;
    static constexpr Invariance invariance = Invariance::none;
    static constexpr bool nearest_projection = false;
    static constexpr bool projection_dominates = false;

    struct Element {
        Vec3 apex;                     // o
        double pressure;               // Pa
        double rim[3];                 // 1 where the edge from point k to the next is on the rim, otherwise 0
        Points<double, 3> start = {};  // where the points are when the run starts
    };

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 3>& x, const Element& e) {
        const Points<Real, 3> y = seen_from_apex(x, e);
        const Points<double, 3> s = seen_from_apex(e.start, e);
        return (dot(y[0], cross(y[1], y[2])) - Real(dot(s[0], cross(s[1], s[2])))) * (e.pressure / 6.0);
    }

    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, 3>& x, const Points<double, 3>& x_ref, double,
                                      const Element& e) {
        Real sum = energy(x, e);
        Points<Real, 3> way = x;
        for (int k = 0; k < 3; ++k)
            for (int a = 0; a < 3; ++a) way[k][a] -= Real(e.start[k][a]);
        for (int k = 0; k < 3; ++k) sum += dot(way[k] + way[(k + 1) % 3], rim_force(x_ref, k, e));
        return sum;
    }
    TALWEG_FN static Derivatives<3> incremental_derivatives(const Points<double, 3>& x, const Points<double, 3>& x_ref,
                                                            double rate, const Element& e) {
        Derivatives<3> d = without_hessian(x, x_ref, rate, e);
        const Points<double, 3> y = seen_from_apex(x, e);
        for (int k = 0; k < 3; ++k) set_cross(d, k, (k + 1) % 3, y[(k + 2) % 3] * (e.pressure / 6.0));
        return d;
    }
    TALWEG_FN static Derivatives<3> projected_incremental_derivatives(const Points<double, 3>& x,
                                                                      const Points<double, 3>& x_ref, double rate,
                                                                      const Element& e) {
        Derivatives<3> d = without_hessian(x, x_ref, rate, e);
        for (int k = 0; k < 3; ++k) {
            const int i = k, j = (k + 1) % 3, l = (k + 2) % 3;
            const Vec3 opposite_i = x[l] - x[j], opposite_j = x[i] - x[l];
            set_cross(d, i, j, (opposite_i - opposite_j) * (e.pressure / 12.0));
        }
        project_positive(d.hessian);
        return d;
    }

private:
    template <class Real>
    TALWEG_FN static Points<Real, 3> seen_from_apex(Points<Real, 3> x, const Element& e) {
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) x[i][a] -= Real(e.apex[a]);
        return x;
    }
    /// ∂E/∂u and ∂E/∂w that the edge k of the rim adds.
    TALWEG_FN static Vec3 rim_force(const Points<double, 3>& x_ref, int k, const Element& e) {
        const Points<double, 3> y = seen_from_apex(x_ref, e);
        return cross(y[k], y[(k + 1) % 3]) * (e.rim[k] * e.pressure / 6.0);
    }
    TALWEG_FN static Derivatives<3> without_hessian(const Points<double, 3>& x, const Points<double, 3>& x_ref,
                                                    double rate, const Element& e) {
        Derivatives<3> d = {};
        d.energy = incremental(x, x_ref, rate, e);
        const Points<double, 3> y = seen_from_apex(x, e);
        for (int k = 0; k < 3; ++k) {
            const Vec3 g = cross(y[(k + 1) % 3], y[(k + 2) % 3]) * (e.pressure / 6.0) + rim_force(x_ref, k, e) +
                           rim_force(x_ref, (k + 2) % 3, e);
            for (int a = 0; a < 3; ++a) d.gradient[3 * k + a] = g[a];
        }
        return d;
    }
    /// The block of points i and j, v ↦ −c × v, and its transpose.
    TALWEG_FN static void set_cross(Derivatives<3>& d, int i, int j, const Vec3& c) {
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, o = (a + 2) % 3;
            d.hessian(3 * i + a, 3 * j + b) = d.hessian(3 * j + b, 3 * i + a) = c[o];
            d.hessian(3 * i + b, 3 * j + a) = d.hessian(3 * j + a, 3 * i + b) = -c[o];
        }
    }
};

}  // namespace talweg
