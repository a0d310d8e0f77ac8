#include "talweg/model/motion.hpp"

#include <algorithm>
#include <numbers>

namespace talweg {

namespace {

struct Pose {
    Vec3 translation, rotation;
};

Pose pose_at(const KeyframedPose& track, double time) {
    const auto [a, b, s] = between(track.keyframes, track.interpolation, time);
    return {a.translation + s * (b.translation - a.translation), a.rotation + s * (b.rotation - a.rotation)};
}

Pose pose_at(const SteadyPose& steady, double time) {
    const double elapsed = std::clamp(time, steady.from, steady.until) - steady.from;
    return {elapsed * steady.velocity, elapsed * steady.angular_velocity};
}

Pose pose_at(const CurvedPose& curved, double time) {
    const auto& u = curved.translation;
    return {{u[0].at(time), u[1].at(time), u[2].at(time)},
            (curved.angle.at(time) * std::numbers::pi / 180.0) * curved.axis};
}

}  // namespace

Mat3 rotation_matrix(const Vec3& r) {
    const double angle = norm(r);
    if (angle == 0.0) return Mat3::identity();
    const Vec3 k = r / angle;
    const Mat3 across = {0.0, k[2], -k[1], -k[2], 0.0, k[0], k[1], -k[0], 0.0};  // column-major: across · x = k × x
    return Mat3::identity() + std::sin(angle) * across + (1.0 - std::cos(angle)) * (across * across);
}

Vec3 Motion::at(const Vec3& start, double time) const {
    const Pose now = std::visit([&](const auto& kind) { return pose_at(kind, time); }, pose);
    // Without rotation the start comes back bit for bit, however far the centre is away.
    if (now.rotation == Vec3::zero()) return start + now.translation;
    return center + rotation_matrix(now.rotation) * (start - center) + now.translation;
}

Vec3 rotation_vector(const Mat3& r) {
    const Vec3 twice_sine{r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
    const double sine = 0.5 * norm(twice_sine), cosine = 0.5 * (r(0, 0) + r(1, 1) + r(2, 2) - 1.0);
    const double angle = std::atan2(sine, cosine);
    if (sine > 1e-6) return (angle / (2.0 * sine)) * twice_sine;
    if (cosine > 0.0) return 0.5 * twice_sine;
    // Half a turn: R + I = 2 k kᵀ, whose longest column leads along k.
    int longest = 0;
    for (int c = 1; c < 3; ++c)
        if (r(c, c) > r(longest, longest)) longest = c;
    Vec3 axis{r(0, longest), r(1, longest), r(2, longest)};
    axis[longest] += 1.0;
    return (angle / norm(axis)) * axis;
}

Vec3 Motion::turn(double from, double to) const {
    const auto rotation = [&](double time) {
        return std::visit([&](const auto& kind) { return pose_at(kind, time).rotation; }, pose);
    };
    const Vec3 before = rotation(from), after = rotation(to);
    if (norm(cross(before, after)) <= 1e-12 * norm(before) * norm(after)) return after - before;
    return rotation_vector(rotation_matrix(after) * rotation_matrix(before).transposed());
}

}  // namespace talweg
