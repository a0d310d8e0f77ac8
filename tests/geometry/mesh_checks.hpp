/// Invariants that any mesh can be held against.
#pragma once
#include <algorithm>
#include <set>

#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg::testing {

/// Points used − edges + triangles: 2 for a ball's surface, 0 for a torus, 1 for a disc.
inline int euler_characteristic(const Mesh& mesh) {
    std::set<int> used;
    for (const auto& t : mesh.triangles) used.insert(t.begin(), t.end());
    return int(used.size()) - int(unique_edges(mesh.triangles).size()) + int(mesh.triangles.size());
}

/// Every directed edge of the triangles has exactly one partner in the other direction.
inline bool is_closed_and_oriented(const Mesh& mesh) {
    std::vector<std::array<int, 2>> forward, backward;
    for (const auto& t : mesh.triangles)
        for (int i = 0; i < 3; ++i) {
            const int a = t[i], b = t[(i + 1) % 3];
            forward.push_back({a, b});
            backward.push_back({b, a});
        }
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    return forward == backward && std::adjacent_find(forward.begin(), forward.end()) == forward.end();
}

inline double smallest_tet_volume(const Mesh& mesh) {
    double least = 1e300;
    for (const auto& t : mesh.tets)
        least =
            std::min(least, signed_volume(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]], mesh.points[t[3]]));
    return least;
}

inline double sum(const std::vector<double>& values) {
    double total = 0.0;
    for (const double v : values) total += v;
    return total;
}

/// No edge twice, in either direction, and none from a point to itself.
inline bool are_unique(const std::vector<std::array<int, 2>>& edges) {
    std::set<std::array<int, 2>> seen;
    for (const auto& [a, b] : edges)
        if (a == b || !seen.insert({std::min(a, b), std::max(a, b)}).second) return false;
    return true;
}

}  // namespace talweg::testing
