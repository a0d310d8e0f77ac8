#include "talweg/geometry/intersection/find_intersections.hpp"

#include "talweg/geometry/intersection/exact_predicates.hpp"
#include "talweg/geometry/tree/overlaps.hpp"

namespace talweg {
namespace {

template <std::size_t N>
BoundingTree tree_of(std::span<const Vec3> points, std::span<const std::array<int, N>> elements, bool planar) {
    std::vector<Box> boxes(elements.size());
    parallel_pieces(static_cast<int>(elements.size()), [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            for (const int corner : elements[i]) {
                const Vec3& x = points[corner];
                boxes[i].include(planar ? Vec3{x[0], x[1], 0.0} : x);
            }
    });
    BoundingTree tree;
    tree.build(boxes);
    return tree;
}

template <std::size_t N, std::size_t M>
bool incident(const std::array<int, N>& a, const std::array<int, M>& b) {
    for (const int i : a)
        for (const int j : b)
            if (i == j) return true;
    return false;
}

}  // namespace

std::vector<EdgeTriangleIntersection> find_intersections(std::span<const Vec3> points,
                                                         std::span<const std::array<int, 2>> edges,
                                                         std::span<const std::array<int, 3>> triangles) {
    using Found = EdgeTriangleIntersection;
    auto found = collect_overlaps<Found>(
        tree_of(points, edges, false), tree_of(points, triangles, false), [&](int e, int t, std::vector<Found>& out) {
            const auto& [a, b] = edges[e];
            const auto& [p, q, r] = triangles[t];
            if (!incident(edges[e], triangles[t]) &&
                segment_crosses_triangle(points[a], points[b], points[p], points[q], points[r]))
                out.push_back({e, t});
        });
    std::sort(found.begin(), found.end(), [](const Found& x, const Found& y) {
        return x.edge != y.edge ? x.edge < y.edge : x.triangle < y.triangle;
    });
    return found;
}

std::vector<EdgeEdgeIntersection> find_planar_intersections(std::span<const Vec3> points,
                                                            std::span<const std::array<int, 2>> edges) {
    using Found = EdgeEdgeIntersection;
    auto found = collect_overlaps<Found>(tree_of(points, edges, true), [&](int i, int j, std::vector<Found>& out) {
        const auto &e = edges[i], &f = edges[j];
        if (!incident(e, f) && segments_cross(points[e[0]], points[e[1]], points[f[0]], points[f[1]]))
            out.push_back({i, j});
    });
    std::sort(found.begin(), found.end(), [](const Found& x, const Found& y) {
        return x.first != y.first ? x.first < y.first : x.second < y.second;
    });
    return found;
}

}  // namespace talweg
