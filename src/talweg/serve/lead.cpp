#include "talweg/serve/lead.hpp"

namespace talweg {

std::optional<Lead> lead_of(const Scene& scene) {
    for (const BodySpec& body : scene.bodies) {
        if (!body.rig) continue;
        if (body.rig->secondary == Secondary::none) return Lead::rig;
        return body.reduce ? Lead::reduced : Lead::complementary;
    }
    return {};
}

Scene led(const Scene& first, Scene now, Lead lead) {
    for (std::size_t b = 0; b < now.bodies.size(); ++b) {
        const BodySpec& original = first.bodies[b];
        BodySpec& body = now.bodies[b];
        if (!original.rig) continue;
        const double leak = body.rig ? body.rig->leak : original.rig->leak;
        body.rig = original.rig;
        body.rig->leak = leak;
        body.rig->secondary = lead == Lead::rig ? Secondary::none : Secondary::complementary;
        body.reduce = {};
        if (lead == Lead::reduced)
            body.reduce = original.reduce.value_or(ReduceSpec{Basis::skinning, 16, 100, original.rig->where});
        if (lead == Lead::free) body.rig = {};
    }
    return now;
}

}  // namespace talweg
