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

/// A handle as it is at the start: a place, or a bone between two, which turns about the first.
struct RigHandle {
    std::string name;
    Vec3 from, to;
    int parent = -1;  // the handle that takes it along when somebody poses it; −1: none
};

/// How the handles of a rig move.
class RigMotion {
public:
    virtual ~RigMotion() = default;
    virtual int handle_count() const = 0;
    /// From where points are at the start.
    virtual std::vector<AffineMap> at(double time) const = 0;
    virtual std::vector<RigHandle> handles() const = 0;
    /// All that a file has told of it, in a fixed order: other numbers are another motion.
    virtual std::vector<double> read_numbers() const { return {}; }
};

/// Each handle on a motion of its own.
class HandleMotions final : public RigMotion {
public:
    HandleMotions(std::vector<Motion> motions, std::vector<RigHandle> handles)
        : motions_(std::move(motions)), handles_(std::move(handles)) {}
    int handle_count() const override { return static_cast<int>(motions_.size()); }
    std::vector<AffineMap> at(double time) const override;
    std::vector<RigHandle> handles() const override { return handles_; }

private:
    std::vector<Motion> motions_;
    std::vector<RigHandle> handles_;
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
    std::vector<double> read_numbers() const override { return motion_->read_numbers(); }

    const std::shared_ptr<const RigMotion>& motion() const { return motion_; }
    int first_row() const { return first_row_; }
    /// The same rows, led by other motions of as many handles.
    std::shared_ptr<const RigDrive> led_by(std::shared_ptr<const RigMotion> motion) const {
        return std::make_shared<RigDrive>(first_row_, gains_, frame_, std::move(motion));
    }

private:
    int first_row_;
    Eigen::MatrixXd gains_;  // A J: stencils × (handles · columns)
    RigFrame frame_;
    std::shared_ptr<const RigMotion> motion_;
};

}  // namespace talweg
