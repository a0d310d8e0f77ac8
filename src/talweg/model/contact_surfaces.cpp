#include "talweg/model/contact_surfaces.hpp"

#include <algorithm>

#include "talweg/geometry/doctor/issue.hpp"

namespace talweg {

Surfaces surfaces_of(const ContactWorld& world) {
    const ContactSurface& from = world.surface;
    Surfaces s;
    s.edges = from.edges;
    for (const int k : from.loose_points) s.edges.push_back({from.points[k], from.points[k]});
    for (std::size_t k = from.outer_count(); k < from.points.size(); ++k)
        s.edges.push_back({from.points[k], from.points[k]});
    s.inner = from.inner;
    s.obstacle = from.obstacle;
    s.triangles = from.triangles;
    for (const ContactPlane& plane : from.planes) s.half_spaces.push_back({plane.origin, plane.normal, plane.part});
    s.planar = from.planar;
    s.sewn = from.sewn;
    s.body = from.part;
    s.radius = from.radius;
    s.scripted = from.prescribed;
    s.touching = world.rules.touching;
    return s;
}

std::string named_feature(const Model& model, std::span<const int> points) {
    const ContactSurface& s = model.contact->surface;
    // Bodies and obstacles are numbered alike in the model and in its contact.
    const Body& body = model.bodies[s.part[points[0]]];
    const bool round = body.obstacle && s.radius[points[0]] > 0.0;
    const bool plane =
        std::any_of(s.planes.begin(), s.planes.end(), [&](const ContactPlane& p) { return p.origin == points[0]; });
    return round || plane ? body.name : feature_name(points, body.first_point) + " of " + body.name;
}

}  // namespace talweg
