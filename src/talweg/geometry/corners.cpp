#include "talweg/geometry/corners.hpp"

#include <map>

namespace talweg {

std::vector<std::array<int, 3>> find_corners(std::span<const std::array<int, 2>> edges) {
    std::map<int, std::vector<int>> far_ends;
    for (const auto& [a, b] : edges) {
        far_ends[a].push_back(b);
        far_ends[b].push_back(a);
    }
    std::vector<std::array<int, 3>> corners;
    for (const auto& [point, ends] : far_ends)
        if (ends.size() == 2) corners.push_back({ends[0], point, ends[1]});
    return corners;
}

}  // namespace talweg
