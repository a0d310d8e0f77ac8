/// Modes of vibration of a body as it rests, and their derivatives: displacements as the classical reduced models have
/// them, to compare with.
#pragma once
#include <Eigen/Core>
#include <functional>

#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// Three columns per mode, its components x, y, z at the points that are nodes. A free body's rigid motions come first.
/// `derivatives`: also Ψ_ij = −K⁻¹ (∂K/∂φ_j) φ_i of the modes that are no rigid motions, i ≤ j.
Eigen::MatrixXd displacement_modes(const BodySpec& body, const Scene& scene, int count, bool derivatives,
                                   const std::function<void(double)>& progress = {});

}  // namespace talweg
