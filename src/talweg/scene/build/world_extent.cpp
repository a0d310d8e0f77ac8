#include "talweg/scene/build/world_extent.hpp"

#include <algorithm>

#include "talweg/math/error.hpp"
#include "talweg/scene/build/liquid_builder.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

double contact_radius(const BodySpec& body) {
    return 0.5 * (body.liquid ? particle_thickness(body) : body.contact.thickness);
}

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

void include_thickness(const Scene& scene, Box& extent) {
    if (extent.empty() || extent.diagonal() > 0.0) return;
    const Vec3 x = extent.center();
    for (const BodySpec& body : scene.bodies)
        for (const double way : {-contact_radius(body), contact_radius(body)}) extent.include(x + Vec3{way, way, 0.0});
    if (extent.diagonal() == 0.0 && !scene.contact->distance)
        throw Error(located(scene.contact->where,
                            "contact has no distance, and bodies that are a single point no size to take a thousandth "
                            "of; give contact a \"distance\", in m"));
}

}  // namespace talweg
