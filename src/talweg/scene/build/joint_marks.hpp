/// What pictures show of connections: a mark where two bodies have a place in common, lines along the axes of hinges,
/// sliders, universal and planar joints, and along springs and ropes. Attached points and seams show themselves.
#pragma once
#include "talweg/model/joint_mark.hpp"
#include "talweg/scene/build/anchor.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// Of all connections of the scene, whose bodies have been placed.
std::vector<JointMark> joint_marks(const Scene& scene, const std::vector<JoinedBody>& bodies);

}  // namespace talweg
