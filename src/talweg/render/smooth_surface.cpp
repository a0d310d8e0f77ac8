#include "talweg/render/smooth_surface.hpp"

#include <algorithm>
#include <map>
#include <numbers>

namespace talweg {

namespace {

const double sharpest = std::cos(40.0 * std::numbers::pi / 180.0);

Vec3 normalized_or_zero(const Vec3& v) {
    const double size = norm(v);
    return size > 0.0 && std::isfinite(size) ? v / size : Vec3::zero();
}

Vec3 area_normal(const Vec3& a, const Vec3& b, const Vec3& c) { return cross(b - a, c - a); }

/// Whether pq and rs halve each other, which makes p r q s a parallelogram, and pq is longer than its sides.
bool is_long_diagonal(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    const double length = norm(q - p);
    return norm(p + q - r - s) < 1e-2 * length && length > std::max(norm(r - p), norm(s - p));
}

}  // namespace

std::vector<unsigned char> wire_sides(const std::vector<std::array<int, 3>>& triangles, const std::vector<Vec3>& x) {
    std::map<std::array<int, 2>, std::vector<int>> opposite;  // of every side: the corners facing it
    const auto side = [&](int t, int k) {
        const int p = triangles[t][(k + 1) % 3], q = triangles[t][(k + 2) % 3];
        return std::array<int, 2>{std::min(p, q), std::max(p, q)};
    };
    const int count = static_cast<int>(triangles.size());
    for (int t = 0; t < count; ++t)
        for (int k = 0; k < 3; ++k) opposite[side(t, k)].push_back(triangles[t][k]);
    std::vector<unsigned char> sides(triangles.size(), 0);
    for (int t = 0; t < count; ++t)
        for (int k = 0; k < 3; ++k) {
            const auto ends = side(t, k);
            const std::vector<int>& corners = opposite.at(ends);
            if (corners.size() != 2 || !is_long_diagonal(x[ends[0]], x[ends[1]], x[corners[0]], x[corners[1]]))
                sides[t] = static_cast<unsigned char>(sides[t] | 1 << k);
        }
    return sides;
}

SmoothSurface::SmoothSurface(const std::vector<Triangle>& point_triangles, const std::vector<Vec3>& x)
    : wires(wire_sides(point_triangles, x)) {
    std::map<int, std::vector<int>> vertices_of_point;
    std::vector<Vec3> vertex_normal;
    for (const Triangle& triangle : point_triangles) {
        const Vec3 normal = normalized_or_zero(area_normal(x[triangle[0]], x[triangle[1]], x[triangle[2]]));
        Triangle corners{};
        for (int k = 0; k < 3; ++k) {
            std::vector<int>& vertices = vertices_of_point[triangle[k]];
            const auto found = std::ranges::find_if(
                vertices, [&](int vertex) { return dot(vertex_normal[vertex], normal) >= sharpest; });
            if (found != vertices.end()) {
                corners[k] = *found;
                continue;
            }
            corners[k] = static_cast<int>(vertex_point.size());
            vertices.push_back(corners[k]);
            vertex_point.push_back(triangle[k]);
            vertex_normal.push_back(normal);
        }
        triangles.push_back(corners);
    }
}

std::vector<Vec3> SmoothSurface::normals(const std::vector<Vec3>& x) const {
    std::vector<Vec3> sums(vertex_point.size(), Vec3::zero());
    const auto place = [&](int vertex) -> const Vec3& { return x[vertex_point[vertex]]; };
    for (const Triangle& t : triangles) {
        const Vec3 normal = area_normal(place(t[0]), place(t[1]), place(t[2]));
        for (const int vertex : t) sums[vertex] += normal;
    }
    for (Vec3& normal : sums) normal = normalized_or_zero(normal);
    return sums;
}

}  // namespace talweg
