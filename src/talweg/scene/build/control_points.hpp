/// Four points that lead a rigid or affine body, placed where it is joined: bodies that meet there share a node.
#pragma once
#include <array>
#include <vector>

#include "talweg/model/positions.hpp"

namespace talweg {

/// Of the anchors, in their order, those that lie well apart from the plane, line or point of those before; then of
/// the body's own four points those that lie farthest. `radius`: of the body, m; apart means a twentieth of it.
std::array<Vec3, 4> choose_control_points(const std::vector<Vec3>& anchors, const std::array<Vec3, 4>& own,
                                          double radius);

}  // namespace talweg
