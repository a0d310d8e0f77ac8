#include "talweg/geometry/doctor/surface_parts.hpp"

#include <algorithm>

namespace talweg {
namespace {

struct Side {
    std::array<int, 2> edge;  // ascending
    int triangle;
    bool forward;
};

/// Across each side of a triangle, the one other triangle there; −1: none, or several.
struct Neighbour {
    int triangle = -1;
    bool agrees = true;  // both face the same way
};

std::vector<std::array<Neighbour, 3>> neighbours(const std::vector<std::array<int, 3>>& triangles) {
    std::vector<Side> sides;
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            sides.push_back({{std::min(a, b), std::max(a, b)}, t, a < b});
        }
    std::vector<int> order(sides.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return sides[i].edge < sides[j].edge; });
    std::vector<std::array<Neighbour, 3>> found(triangles.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && sides[order[end]].edge == sides[order[i]].edge) ++end;
        if (end - i == 2) {
            const int s = order[i], r = order[i + 1];
            const bool agrees = sides[s].forward != sides[r].forward;
            found[sides[s].triangle][s % 3] = {sides[r].triangle, agrees};
            found[sides[r].triangle][r % 3] = {sides[s].triangle, agrees};
        }
        i = end;
    }
    return found;
}

}  // namespace

std::vector<SurfacePart> surface_parts(const std::vector<std::array<int, 3>>& triangles) {
    const auto next = neighbours(triangles);
    enum : signed char { unseen = -1, kept = 0, turned = 1 };
    std::vector<signed char> state(triangles.size(), unseen);
    std::vector<SurfacePart> parts;
    for (int start = 0; start < static_cast<int>(triangles.size()); ++start) {
        if (state[start] != unseen) continue;
        SurfacePart part{{start}, {}, true, true, true};
        state[start] = kept;
        for (std::size_t i = 0; i < part.triangles.size(); ++i) {
            const int t = part.triangles[i];
            for (const Neighbour& neighbour : next[t]) {
                if (neighbour.triangle < 0) {
                    part.closed = false;
                    continue;
                }
                const auto wanted = static_cast<signed char>(neighbour.agrees ? state[t] : 1 - state[t]);
                if (state[neighbour.triangle] == unseen) {
                    state[neighbour.triangle] = wanted;
                    part.triangles.push_back(neighbour.triangle);
                } else if (state[neighbour.triangle] != wanted) {
                    part.orientable = false;
                }
            }
        }
        std::sort(part.triangles.begin(), part.triangles.end());
        for (const int t : part.triangles) {
            part.turned.push_back(state[t] == turned);
            part.consistent = part.consistent && state[t] == kept;
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

double volume_of(const Mesh& mesh, const std::vector<int>& triangles) {
    double six_volumes = 0.0;
    if (triangles.empty()) return 0.0;
    const Vec3 origin = mesh.points[mesh.triangles[triangles[0]][0]];
    for (const int t : triangles) {
        const auto& [a, b, c] = mesh.triangles[t];
        six_volumes += dot(mesh.points[a] - origin, cross(mesh.points[b] - origin, mesh.points[c] - origin));
    }
    return six_volumes / 6.0;
}

}  // namespace talweg
