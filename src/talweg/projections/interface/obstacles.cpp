#include "talweg/projections/interface/obstacles.hpp"

#include <algorithm>
#include <limits>

namespace talweg {

ObstacleProjection::ObstacleProjection(const Model& model) : model_(model) {
    if (!model.contact) return;
    margin_ = 0.5 * model.contact->rules.d_hat;
    collect();
}

void ObstacleProjection::collect() {
    const ContactSurface& surface = model_.contact->surface;
    const auto is_obstacle = [&](int part) { return part >= 0 && surface.obstacle[part]; };
    for (const ContactPlane& plane : surface.planes)
        if (is_obstacle(plane.part))
            obstacles_.push_back({Kind::plane, plane.part, 0.0, {plane.origin}, plane.normal, {}});
    for (const int k : surface.loose_points) {
        const int point = surface.points[k];
        if (is_obstacle(surface.part[point]) && surface.radius[point] > 0.0)
            obstacles_.push_back({Kind::ball, surface.part[point], surface.radius[point], {point}, {}, {}});
    }
    for (const int edge : surface.loose_edges) {
        const auto [a, b] = surface.edges[edge];
        if (is_obstacle(surface.part[a]) && surface.radius[a] > 0.0)
            obstacles_.push_back({Kind::capsule, surface.part[a], surface.radius[a], {a, b}, {}, {}});
    }
    for (std::size_t part = 0; part < surface.obstacle.size(); ++part)
        if (surface.obstacle[part]) add_convex(static_cast<int>(part));
    for (const int point : surface.points)
        if (!is_obstacle(surface.part[point])) points_.push_back(point);
}

/// The meshes of an obstacle, or its outline in the plane, when they are convex.
void ObstacleProjection::add_convex(int part) {
    const ContactSurface& surface = model_.contact->surface;
    Obstacle made{Kind::convex, part, 0.0, {}, {}, {}};
    std::vector<int> number(model_.point_count(), -1);
    const auto add = [&](int point) {
        if (number[point] < 0) {
            number[point] = static_cast<int>(made.points.size());
            made.points.push_back(point);
        }
        return number[point];
    };
    for (const auto& [a, b, c] : surface.triangles)
        if (surface.part[a] == part) made.faces.push_back({add(a), add(b), add(c)});
    if (surface.planar)
        for (const auto& [a, b] : surface.edges)
            if (surface.part[a] == part && surface.radius[a] == 0.0) made.faces.push_back({add(a), add(b), -1});
    if (made.faces.empty()) return;
    from_ = to_ = model_.rest;
    Vec3 middle = Vec3::zero();
    double size = 0.0;
    for (const int point : made.points) middle += model_.rest[point] / double(made.points.size());
    for (const int point : made.points) size = std::max(size, norm(model_.rest[point] - middle));
    // Convex: no corner is outside of any face. Faces are turned so that their normals point outwards.
    const Vec3 z{0.0, 0.0, 1.0};
    for (auto& face : made.faces) {
        const auto corner = [&](int k) { return model_.rest[made.points[face[k]]]; };
        Vec3 n = face[2] < 0 ? cross(corner(1) - corner(0), z) : cross(corner(1) - corner(0), corner(2) - corner(0));
        if (!(norm(n) > 0.0)) return;
        n = n / norm(n);
        if (dot(n, corner(0) - middle) < 0.0) {
            std::swap(face[0], face[1]);
            n = -n;
        }
        for (const int point : made.points)
            if (dot(n, model_.rest[point] - corner(0)) > 1e-9 * size) return;
    }
    obstacles_.push_back(std::move(made));
}

void ObstacleProjection::start(const Positions& from, const Positions& to) {
    from_ = from;
    to_ = to;
}

ObstacleProjection::Depth ObstacleProjection::depth(const Obstacle& obstacle, const Vec3& x) const {
    const auto at = [&](int k) { return to_[obstacle.points[k]]; };
    const auto slid = [&](int k) { return to_[obstacle.points[k]] - from_[obstacle.points[k]]; };
    if (obstacle.kind == Kind::plane) return {-dot(obstacle.normal, x - at(0)), obstacle.normal, slid(0)};
    if (obstacle.kind != Kind::convex) {
        double share = 0.0;
        Vec3 nearest = at(0), moved = slid(0);
        if (obstacle.kind == Kind::capsule) {
            const Vec3 along = at(1) - at(0);
            share = std::clamp(dot(x - at(0), along) / norm_squared(along), 0.0, 1.0);
            nearest += share * along;
            moved = (1.0 - share) * slid(0) + share * slid(1);
        }
        const Vec3 out = x - nearest;
        const double distance = norm(out);
        return {obstacle.radius - distance, distance > 0.0 ? out / distance : Vec3{0.0, 1.0, 0.0}, moved};
    }
    Depth least{std::numeric_limits<double>::infinity(), Vec3::zero(), Vec3::zero()};
    for (const auto& face : obstacle.faces) {
        const Vec3 a = at(face[0]), u = at(face[1]) - a;
        const Vec3 v = face[2] < 0 ? Vec3{0.0, 0.0, 1.0} : at(face[2]) - a;
        const Vec3 area = cross(u, v), n = area / norm(area);
        const double in = -dot(n, x - a);
        if (in >= least.depth) continue;
        // Shares of the corners at the foot of the perpendicular: a turning face slides otherwise in each place.
        const double second = dot(cross(x - a, v), area) / norm_squared(area);
        const double third = face[2] < 0 ? 0.0 : dot(cross(u, x - a), area) / norm_squared(area);
        least = {in, n, (1.0 - second - third) * slid(face[0]) + second * slid(face[1])};
        if (face[2] >= 0) least.slid += third * slid(face[2]);
    }
    return least;
}

bool ObstacleProjection::place(int point, const Vec3& x, Vec3& outside) const {
    const ContactSurface& surface = model_.contact->surface;
    const ContactRules& rules = model_.contact->rules;
    bool moved = false;
    outside = x;
    for (const Obstacle& obstacle : obstacles_) {
        if (!rules.may_touch(surface.part[point], obstacle.part)) continue;
        const Depth in = depth(obstacle, outside);
        const double correction = in.depth + surface.radius[point] + margin_;
        if (!(correction > 0.0)) continue;
        moved = true;
        outside += correction * in.normal;
        const double mu = rules.mu(surface.part[point], obstacle.part);
        Vec3 slip = outside - from_[point] - in.slid;
        slip -= dot(slip, in.normal) * in.normal;
        const double length = norm(slip);
        if (mu > 0.0 && length > 0.0) outside -= std::min(1.0, mu * correction / length) * slip;
    }
    return moved;
}

void ObstacleProjection::project(const PointMap& map, double softness, Particles& particles) const {
    if (obstacles_.empty()) return;
    for (const int point : points_) {
        Vec3 x = Vec3::zero(), w = Vec3::zero(), outside;
        const auto row = map.row(point);
        if (row.empty()) continue;
        for (const auto& [node, weight] : row) {
            x += weight * particles.q[node];
            for (int a = 0; a < 3; ++a) w[a] += weight * weight * particles.w[node][a];
        }
        if (!place(point, x, outside)) continue;
        for (const auto& [node, weight] : row)
            for (int a = 0; a < 3; ++a)
                if (w[a] > 0.0)
                    particles.q[node][a] += particles.w[node][a] * weight / (w[a] + softness) * (outside[a] - x[a]);
    }
}

double ObstacleProjection::gap(const Positions& x) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Obstacle& obstacle : obstacles_)
        for (const int point : points_)
            if (model_.contact->rules.may_touch(model_.contact->surface.part[point], obstacle.part))
                least = std::min(least, -depth(obstacle, x[point]).depth - model_.contact->surface.radius[point]);
    return least;
}

}  // namespace talweg
