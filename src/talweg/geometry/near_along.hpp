/// Pairs of points that are near one another along the edges of a mesh: what is thicker than its edges cannot keep
/// those apart.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// More points around one are refused: a mesh far finer than the sheet is thick.
inline constexpr std::size_t most_near_along = 4096;

/// All pairs p < q whose shortest way along the edges is shorter than `reach`, in ascending order. Each point looks no
/// farther than that, so that time and memory grow with the pairs found. Throws Error where one point has more than
/// `most_near_along` others around it.
std::vector<std::array<int, 2>> near_along(std::span<const Vec3> points, std::span<const std::array<int, 2>> edges,
                                           double reach);

}  // namespace talweg
