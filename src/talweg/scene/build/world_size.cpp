#include "talweg/scene/build/world_size.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/scene/build/liquid_builder.hpp"

namespace talweg {

namespace {

/// At their source alone particles would have no size.
void include_flight(const EmitterSpec& emitter, const Positions& sources, Box& extent) {
    const double far = std::max(1e-3, emitter.speed * std::min(1.0, emitter.lifetime.value_or(1.0)));
    for (const Vec3& x : sources)
        for (const double way : {-far, far})
            for (int a = 0; a < 2; ++a) {
                Vec3 there = x;
                there[a] += way;
                extent.include(there);
            }
}

}  // namespace

double contact_radius(const BodySpec& body) {
    return 0.5 * (body.liquid ? particle_thickness(body) : body.contact.thickness);
}

void include_reach(const BodySpec& body, const Positions& start, Box& extent) {
    for (const Vec3& x : start) extent.include(x);
    if (body.emitter) include_flight(*body.emitter, start, extent);
}

double world_size(const Box& extent, const Scene& scene) {
    if (extent.diagonal() > 0.0) return extent.diagonal();
    double size = 0.0;
    for (const BodySpec& body : scene.bodies) size = std::max(size, 20.0 * contact_radius(body));
    if (size > 0.0) return size;
    for (const ObstacleSpec& obstacle : scene.obstacles) {
        if (const auto* plane = std::get_if<PlaneObstacle>(&obstacle.shape.kind))
            size = std::max(size, std::fabs(dot(extent.min - plane->point, plane->normal)) / norm(plane->normal));
        if (const auto* ball = std::get_if<BallObstacle>(&obstacle.shape.kind))
            size = std::max(size, norm(extent.min - ball->center));
    }
    return size > 0.0 ? size : 1.0;
}

}  // namespace talweg
