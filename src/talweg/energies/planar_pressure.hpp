/// Pressure on an edge of a planar body: it pushes against the edge, wherever the edge turns to (a follower load).
///
///     E = q (A − A_s),   A = ½ ((x₀ − o) × (x₁ − o))_z,   force on each point of an edge: −½ q J(x₁ − x₀),
///     J(x, y) = (y, −x)
///
/// A is the area of the triangle over the edge with its apex o, A_s what it is at the start of the run; positive where
/// the body lies to the left of the edge. Around a closed boundary the triangles add up to the body's area and the load
/// is conservative. At an end u of an open stretch of the boundary the force ∓½ q J(u − o) is lacking (− where the
/// stretch ends, + where it begins); it is added as a constant of the step, from the points x_ref. See pressure.hpp.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/project.hpp"

namespace talweg {

struct PlanarPressure {
    static constexpr const char* name = "planar_pressure";
    static constexpr const char* summary = "Pressure against an edge of a planar body, following it as it turns";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    static constexpr bool planar = true;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        Vec3 apex;                     // o
        double pressure;               // q, N/m
        double begins, ends;           // 1 where the first, or the last, point is an end of the stretch, otherwise 0
        Points<double, 2> start = {};  // where the points are when the run starts
    };

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 2>& x, const Element& e) {
        return (twice_area(x, e) - Real(twice_area(e.start, e))) * (0.5 * e.pressure);
    }
    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, 2>& x, const Points<double, 2>& x_ref, double,
                                      const Element& e) {
        Real sum = energy(x, e);
        for (int i = 0; i < 2; ++i) {
            const Vec2 g = end_gradient(x_ref, i, e);
            for (int a = 0; a < 2; ++a) sum += (x[i][a] - Real(e.start[i][a])) * g[a];
        }
        return sum;
    }
    TALWEG_FN static Derivatives<2> incremental_derivatives(const Points<double, 2>& x, const Points<double, 2>& x_ref,
                                                            double rate, const Element& e) {
        Derivatives<2> d = {};
        const double half = 0.5 * e.pressure;
        d.energy = incremental(x, x_ref, rate, e);
        for (int i = 0; i < 2; ++i) {
            const Vec3 other = x[1 - i] - e.apex;
            const double sign = i == 0 ? half : -half;
            const Vec2 end = end_gradient(x_ref, i, e);
            d.gradient[3 * i] = sign * other[1] + end[0];
            d.gradient[3 * i + 1] = -sign * other[0] + end[1];
        }
        d.hessian(0, 4) = d.hessian(4, 0) = half;
        d.hessian(1, 3) = d.hessian(3, 1) = -half;
        return d;
    }
    TALWEG_FN static Derivatives<2> projected_incremental_derivatives(const Points<double, 2>& x,
                                                                      const Points<double, 2>& x_ref, double rate,
                                                                      const Element& e) {
        Derivatives<2> d = incremental_derivatives(x, x_ref, rate, e);
        project_positive(d.hessian);
        return d;
    }

private:
    template <class Real>
    TALWEG_FN static Real twice_area(const Points<Real, 2>& x, const Element& e) {
        const auto ax = x[0][0] - Real(e.apex[0]), ay = x[0][1] - Real(e.apex[1]);
        const auto bx = x[1][0] - Real(e.apex[0]), by = x[1][1] - Real(e.apex[1]);
        return ax * by - ay * bx;
    }
    /// ∂E/∂x that point i gets as an end of the stretch.
    TALWEG_FN static Vec2 end_gradient(const Points<double, 2>& x_ref, int i, const Element& e) {
        const double half = (i == 0 ? -e.begins : e.ends) * 0.5 * e.pressure;
        return {half * (x_ref[i][1] - e.apex[1]), -half * (x_ref[i][0] - e.apex[0])};
    }
};

}  // namespace talweg
