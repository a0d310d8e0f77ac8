#include "talweg/geometry/doctor/overlapping_parts.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "talweg/geometry/embed/winding_number.hpp"
#include "talweg/geometry/intersection/exact_predicates.hpp"
#include "talweg/geometry/intersection/find_intersections.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {

namespace {

/// Whether the segment ab passes from one side of the triangle to the other, not through its border.
bool passes_through(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, const Vec3& r) {
    if (orientation_sign(a, p, q, r) * orientation_sign(b, p, q, r) >= 0) return false;
    const int side = orientation_sign(a, b, p, q);
    return side != 0 && orientation_sign(a, b, q, r) == side && orientation_sign(a, b, r, p) == side;
}

bool holds(const Box& box, const Vec3& place) {
    Box wider = box;
    wider.include(place);
    return wider.min == box.min && wider.max == box.max;
}

constexpr std::size_t most_samples = 200;  // of one part
constexpr double below = 1e-3;             // the surface, in sides of a triangle

}  // namespace

std::vector<std::array<int, 2>> overlapping_parts(const Mesh& surfaces, const std::vector<int>& first) {
    const auto part_of = [&](int point) {
        return static_cast<int>(std::upper_bound(first.begin(), first.end(), point) - first.begin()) - 1;
    };
    std::set<std::array<int, 2>> found;
    const auto add = [&](int a, int b) { found.insert({std::min(a, b), std::max(a, b)}); };
    const std::vector<Vec3>& x = surfaces.points;
    const auto edges = unique_edges(surfaces.triangles);
    for (const auto& [e, t] : find_intersections(x, edges, surfaces.triangles)) {
        const auto& [a, b] = edges[e];
        const auto& [p, q, r] = surfaces.triangles[t];
        if (part_of(a) != part_of(p) && passes_through(x[a], x[b], x[p], x[q], x[r])) add(part_of(a), part_of(p));
    }
    std::vector<Mesh> parts(first.size());
    std::vector<Box> boxes(first.size());
    for (const auto& triangle : surfaces.triangles) {
        Mesh& part = parts[part_of(triangle[0])];
        part.triangles.push_back(triangle);
        for (const int corner : triangle) boxes[part_of(corner)].include(x[corner]);
    }
    for (std::size_t j = 0; j < parts.size(); ++j) {
        parts[j].points = x;
        const WindingNumber winds(parts[j]);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto& triangles = parts[i].triangles;
            const std::size_t stride = triangles.size() / most_samples + 1;
            for (std::size_t t = 0; i != j && t < triangles.size(); t += stride) {
                const auto& [a, b, c] = triangles[t];
                const Vec3 normal = area_vector(x[a], x[b], x[c]);
                const double area = norm(normal);
                if (!(area > 0.0)) continue;
                const Vec3 place = (x[a] + x[b] + x[c]) / 3.0 - (below / std::sqrt(area)) * normal;
                if (holds(boxes[j], place) && winds(place) > 0.5) {
                    add(static_cast<int>(i), static_cast<int>(j));
                    break;
                }
            }
        }
    }
    return {found.begin(), found.end()};
}

}  // namespace talweg
