#include "talweg/render/ray_scene.hpp"

#include <embree3/rtcore.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <limits>
#include <map>

#include "talweg/math/error.hpp"
#include "talweg/render/weave.hpp"

namespace talweg {

namespace {

constexpr float near = 1e-5f;  // of the stage: rays leave what they start from

bool finite(const Vec3& p) { return std::isfinite(p[0] + p[1] + p[2]); }

std::shared_ptr<RTCDeviceTy> make_device() {
    RTCDevice device = rtcNewDevice(nullptr);
    if (!device) throw Error("Embree, which casts the rays of pictures, does not start on this machine");
    return {device, [](RTCDevice d) { rtcReleaseDevice(d); }};
}

struct FloatPoint {
    float x, y, z;
};
struct FloatBall {
    float x, y, z, radius;
};

/// Embree ends the program at rays from beyond 1.8e18 and at such that are no numbers.
bool can_be_cast(const Vec3& origin, const Vec3& direction) {
    constexpr double farthest = 1.8e18;
    for (int a = 0; a < 3; ++a)
        if (!(std::fabs(origin[a]) < farthest && std::fabs(direction[a]) < farthest)) return false;
    return true;
}

RTCRay make_ray(const Vec3& origin, const Vec3& direction) {
    RTCRay ray{};
    ray.org_x = float(origin[0]);
    ray.org_y = float(origin[1]);
    ray.org_z = float(origin[2]);
    ray.dir_x = float(direction[0]);
    ray.dir_y = float(direction[1]);
    ray.dir_z = float(direction[2]);
    ray.tnear = near;
    ray.tfar = std::numeric_limits<float>::infinity();
    ray.mask = ~0u;
    return ray;
}

template <class Item>
void fill(RTCGeometry geometry, RTCBufferType type, RTCFormat format, const std::vector<Item>& items) {
    void* buffer = rtcSetNewGeometryBuffer(geometry, type, 0, format, sizeof(Item), items.size());
    if (!buffer) throw std::bad_alloc();
    std::copy(items.begin(), items.end(), static_cast<Item*>(buffer));
}

}  // namespace

/// What the number of a primitive and its two coordinates mean.
struct RayScene::Part {
    enum Kind { surface, rods, balls } kind;
    std::vector<std::array<int, 3>> triangles;  // of vertices
    std::vector<unsigned char> wires;           // per triangle; empty: none
    std::vector<Vec3> places, normals;          // per vertex
    std::vector<Rgb> colours;                   // per vertex, two per rod, one per ball
    std::vector<std::array<Vec2, 3>> texture;   // per triangle; empty: none
    double thread = 0.0;

