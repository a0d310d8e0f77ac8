/// A prescribed motion of points: a rigid pose as a function of time, applied to where a point starts.
///
///     x(t) = center + R(r(t)) (start − center) + u(t)
///
/// u is a translation and r a rotation vector (axis times angle, radians; more than a turn counts on). Either both come
/// from keyframes – interpolated, kept before the first and after the last – or they grow steadily during an interval.
#pragma once
#include <variant>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct Keyframe {
    double time;  // s
    Vec3 translation, rotation;
};

/// Straight between keyframes, or s²(3 − 2s) in place of s: starting and stopping gently at each.
enum class Interpolation { linear, smooth };

struct KeyframedPose {
    std::vector<Keyframe> keyframes;  // at least one, times ascending
    Interpolation interpolation = Interpolation::linear;
};

struct SteadyPose {
    Vec3 velocity, angular_velocity;  // m/s, rad/s
    double from, until;               // s
};

struct Motion {
    Vec3 center;
    std::variant<KeyframedPose, SteadyPose> pose;

    Vec3 at(const Vec3& start, double time) const;
};

/// The rotation about r/|r| by |r| radians (Rodrigues).
Mat3 rotation_matrix(const Vec3& r);

}  // namespace talweg
