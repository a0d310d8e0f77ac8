#include "talweg/scene/spec/motion_spec.hpp"

namespace talweg {

namespace {

std::optional<Motion> to_motion(const SteadyMotionSpec& spec) {
    return Motion{spec.center, SteadyPose{spec.velocity, spec.angular_velocity, spec.from, spec.until}};
}

std::optional<Motion> to_motion(const KeyframedMotionSpec& spec) {
    KeyframedPose pose{{}, spec.interpolation};
    for (const KeyframeSpec& key : spec.keyframes)
        pose.keyframes.push_back({key.time, key.translate, key.rotate ? key.rotate->rotation_vector() : Vec3::zero()});
    return Motion{spec.center, pose};
}

std::optional<Motion> to_motion(const CurvedMotionSpec& spec) {
    CurvedPose pose{{}, spec.axis / norm(spec.axis), spec.angle.curve()};
    for (int a = 0; a < 3; ++a) pose.translation[a] = spec.displacement[a].curve();
    return Motion{spec.center, pose};
}

std::optional<Motion> to_motion(const CachedMotionSpec&) { return std::nullopt; }

}  // namespace

std::optional<Motion> MotionSpec::motion() const {
    return std::visit([](const auto& spec) { return to_motion(spec); }, kind);
}

}  // namespace talweg
