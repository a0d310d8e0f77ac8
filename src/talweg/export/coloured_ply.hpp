/// PLY of triangles and edges with some of them in colour: what the doctor found, or the pair that stopped a run.
#pragma once
#include <array>
#include <span>

#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/math/matrix.hpp"

namespace talweg {

struct Paint {
    Features features;
    std::array<int, 3> colour;  // red, green, blue up to 255
};
inline constexpr std::array<int, 3> red{214, 39, 40}, blue{31, 90, 200}, orange{245, 150, 40};

/// Text, colours at the vertices, which all programs show; painted triangles have vertices of their own. Where a
/// triangle or edge could have two paints it has the first.
std::string coloured_ply(std::span<const Vec3> x, const std::vector<std::array<int, 3>>& triangles,
                         const std::vector<std::array<int, 2>>& edges, std::span<const Paint> paints);

}  // namespace talweg
