#include "talweg/scene/build/examine_scene.hpp"

#include <algorithm>
#include <set>

#include "talweg/geometry/doctor/diagnose_mesh.hpp"
#include "talweg/scene/build/unclosed_frames.hpp"
#include "talweg/scene/check/examine_body.hpp"
#include "talweg/scene/check/examine_start.hpp"

namespace talweg {
namespace {

/// "cloth (scene.json:12, cloth.obj)", of a body or an obstacle.
std::string subject_of(const auto& spec) {
    std::string text = spec.name + " (" + spec.shape.where.text();
    if (const auto* mesh = std::get_if<MeshShape>(&spec.shape.kind)) text += ", " + mesh->file;
    return text + ")";
}

/// What the doctor finds on one mesh, whose points begin at `first` in the world.
void examine(const std::string& subject, const Mesh& mesh, int first, const MeshQuestions& questions,
             std::vector<Issue>& into) {
    for (Issue& issue : diagnose_mesh(mesh, questions)) {
        issue.what = subject + ": " + issue.what;
        for (auto& feature : issue.features)
            for (int& point : feature) point += first;
        into.push_back(std::move(issue));
    }
}

/// What the building of the world noted and nothing here has found: a reach below the spacing, an emitter that is used
/// up, weights of a rig that were mended.
void add_other_notes(const std::vector<std::string>& notes, const std::set<std::string>& told,
                     std::vector<Issue>& into) {
    std::vector<Issue> others;
    for (const std::string& note : notes)
        if (!told.contains(note) && std::none_of(into.begin(), into.end(), [&](const Issue& issue) {
                return note.ends_with(issue.what + "; " + issue.remedy);
            }))
            others.push_back({Weight::warning, note, ""});
    into.insert(into.end(), others.begin(), others.end());
}

/// An obstacle as it stands in the world.
Mesh placed_mesh(const Model& model, const Body& obstacle) {
    Mesh mesh;
    const auto first = model.rest.begin() + obstacle.first_point;
    mesh.points.assign(first, first + obstacle.point_count);
    for (const auto& [a, b, c] : obstacle.triangles)
        mesh.triangles.push_back({a - obstacle.first_point, b - obstacle.first_point, c - obstacle.first_point});
    return mesh;
}

}  // namespace

std::vector<Issue> examine_scene(const Scene& scene, const World& world) {
    std::vector<Issue> all;
    std::set<std::string> told;  // notes of the building that are among the issues, in other words
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const BodyShape shape = placed_shape(scene.bodies[b], scene.planar);
        const bool is_skin = shape.mesh.dimension == 3 || !shape.embedded.empty();
        // Passing through itself is a matter of the start, and only where there is contact.
        examine(subject_of(scene.bodies[b]), mesh_to_examine(shape), world.model.bodies[b].first_point,
                {.planar = scene.planar,
                 .borders = is_skin,
                 .read = is_read(scene.bodies[b]),
                 .intersections = false,
                 .first_embedded = shape.node_points()},
                all);
        // Particles are points of no element, and do not stand still for that.
        if (std::holds_alternative<ParticlesShape>(scene.bodies[b].shape.kind))
            std::erase_if(all, [&](const Issue& issue) {
                return issue.weight == Weight::note && issue.what.starts_with(subject_of(scene.bodies[b]));
            });
        const auto of_mesh = examine_body(scene.bodies[b], shape).notes;
        told.insert(of_mesh.begin(), of_mesh.end());
        const auto frames = unclosed_frames(scene.bodies[b], shape, world.model.bodies[b].first_point);
        all.insert(all.end(), frames.begin(), frames.end());
    }
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k) {
        const Body& obstacle = world.model.bodies[scene.bodies.size() + k];
        if (std::holds_alternative<MeshShape>(scene.obstacles[k].shape.kind))
            examine(subject_of(scene.obstacles[k]), placed_mesh(world.model, obstacle), obstacle.first_point,
                    {.planar = scene.planar, .borders = false, .read = false, .intersections = false}, all);
    }
    const auto start = examine_start(world.model, positions(world.model, world.state));
    all.insert(all.end(), start.begin(), start.end());
    add_other_notes(world.notes, told, all);
    std::stable_sort(all.begin(), all.end(), [](const Issue& a, const Issue& b) { return a.weight > b.weight; });
    return all;
}

}  // namespace talweg
