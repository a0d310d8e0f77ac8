/// Closed rods around which a cross-section does not come back as it started.
#pragma once
#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

/// One warning per closed line whose section, carried around without twist, comes back turned: the rod closes it by an
/// even twist that the drawing does not show. Points count from `first_point`. Nothing of bodies that are no rods.
std::vector<Issue> unclosed_frames(const BodySpec& body, const BodyShape& shape, int first_point = 0);

}  // namespace talweg
