#include "talweg/scene/examine_scene.hpp"

#include <algorithm>

#include "talweg/geometry/doctor/diagnose_mesh.hpp"
#include "talweg/scene/examine_body.hpp"
#include "talweg/scene/examine_start.hpp"

namespace talweg {
namespace {

/// "cloth (scene.json:12, cloth.obj)"
std::string subject_of(const BodySpec& body) {
    std::string text = body.name + " (" + body.shape.where.text();
    if (const auto* mesh = std::get_if<MeshShape>(&body.shape.kind)) text += ", " + mesh->file;
    return text + ")";
}

}  // namespace

std::vector<Ailment> examine_scene(const Scene& scene, const World& world) {
    std::vector<Ailment> all;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const BodyShape shape = placed_shape(scene.bodies[b]);
        const bool is_skin = shape.mesh.dimension == 3 || !shape.riding.empty();
        // Passing through itself is a matter of the start, and only where there is contact.
        for (Ailment& ailment : diagnose_mesh(mesh_to_examine(shape),
                                              {.planar = scene.planar, .borders = is_skin, .intersections = false})) {
            ailment.what = subject_of(scene.bodies[b]) + ": " + ailment.what;
            for (auto& feature : ailment.features)
                for (int& point : feature) point += world.model.bodies[b].first_point;
            all.push_back(std::move(ailment));
        }
    }
    const auto start = examine_start(world.model, positions(world.model, world.state));
    all.insert(all.end(), start.begin(), start.end());
    std::stable_sort(all.begin(), all.end(), [](const Ailment& a, const Ailment& b) { return a.weight > b.weight; });
    return all;
}

}  // namespace talweg