    void complete(RayHit& hit, const RTCHit& found) const;

private:
    void complete_surface(RayHit& hit, const RTCHit& found) const;
};

void RayScene::Part::complete_surface(RayHit& hit, const RTCHit& found) const {
    const auto& t = triangles[found.primID];
    const double weights[3] = {1.0 - found.u - found.v, found.u, found.v};
    Vec3 normal = Vec3::zero();
    hit.colour = Rgb::zero();
    for (int k = 0; k < 3; ++k) {
        normal += weights[k] * normals[t[k]];
        hit.colour += weights[k] * colours[t[k]];
    }
    if (found.primID < texture.size()) {
        Vec2 at = {0.0, 0.0};
        for (int k = 0; k < 3; ++k) at += texture[found.primID][k] * weights[k];
        hit.colour *= weave(at, thread);
    }
    const double size = norm(normal);
    // Seen from behind, or where normals cancel, the face decides on which side we are.
    const double side = dot(normal, hit.face_normal) < 0 ? -1.0 : 1.0;
    hit.normal = size > 1e-3 ? normal * (side / size) : hit.face_normal;
    // Hanika, "Hacking the shadow terminator" (Ray Tracing Gems II, 2021): the point, lifted onto the planes that the
    // smooth normals suggest at the corners.
    hit.origin = Vec3::zero();
    for (int k = 0; k < 3; ++k) {
        const Vec3 n = normals[t[k]] * side;
        const double below = std::min(0.0, dot(hit.place - places[t[k]], n));
        hit.origin += weights[k] * (hit.place - n * below);
    }
    if (found.primID >= wires.size()) return;
    for (int k = 0; k < 3; ++k)
        if (wires[found.primID] >> k & 1) {
            const Vec3 a = places[t[(k + 1) % 3]], side_of = places[t[(k + 2) % 3]] - a;
            const double length = norm(side_of);
            if (length > 0) hit.wire = std::min(hit.wire, norm(cross(hit.place - a, side_of)) / length);
        }
}

void RayScene::Part::complete(RayHit& hit, const RTCHit& found) const {
    if (kind == surface) return complete_surface(hit, found);
    hit.normal = hit.face_normal;
    hit.origin = hit.place;
    hit.colour = kind == balls ? colours[found.primID]
                               : mix(colours[2 * found.primID], colours[2 * found.primID + 1], double(found.u));
}

/// Both sides of a sheet, and the rim between them.
void RayScene::thicken(Part& part, double half) {
    const int count = static_cast<int>(part.places.size());
    const auto sheet = part.triangles;
    // Edges of one triangle, in its direction. Vertices apart at a sharp edge are two rims: the gap is closed by both.
    std::map<std::array<int, 2>, int> ways;
    for (const auto& t : sheet)
        for (int k = 0; k < 3; ++k) ++ways[{t[k], t[(k + 1) % 3]}];
    for (int i = 0; i < count; ++i) {
        const Vec3 n = part.normals[i], p = part.places[i];
        part.places[i] = p + n * half;
        part.places.push_back(p - n * half);
        part.normals.push_back(-n);
        part.colours.push_back(part.colours[i]);
    }
    const auto looks = part.texture;
    const auto wires = part.wires;
    for (std::size_t t = 0; t < sheet.size(); ++t)
        part.triangles.push_back({sheet[t][0] + count, sheet[t][1] + count, sheet[t][2] + count});
    part.texture.insert(part.texture.end(), looks.begin(), looks.end());
    part.wires.insert(part.wires.end(), wires.begin(), wires.end());
    for (const auto& [way, times] : ways) {
        const auto [a, b] = way;
        if (ways.contains({b, a})) continue;
        // Vertices of its own, without a smooth normal: its face has one.
        const int first = static_cast<int>(part.places.size());
        for (const int vertex : {a, b, b + count, a + count}) {
            part.places.push_back(part.places[vertex]);
            part.normals.push_back(Vec3::zero());
            part.colours.push_back(part.colours[vertex]);
        }
        part.triangles.push_back({first, first + 1, first + 2});
        part.triangles.push_back({first, first + 2, first + 3});
    }
}

void RayScene::add_surface(const BodyLook& body, const FrameLook& frame, const Stage& stage) {
    auto part = std::make_shared<Part>();
    part->kind = Part::surface;
    for (const int point : body.surface.vertex_point) {
        const Vec3 p = stage.place(frame.x[point]);
        part->places.push_back(p);
        part->colours.push_back(frame.colours[point]);
    }
    part->normals = body.surface.normals(frame.x);
    for (std::size_t t = 0; t < body.surface.triangles.size(); ++t) {
        const auto& corners = body.surface.triangles[t];
        if (!finite(part->places[corners[0]] + part->places[corners[1]] + part->places[corners[2]])) continue;
        part->triangles.push_back(corners);
        if (body.wires) part->wires.push_back(body.surface.wires[t]);
        if (body.thread > 0.0) part->texture.push_back(body.texture[t]);
    }
    if (part->triangles.empty()) return;
    part->thread = body.thread;
    if (body.half_thickness > 0.0) thicken(*part, body.half_thickness * stage.scale);
    std::vector<FloatPoint> vertices;
    for (const Vec3& p : part->places) vertices.push_back({float(p[0]), float(p[1]), float(p[2])});
    RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
    fill(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, vertices);
    fill(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, part->triangles);
    attach(geometry, std::move(part));
}

void RayScene::add_rods(const BodyLook& body, const FrameLook& frame, const Stage& stage) {
    auto part = std::make_shared<Part>();
    part->kind = Part::rods;
    std::vector<FloatBall> ends;
    std::vector<unsigned> first;
    const auto radius = float(body.rod_radius * stage.scale);
    for (const auto& rod : body.rods) {
        if (!finite(frame.x[rod[0]] + frame.x[rod[1]])) continue;
        first.push_back(static_cast<unsigned>(ends.size()));
        for (const int point : rod) {
            const Vec3 p = stage.place(frame.x[point]);
            ends.push_back({float(p[0]), float(p[1]), float(p[2]), radius});
            part->colours.push_back(frame.colours[point]);
        }
    }
    if (first.empty()) return;
    RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
    fill(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, ends);
    fill(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, first);
    attach(geometry, std::move(part));
}

void RayScene::add_balls(const std::vector<int>& points, double radius, const FrameLook& frame, const Stage& stage,
                         const std::optional<Rgb>& colour) {
    auto part = std::make_shared<Part>();
    part->kind = Part::balls;
    std::vector<FloatBall> balls;
    for (const int point : points) {
        const Vec3 p = stage.place(frame.x[point]);
        if (!finite(p)) continue;
        balls.push_back({float(p[0]), float(p[1]), float(p[2]), float(radius * stage.scale)});
        part->colours.push_back(colour.value_or(frame.colours[point]));
    }
    if (balls.empty()) return;
    RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_SPHERE_POINT);
    fill(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, balls);
    attach(geometry, std::move(part));
}

