#include "talweg/geometry/boundary_edges.hpp"

#include <algorithm>

namespace talweg {

std::vector<TriangleEdge> boundary_edges(const std::vector<std::array<int, 3>>& triangles) {
    std::vector<TriangleEdge> edges;
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
        for (int k = 0; k < 3; ++k) edges.push_back({t, k, {triangles[t][k], triangles[t][(k + 1) % 3]}});
    const auto key = [](const TriangleEdge& e) { return std::minmax(e.points[0], e.points[1]); };
    const auto before = [&](const TriangleEdge& a, const TriangleEdge& b) { return key(a) < key(b); };
    std::sort(edges.begin(), edges.end(), before);

    std::vector<TriangleEdge> single;
    for (auto i = edges.begin(); i != edges.end();) {
        const auto end = std::upper_bound(i, edges.end(), *i, before);
        if (end == i + 1) single.push_back(*i);
        i = end;
    }
    std::sort(single.begin(), single.end(), [](const TriangleEdge& a, const TriangleEdge& b) {
        return a.triangle != b.triangle ? a.triangle < b.triangle : a.corner < b.corner;
    });
    return single;
}

}  // namespace talweg
