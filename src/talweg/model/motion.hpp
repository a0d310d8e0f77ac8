/// A prescribed motion of points: a rigid pose as a function of time, applied to where a point starts.
///
///     x(t) = center + R(r(t)) (start − center) + u(t)
///
/// u is a translation and r a rotation vector (axis times angle, radians; more than a turn counts on). Both come from
/// keyframes – interpolated, kept before the first and after the last – or grow steadily during an interval, or follow
/// curves of time.
#pragma once
#include <variant>
#include <vector>

#include "talweg/math/matrix.hpp"
#include "talweg/model/curve.hpp"

namespace talweg {

struct Keyframe {
    double time;  // s
    Vec3 translation, rotation;
};

struct KeyframedPose {
    std::vector<Keyframe> keyframes;  // at least one, times ascending
    Interpolation interpolation = Interpolation::linear;
};

struct SteadyPose {
    Vec3 velocity, angular_velocity;  // m/s, rad/s
    double from, until;               // s
};

struct CurvedPose {
    Curve translation[3];  // m, along x, y and z
    Vec3 axis;             // of the rotation; length 1
    Curve angle;           // degrees
};

struct Motion {
    Vec3 center;
    std::variant<KeyframedPose, SteadyPose, CurvedPose> pose;

    Vec3 at(const Vec3& start, double time) const;
    /// The turn between two times: axis times angle, radians. Whole turns count while the axis stays.
    Vec3 turn(double from, double to) const;
};

/// The rotation about r/|r| by |r| radians (Rodrigues), and the r of at most half a turn that a rotation stands for.
Mat3 rotation_matrix(const Vec3& r);
Vec3 rotation_vector(const Mat3& rotation);

}  // namespace talweg
