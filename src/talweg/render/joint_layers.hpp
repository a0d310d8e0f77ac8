/// Joints in a picture, over everything, because they lie inside of what they join: the marks of the page.
#pragma once
#include <functional>

#include "talweg/model/joint_mark.hpp"
#include "talweg/render/colour.hpp"
#include "talweg/render/drawing.hpp"

namespace talweg {

/// `pixel`: where a place of the world appears; `scale`: of lines and marks, 1 in a picture 540 pixels high.
std::vector<Layer> joint_layers(const std::vector<JointMark>& joints, const std::vector<Vec3>& x,
                                const std::function<Vec2(const Vec3&)>& pixel, const Theme& theme, double scale);

}  // namespace talweg
