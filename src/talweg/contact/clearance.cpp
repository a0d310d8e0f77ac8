#include "talweg/contact/clearance.hpp"

#include <array>
#include <map>

#include "talweg/geometry/distance/nearest.hpp"

namespace talweg {

namespace {

/// A direction that edges and faces of scenes do not have.
const Vec3 ray{0.7392817, 0.6028473, 0.3004519}, planar_ray{0.7749301, 0.6320473, 0.0};

bool crosses(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 e = b - a, f = c - a, q = cross(ray, f);
    const double det = dot(e, q);
    if (det == 0.0) return false;
    const Vec3 s = p - a, t = cross(s, e);
    const double u = dot(s, q) / det, v = dot(ray, t) / det;
    return u >= 0.0 && v >= 0.0 && u + v < 1.0 && dot(f, t) / det > 0.0;
}

bool crosses(const Vec3& p, const Vec3& a, const Vec3& b) {
    const auto side = [&](const Vec3& q) { return planar_ray[0] * (q[1] - p[1]) - planar_ray[1] * (q[0] - p[0]); };
    const double from = side(a), to = side(b);
    if ((from > 0.0) == (to > 0.0)) return false;
    const double s = from / (from - to);
    return dot(planar_ray, a + s * (b - a) - p) > 0.0;
}

/// Parts whose every edge has two triangles, or in the plane whose every point has two edges.
std::vector<std::uint8_t> closed_parts(const ContactWorld& world) {
    const ContactSurface& s = world.surface;
    std::vector<std::uint8_t> closed(static_cast<std::size_t>(world.rules.parts()), 0);
    std::map<std::array<int, 2>, int> uses;
    if (s.planar) {
        for (const auto& [a, b] : s.edges)
            for (const int p : {a, b}) ++uses[{p, p}];
    } else {
        for (const auto& t : s.triangles)
            for (int k = 0; k < 3; ++k) ++uses[{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])}];
    }
    for (const auto& [ends, count] : uses) closed[s.part[ends[0]]] = 1;
    for (const auto& [ends, count] : uses)
        if (count != 2) closed[s.part[ends[0]]] = 0;
    return closed;
}

}  // namespace

Clearance::Clearance(const ContactWorld& world, From from) : world_(world), closed_(closed_parts(world)) {
    const ContactSurface& s = world.surface;
    const auto counts = [&](int part) {
        return part >= 0 &&
               (from == From::everything || (part < static_cast<int>(s.obstacle.size()) && s.obstacle[part]));
    };
    for (std::size_t k = 0; k < s.planes.size(); ++k)
        if (counts(s.planes[k].part)) planes_.push_back(static_cast<int>(k));
    for (std::size_t k = 0; k < s.triangles.size(); ++k)
        if (counts(s.part[s.triangles[k][0]])) triangles_.push_back(static_cast<int>(k));
    if (s.planar) {
        for (std::size_t k = 0; k < s.edges.size(); ++k)
            if (counts(s.part[s.edges[k][0]])) edges_.push_back(static_cast<int>(k));
    } else {
        for (const int k : s.loose_edges)
            if (counts(s.part[s.edges[k][0]])) edges_.push_back(k);
    }
    for (const int k : s.loose_points)
        if (counts(s.part[s.points[k]])) points_.push_back(s.points[k]);
}

NearestWall Clearance::at(const Vec3& place, int point, const Positions& x, const std::vector<std::uint8_t>& absent,
                          double horizon) const {
    const ContactSurface& s = world_.surface;
    NearestWall near{horizon, Vec3::zero()};
    const int own = s.part[point];  // −1: it touches nothing
    const auto touches = [&](int part) { return own >= 0 && world_.rules.may_touch(own, part); };
    int inside_of = -1, crossings = 0, counted = -1;  // features of a part follow one another
    const auto count = [&](int part, bool crossed) {
        if (part != counted) {
            if (crossings % 2 == 1) inside_of = counted;
            counted = part;
            crossings = 0;
        }
        crossings += crossed;
    };
    const auto look = [&](const Vec3& apart, int other) {
        const double length = norm(apart), distance = length - s.radius[point] - s.radius[other];
        if (distance < near.distance) near = {distance, length > 0.0 ? apart / length : Vec3::zero()};
    };
    for (const int k : planes_) {
        const ContactPlane& plane = s.planes[k];
        if (!touches(plane.part)) continue;
        const double distance = dot(plane.normal, place - x[plane.origin]) - s.radius[point] - s.radius[plane.origin];
        if (distance < near.distance) near = {distance, plane.normal};
    }
    for (const int k : triangles_) {
        const auto& [a, b, c] = s.triangles[k];
        if (!touches(s.part[a])) continue;
        look(nearest_point_triangle(place, x[a], x[b], x[c]).apart, a);
        if (closed_[s.part[a]]) count(s.part[a], crosses(place, x[a], x[b], x[c]));
    }
    for (const int k : edges_) {
        const auto& [a, b] = s.edges[k];
        if (!touches(s.part[a])) continue;
        look(nearest_point_edge(place, x[a], x[b]).apart, a);
        if (s.planar && closed_[s.part[a]]) count(s.part[a], crosses(place, x[a], x[b]));
    }
    count(-2, false);
    for (const int p : points_)
        if (p != point && touches(s.part[p]) && (absent.empty() || !absent[p])) look(place - x[p], p);
    // Inside, the way out is through what is nearest.
    if (inside_of >= 0) near = {-std::fabs(near.distance) - 2.0 * s.radius[point], -1.0 * near.away};
    return near;
}

bool Clearance::is_free(const Vec3& from, const Vec3& to, double gap, int point, const Positions& x,
                        const std::vector<std::uint8_t>& absent) const {
    const Vec3 way = to - from;
    const double length = norm(way);
    double gone = 0.0;
    // A distance changes by no more than one has gone, so as far as it exceeds the gap the way is free.
    for (int looks = 0; looks < 200; ++looks) {
        const Vec3 here = length > 0.0 ? from + (gone / length) * way : from;
        const double room = at(here, point, x, absent).distance - gap;
        if (!(room > 0.0)) return false;
        if (gone >= length) return true;
        gone = std::min(length, gone + std::max(room, 1e-3 * gap));
    }
    return false;
}

}  // namespace talweg
