/// What the air does to a flat or slender thing that moves through it with the velocity u: quadratic drag.
///
///     D = ⅓ (k_n |u_n|³ + k_t |u_t|³),   f = −∂D/∂u = −k_n |u_n| u_n − k_t |u_t| u_t,   k = ½ ρ C A
///
/// Convex and twice differentiable, also at u = 0. The directions are those of the start of a step, so that the
/// potential of the step stays convex.
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

/// ⅓ k |u|³
template <class Real>
TALWEG_FN Real cubed_speed(const Vector<Real, 3>& u, double k) {
    const Real square = norm_squared(u);
    if (!(square > Real(0.0))) return Real(0.0);
    return square * sqrt(square) * (k / 3.0);
}

/// Its value, k |u| u, and k (|u| P + u uᵀ/|u|), where u lies in what P projects to.
TALWEG_FN inline double add_cubed_speed(const Vec3& u, const Mat3& p, double k, Vec3& first, Mat3& second) {
    const double speed = norm(u);
    first += u * (k * speed);
    if (speed > 0.0)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) second(i, j) += k * (speed * p(i, j) + u[i] * u[j] / speed);
    return k * speed * speed * speed / 3.0;
}

/// Resistance at each of N points that share the element's area evenly. `axis` is the direction in which a velocity is
/// told apart: the normal of a sheet, the direction of a thread.
template <int N>
struct AirResistance {
    Vec3 axis;
    double along_axis, across;  // kg/m: k of what moves along the axis, and of what moves across it

    template <class Real>
    TALWEG_FN Real operator()(const Points<Real, N>& v) const {
        Real sum = Real(0.0);
        for (int i = 0; i < N; ++i) {
            Vector<Real, 3> along, rest;
            const Real part = dot(v[i], axis);
            for (int a = 0; a < 3; ++a) {
                along[a] = part * axis[a];
                rest[a] = v[i][a] - along[a];
            }
            sum += cubed_speed(along, along_axis) + cubed_speed(rest, across);
        }
        return sum;
    }

    /// Of the potential D(v)/rate of a move x − x_ref = v/rate, by x.
    TALWEG_FN Derivatives<N> derivatives(const Points<double, N>& x, const Points<double, N>& x_ref,
                                         double rate) const {
        Derivatives<N> d = {};
        const Mat3 along = outer(axis, axis), rest = Mat3::identity() - along;
        for (int i = 0; i < N; ++i) {
            const Vec3 v = (x[i] - x_ref[i]) * rate, part = axis * dot(v, axis);
            Vec3 first = Vec3::zero();
            Mat3 second = Mat3::zero();
            d.energy += (add_cubed_speed(part, along, along_axis, first, second) +
                         add_cubed_speed(v - part, rest, across, first, second)) /
                        rate;
            for (int a = 0; a < 3; ++a) {
                d.gradient[3 * i + a] = first[a];
                for (int b = 0; b < 3; ++b) d.hessian(3 * i + a, 3 * i + b) = second(a, b) * rate;
            }
        }
        return d;
    }
};

}  // namespace talweg
