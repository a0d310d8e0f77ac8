/// The coordinate of a joint: what is left free between two bodies, or between a body and the world, as one number.
///
/// Of six points: 0, 1 on the first body, 2, 3 on the second, 4, 5 along the axis u = x₅ − x₄.
///
///     angle    tan q = (n_a × n_b)·û / n_a·n_b      n_a = x₁ − x₀, n_b = x₃ − x₂: a hinge's
///     shift    q = (x₂ − x₀)·û                       a slider's, m
///     cosine   q = n̂_a·n̂_b                           of two axes: what a universal joint keeps 0
///
/// Where the world is the first body, x₀ and n_a are fixed.
#pragma once
#include "talweg/math/points.hpp"

namespace talweg {

enum class JointCoordinate { angle, shift, cosine };

struct JointFrame {
    Vec3 place, direction;  // x₀ and n_a, where the world is the first body
    double to_world;        // 1, or 0 where two bodies meet
    double kind;            // a JointCoordinate; a number like the others, so that elements are plain numbers

    TALWEG_FN bool is(JointCoordinate coordinate) const { return kind == static_cast<double>(coordinate); }
};

namespace joints {

template <class Real>
TALWEG_FN Vector<Real, 3> constant(const Vec3& v) {
    Vector<Real, 3> result;
    for (int a = 0; a < 3; ++a) result[a] = Real(v[a]);
    return result;
}

}  // namespace joints

/// q less `about`; of an angle, in (−π, π].
template <class Real>
TALWEG_FN Real joint_coordinate(const Points<Real, 6>& x, const JointFrame& frame, double about) {
    const bool world = frame.to_world != 0.0;
    const Vector<Real, 3> first = world ? joints::constant<Real>(frame.direction) : x[1] - x[0];
    const Vector<Real, 3> second = x[3] - x[2], axis = x[5] - x[4];
    if (frame.is(JointCoordinate::shift)) {
        const Vector<Real, 3> from = world ? joints::constant<Real>(frame.place) : x[0];
        return dot(x[2] - from, axis) / norm(axis) - Real(about);
    }
    if (frame.is(JointCoordinate::cosine)) return dot(first, second) / (norm(first) * norm(second)) - Real(about);
    const Real sine = dot(cross(first, second), axis) / norm(axis), cosine = dot(first, second);
    const double s = ::sin(about), c = ::cos(about);
    return atan2(sine * c - cosine * s, cosine * c + sine * s);
}

/// A frame that tests draw: of all kinds, with and without the world.
inline JointFrame random_joint_frame(const double* numbers) {
    return {{numbers[0], numbers[1], numbers[2]},
            {numbers[2], numbers[1], numbers[0]},
            numbers[3] > 1.2 ? 1.0 : 0.0,
            numbers[4] > 1.5   ? 0.0
            : numbers[4] > 1.0 ? 1.0
                               : 2.0};
}

}  // namespace talweg