void RayScene::attach(RTCGeometryTy* geometry, std::shared_ptr<const Part> part) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene_.get(), geometry, static_cast<unsigned>(parts_.size()));
    rtcReleaseGeometry(geometry);
    parts_.push_back(std::move(part));
}

RayScene::RayScene(const FrameLook& frame, const Stage& stage)
    : device_(make_device()), scene_(rtcNewScene(device_.get()), [](RTCScene s) { rtcReleaseScene(s); }) {
    rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_ROBUST);
    for (const BodyLook& body : frame.bodies) {
        add_surface(body, frame, stage);
        add_rods(body, frame, stage);
        add_balls(body.balls, body.ball_radius, frame, stage, std::nullopt);
        add_balls(body.pins, body.pin_radius, frame, stage, frame.pin);
    }
    // Embree cuts its work by the number of threads; which of two faces a ray through their common edge meets would
    // depend on it. One thread builds, all cast.
    tbb::task_arena(1).execute([this] { rtcCommitScene(scene_.get()); });
}

std::optional<RayHit> RayScene::trace(const Vec3& origin, const Vec3& direction) const {
    if (!can_be_cast(origin, direction)) return std::nullopt;
    RTCRayHit query{};
    query.ray = make_ray(origin, direction);
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_.get(), &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;

    RayHit hit{};
    hit.distance = double(query.ray.tfar);
    hit.place = origin + direction * hit.distance;
    const Vec3 normal{double(query.hit.Ng_x), double(query.hit.Ng_y), double(query.hit.Ng_z)};
    const double size = norm(normal);
    hit.face_normal = size > 0 ? normal * ((dot(normal, direction) > 0 ? -1.0 : 1.0) / size) : -direction;
    hit.wire = std::numeric_limits<double>::infinity();
    parts_[query.hit.geomID]->complete(hit, query.hit);
    return hit;
}

bool RayScene::blocked(const Vec3& origin, const Vec3& direction) const {
    if (!can_be_cast(origin, direction)) return false;
    RTCRay ray = make_ray(origin, direction);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(scene_.get(), &context, &ray);
    return ray.tfar < 0;
}

}  // namespace talweg
