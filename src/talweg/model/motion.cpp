#include "talweg/model/motion.hpp"

#include <algorithm>

namespace talweg {

namespace {

struct Pose {
    Vec3 translation, rotation;
};

Pose pose_at(const KeyframedPose& track, double time) {
    const auto& keys = track.keyframes;
    const auto later = [](double t, const Keyframe& key) { return t < key.time; };
    const auto next = std::upper_bound(keys.begin(), keys.end(), time, later);
    if (next == keys.begin()) return {keys.front().translation, keys.front().rotation};
    if (next == keys.end()) return {keys.back().translation, keys.back().rotation};
    const Keyframe &a = next[-1], &b = *next;
    double s = (time - a.time) / (b.time - a.time);
    if (track.interpolation == Interpolation::smooth) s = s * s * (3.0 - 2.0 * s);
    return {a.translation + s * (b.translation - a.translation), a.rotation + s * (b.rotation - a.rotation)};
}

Pose pose_at(const SteadyPose& steady, double time) {
    const double elapsed = std::clamp(time, steady.from, steady.until) - steady.from;
    return {elapsed * steady.velocity, elapsed * steady.angular_velocity};
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

}  // namespace talweg
