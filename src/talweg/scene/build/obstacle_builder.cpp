#include "talweg/scene/build/obstacle_builder.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/scene/build/cached_motion.hpp"
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

namespace {

/// What an obstacle is made of: points that touch, around which a radius is kept free; and what pictures show.
struct Made {
    Mesh touching;
    double radius = 0.0;
    Mesh shown = {};  // none: what touches is shown
};

/// Two directions across a third.
std::array<Vec3, 2> two_across(const Vec3& direction) {
    const Vec3 aside = std::fabs(direction[1]) < 0.9 * norm(direction) ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    const Vec3 u = cross(aside, direction), v = cross(direction, u);
    return {u / norm(u), v / norm(v)};
}

/// The surface of a capsule, or of a ball when both ends are one, in rings from pole to pole.
void show_capsule(const Vec3& from, const Vec3& to, double radius, Made& made) {
    constexpr int around = 32, rings = 17;  // an odd number of rings doubles the one in the middle
    const Vec3 axis = norm(to - from) > 0.0 ? (to - from) / norm(to - from) : Vec3{0, 1, 0};
    const auto [u, v] = two_across(axis);
    for (int i = 0; i <= rings; ++i) {
        const bool second = i > rings / 2;
        const double latitude = std::numbers::pi * ((second ? i - 1 : i) / (rings - 1.0) - 0.5);
        for (int k = 0; k < around; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / around;
            const Vec3 out = std::cos(latitude) * (std::cos(angle) * u + std::sin(angle) * v);
            made.shown.points.push_back((second ? to : from) + radius * (out + std::sin(latitude) * axis));
            if (i == 0) continue;
            const int a = (i - 1) * around + k, b = (i - 1) * around + (k + 1) % around;
            made.shown.triangles.push_back({a, b, b + around});
            made.shown.triangles.push_back({a, b + around, a + around});
        }
    }
}

/// Its outline in the plane, filled.
void show_flat_capsule(const Vec3& from, const Vec3& to, double radius, Made& made) {
    constexpr int half = 24;
    const Vec3 along = norm(to - from) > 0.0 ? (to - from) / norm(to - from) : Vec3{1, 0, 0};
    const Vec3 aside{-along[1], along[0], 0.0};
    for (int k = 0; k < 2 * half + 2; ++k) {
        const bool second = k > half;
        const double angle = std::numbers::pi * ((second ? k - 1 : k) / double(half) + 0.5);
        made.shown.points.push_back((second ? to : from) +
                                    radius * (std::cos(angle) * along + std::sin(angle) * aside));
        if (k > 1) made.shown.triangles.push_back({0, k - 1, k});
    }
}

Made make(const BallObstacle& ball, bool planar, double) {
    Made made{.touching = {}, .radius = ball.radius};
    made.touching.points = {ball.center};
    (planar ? show_flat_capsule : show_capsule)(ball.center, ball.center, ball.radius, made);
    return made;
}

Made make(const CapsuleObstacle& capsule, bool planar, double) {
    Made made{.touching = {}, .radius = capsule.radius};
    made.touching.points = {capsule.from, capsule.to};
    made.touching.edge_groups["edges"] = {{0, 1}};
    (planar ? show_flat_capsule : show_capsule)(capsule.from, capsule.to, capsule.radius, made);
    return made;
}

Made make(const PlaneObstacle& plane, bool planar, double size) {
    Made made;
    made.touching.points = {plane.point};
    const Vec3 n = plane.normal / norm(plane.normal);
    const auto [u, v] = planar ? std::array<Vec3, 2>{Vec3{n[1], -n[0], 0.0}, -n} : two_across(n);
    // In the plane of planar scenes a strip behind the line, otherwise a square.
    const double behind = planar ? 0.0 : -1.0, wide = planar ? 0.15 : 1.0;
    for (const auto& [a, b] : {std::array{-1.0, behind}, {1.0, behind}, {1.0, wide}, {-1.0, wide}})
        made.shown.points.push_back(plane.point + size * (a * u + b * v));
    made.shown.triangles = {{0, 1, 2}, {0, 2, 3}};
    return made;
}

Made make(const BlockObstacle& block, bool planar, double) {
    Made made;
    if (planar) {
        const Vec3 h = 0.5 * block.size;
        made.touching.points = {{-h[0], -h[1], 0}, {h[0], -h[1], 0}, {h[0], h[1], 0}, {-h[0], h[1], 0}};
        made.touching.triangles = {{0, 1, 2}, {0, 2, 3}};
    } else {
        made.touching = make_box(block.size, {1, 1, 1}, 5);
        made.touching.tets.clear();
    }
    for (Vec3& x : made.touching.points) x += block.center;
    return made;
}

Made make(const MeshShape& shape, bool, double) {
    Made made{.touching = read_mesh(shape.file)};
    made.touching.tets.clear();
    return made;
}

}  // namespace

void add_obstacle(const ObstacleSpec& spec, double size, double mass, ModelBuilder& builder, ContactBuilder& contact) {
    const bool planar = builder.model().planar;
    Made made;
    try {
        made = std::visit([&](const auto& kind) { return make(kind, planar, size); }, spec.shape.kind);
    } catch (const Error& error) {
        throw Error(located(spec.shape.where, subject(spec.shape.where) + ": " + error.what()));
    }
    put(spec.place, made.touching.points);
    put(spec.place, made.shown.points);
    made.radius *= spec.place.scale[0];

    const int first = builder.model().point_count();
    Body drawn;
    drawn.name = spec.name;
    drawn.dimension = 2;
    drawn.obstacle = true;
    std::optional<Motion> motion;
    if (spec.motion) motion = spec.motion->motion();
    const int touching = static_cast<int>(made.touching.points.size());
    const int count = touching + static_cast<int>(made.shown.points.size());
    Hold hold{{}, all_axes, motion};
    for (int i = 0; i < count; ++i) hold.points.push_back(i);
    VertexBody body;
    body.rest = made.touching.points;
    body.rest.insert(body.rest.end(), made.shown.points.begin(), made.shown.points.end());
    body.start = body.rest;
    body.velocity.assign(count, Vec3::zero());
    body.mass.assign(count, mass);
    body.holds = {hold};
    if (const auto* cached = spec.motion ? std::get_if<CachedMotionSpec>(&spec.motion->kind) : nullptr) {
        const Where& where = spec.motion->where;
        if (!std::holds_alternative<MeshShape>(spec.shape.kind))
            throw Error(
                located(where, subject(where) + " is a cache, which only an obstacle of the shape mesh can follow"));
        body.holds = cached_holds(*cached, where, spec.place, hold.points, all_axes, body.start);
    }
    const Mesh& picture = made.shown.points.empty() ? made.touching : made.shown;
    const int offset = made.shown.points.empty() ? 0 : touching;
    for (const auto& [a, b, c] : picture.triangles) drawn.triangles.push_back({a + offset, b + offset, c + offset});
    body.drawn = std::move(drawn);
    builder.add_vertices(body);

    if (const auto* plane = std::get_if<PlaneObstacle>(&spec.shape.kind)) {
        std::vector<Vec3> ends = {plane->point, plane->point + plane->normal};
        put(spec.place, ends);
        contact.add_plane(spec.name, first, ends[1] - ends[0]);
    } else {
        const bool round = made.radius > 0.0 && motion.has_value();
        contact.add(spec.name, made.touching, first,
                    {.radius = made.radius,
                     .obstacle = true,
                     .spin = round ? static_cast<int>(builder.model().motions.size()) - 1 : -1});
    }
}

}  // namespace talweg
