/// Where a line of edges goes on from one to the next.
#pragma once
#include <array>
#include <span>
#include <vector>

namespace talweg {

/// Per point of exactly two edges: the far end of the edge that comes first in the list, the point, the other far end.
/// In ascending order of points. Ends and forks of lines are no corners.
std::vector<std::array<int, 3>> find_corners(std::span<const std::array<int, 2>> edges);

}  // namespace talweg
