/// Which triangles show what is meant: those that are such a feature, or have it for a side or a corner.
#pragma once
#include <array>

#include "talweg/geometry/doctor/issue.hpp"

namespace talweg {

std::vector<bool> marked_triangles(const std::vector<std::array<int, 3>>& triangles, const Features& features);

}  // namespace talweg
