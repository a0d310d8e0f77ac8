/// The rig of a body: who carries its points how far, and how the handles move.
#pragma once
#include "talweg/model/model_builder.hpp"
#include "talweg/model/rig.hpp"
#include "talweg/scene/shape/body_shape.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

struct Rig {
    Eigen::MatrixXd weights;  // points that are nodes × handles; rows sum to one
    std::shared_ptr<const RigMotion> motion;
    RigFrame frame;
    Eigen::VectorXd share;  // of each point's momentum that the rig takes, D: 1, or less where momentum leaks
};

/// Throws Error that names the line of the scene. What was mended is said in `notes`.
Rig build_rig(const BodySpec& body, const BodyShape& shape, const Positions& start, const Scene& scene,
              std::vector<std::string>& notes);

/// B of x = … + B z in which columns are orthonormal when points count by mass: those of √m D J that are new, over √m.
/// `mass` is zero for points that have no say.
Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& j, const Eigen::VectorXd& mass);

}  // namespace talweg
