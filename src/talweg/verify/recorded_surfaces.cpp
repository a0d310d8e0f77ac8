#include "talweg/verify/recorded_surfaces.hpp"

#include <algorithm>
#include <map>

#include "talweg/geometry/outer_surface.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {
namespace {

using Edges = std::vector<std::array<int, 2>>;

/// Edges of one triangle only: the outline of a planar body.
Edges border_edges(const std::vector<std::array<int, 3>>& triangles) {
    std::map<std::array<int, 2>, int> uses;
    for (const auto& t : triangles)
        for (int k = 0; k < 3; ++k) ++uses[{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])}];
    Edges borders;
    for (const auto& [edge, count] : uses)
        if (count == 1) borders.push_back(edge);
    return borders;
}

/// `inside_out`: with the points that it does not hold.
void add_surface(const Body& body, bool inside_out, Surfaces& s) {
    const auto triangles = body.triangles.empty() ? outer_surface(body.tets) : body.triangles;
    Edges edges = triangles.empty() ? body.edges : s.planar ? border_edges(triangles) : unique_edges(triangles);
    if (edges.empty())
        for (int i = 0; i < body.point_count; ++i) edges.push_back({body.first_point + i, body.first_point + i});
    s.edges.insert(s.edges.end(), edges.begin(), edges.end());
    if (inside_out) {
        std::vector<std::uint8_t> outer(body.point_count, 0);
        for (const auto& edge : edges)
            for (const int point : edge) outer[point - body.first_point] = 1;
        for (int i = 0; i < body.point_count; ++i)
            if (!outer[i]) {
                s.edges.push_back({body.first_point + i, body.first_point + i});
                s.inner[body.first_point + i] = 1;
            }
    }
    if (!s.planar) s.triangles.insert(s.triangles.end(), triangles.begin(), triangles.end());
}

}  // namespace

Surfaces recorded_surfaces(std::span<const Body> bodies, const Obligations& obligations) {
    Surfaces s;
    s.planar = obligations.planar;
    for (int b = 0; b < static_cast<int>(bodies.size()); ++b) {
        const Body& body = bodies[b];
        const BodyObligations& must = obligations.bodies[b];
        const std::size_t end = body.first_point + body.point_count;
        s.body.resize(end, b);
        s.radius.resize(end, must.radius);
        s.scripted.resize(end, must.obstacle);
        s.inner.resize(end, 0);
        s.obstacle.push_back(must.obstacle);
        for (const int point : body.held) s.scripted[point] = 1;
        s.touching.others.push_back(must.apart_from_others);
        s.touching.itself.push_back(must.apart_from_itself);
        const int first = body.first_point;
        if (!must.apart_from_others) continue;
        if (must.shape == TouchingShape::surface) add_surface(body, must.inside_out, s);
        if (must.shape == TouchingShape::plane) s.half_spaces.push_back({first, Vec3::zero(), b});
        if (must.shape == TouchingShape::ball) s.edges.push_back({first, first});
        if (must.shape == TouchingShape::capsule) s.edges.push_back({first, first + 1});
    }
    std::vector<std::array<int, 2>> let_through;
    for (const auto& [a, b] : obligations.let_through) let_through.push_back({a, b});
    s.touching.let_through = SewnPairs(let_through);
    s.sewn = obligations.sewn;
    return s;
}

void turn_half_spaces(std::span<const Vec3> x, Surfaces& surfaces) {
    for (Surfaces::HalfSpace& half_space : surfaces.half_spaces) {
        const Vec3* square = &x[half_space.origin + 1];
        const Vec3 side = square[1] - square[0];
        const Vec3 normal = surfaces.planar ? Vec3{-side[1], side[0], 0.0} : cross(side, square[2] - square[1]);
        half_space.normal = normal / norm(normal);
    }
}

}  // namespace talweg
