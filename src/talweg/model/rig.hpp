/// Linear blend skinning: x_r(t) = Σ_j w_j(X) T_j(t) X, handles j with affine maps T_j of time. Linear in the maps:
///
///     x_r = J T,   J = [w_j X̄_k],   X̄ = ((X − o)/L, 1),   T_jk the images of these four
///
/// so that what a rig asks of constraints A c = A x_r(t) is (A J) T(t), a few numbers whatever the mesh.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "talweg/math/affine_map.hpp"
#include "talweg/model/constraints.hpp"
#include "talweg/model/motion.hpp"

namespace talweg {

/// How the handles of a rig move.
class RigMotion {
public:
    virtual ~RigMotion() = default;
    virtual int handle_count() const = 0;
    /// From where points are at the start.
    virtual std::vector<AffineMap> at(double time) const = 0;
};

/// Each handle on a motion of its own.
class HandleMotions final : public RigMotion {
public:
    explicit HandleMotions(std::vector<Motion> motions) : motions_(std::move(motions)) {}
    int handle_count() const override { return static_cast<int>(motions_.size()); }
    std::vector<AffineMap> at(double time) const override;

private:
    std::vector<Motion> motions_;
};

/// Where coordinates X̄ are counted from, and in what.
struct RigFrame {
    Vec3 origin = Vec3::zero();
    double length = 1.0;
    bool planar = false;

    int axes() const { return planar ? 2 : 3; }
    int columns() const { return axes() + 1; }  // per handle
    double coordinate(const Vec3& x, int k) const { return k < axes() ? (x[k] - origin[k]) / length : 1.0; }
    /// T: by handle and column.
    std::vector<Vec3> images(const std::vector<AffineMap>& maps) const;
};

/// J: points × (handles · columns), of weights points × handles.
Eigen::MatrixXd skinning_matrix(const Eigen::MatrixXd& weights, const Positions& start, const RigFrame& frame);

/// Values of constraints that follow a rig: stencil s, by axis, in rows from `first_row` on.
class RigDrive final : public ConstraintDrive {
public:
    RigDrive(int first_row, Eigen::MatrixXd gains, RigFrame frame, std::shared_ptr<const RigMotion> motion)
        : first_row_(first_row), gains_(std::move(gains)), frame_(frame), motion_(std::move(motion)) {}
    void add(double time, std::vector<double>& d) const override;

private:
    int first_row_;
    Eigen::MatrixXd gains_;  // A J: stencils × (handles · columns)
    RigFrame frame_;
    std::shared_ptr<const RigMotion> motion_;
};

}  // namespace talweg
