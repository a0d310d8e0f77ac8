/// Handles of rigs in the hands of viewers: what they do to a handle is added to what its motion says.
///
///     T_j(t)  →  P_j(t) T_j(t),   P_j = P_parent · (turn about the handle's own place, then a shift)
///
/// A pose is reached within a short time, straight and evenly, so that the body is led there and not thrown. Poses
/// change between steps only, by the thread that takes them.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "talweg/model/model.hpp"
#include "talweg/model/rig.hpp"

namespace talweg {

/// What viewers have done to the handles, rig by rig.
class Poses {
public:
    struct Pose {
        Vec3 shift[2] = {Vec3::zero(), Vec3::zero()};  // m: from, to
        Vec3 turn[2] = {Vec3::zero(), Vec3::zero()};   // rotation vectors, likewise
        double start = 0.0, end = 0.0;                 // s
        Vec3 shift_at(double time) const;
        Mat3 turn_at(double time) const;
    };
    /// Of a handle; none when nobody has touched it.
    const Pose* find(const std::string& rig, int handle) const;
    /// From `time` on the handle goes on by a shift (m) and a turn (rotation vector), both by the axes of its parent.
    void add(const std::string& rig, int handle, const Vec3& shift, const Vec3& turn, double time);
    void clear() { poses_.clear(); }

private:
    std::map<std::pair<std::string, int>, Pose> poses_;
};

/// A rig's own motion with what viewers add to it.
class PosedMotion final : public RigMotion {
public:
    PosedMotion(std::string rig, std::shared_ptr<const RigMotion> own, std::shared_ptr<const Poses> poses);
    int handle_count() const override { return own_->handle_count(); }
    std::vector<AffineMap> at(double time) const override;
    std::vector<RigHandle> handles() const override { return handles_; }
    std::vector<double> read_numbers() const override { return own_->read_numbers(); }
    const std::string& rig() const { return rig_; }
    /// P of the handle's parent at a time.
    AffineMap frame_of(int handle, double time) const;

private:
    std::vector<AffineMap> poses_at(double time, const std::vector<AffineMap>& own) const;

    std::string rig_;
    std::shared_ptr<const RigMotion> own_;
    std::shared_ptr<const Poses> poses_;
    std::vector<RigHandle> handles_;
};

/// Lets viewers pose the rigs of a model. Returns them by the names of their constraints, in the model's order.
std::vector<std::shared_ptr<const PosedMotion>> pose_rigs(Model& model, const std::shared_ptr<const Poses>& poses);

}  // namespace talweg
