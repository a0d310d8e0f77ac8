#include "talweg/scene/spec/read_scene.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

#include "talweg/scene/spec/apply_setting.hpp"
#include "talweg/scene/spec/check_scene.hpp"
#include "talweg/scene/spec/fill_curves.hpp"
#include "talweg/scene/spec/fill_defaults.hpp"
#include "talweg/scene/spec/fill_materials.hpp"
#include "talweg/scene/spec/fill_resolution.hpp"
#include "talweg/scene/spec/fill_tracks.hpp"
#include "talweg/scene/spec/read_fields.hpp"
#include "talweg/scene/spec/schema.hpp"
#include "talweg/scene/spec/validate.hpp"
#include "talweg/scene/text/parse_document.hpp"

namespace talweg {

namespace {

/// Files become absolute paths, so that the resolved scene can be read from anywhere.
void resolve_files(Scene& scene, const std::filesystem::path& folder) {
    const auto beside = [&](const std::string& file) {
        return std::filesystem::absolute(folder / file).lexically_normal().string();
    };
    const auto resolve = [&](auto& shape) {
        if (auto* mesh = std::get_if<MeshShape>(&shape.kind)) mesh->file = beside(mesh->file);
    };
    const auto resolve_motion = [&](std::optional<MotionSpec>& motion) {
        if (!motion) return;
        if (auto* cached = std::get_if<CachedMotionSpec>(&motion->kind)) cached->cache = beside(cached->cache);
    };
    for (BodySpec& body : scene.bodies) {
        resolve(body.shape);
        if (auto* particles = std::get_if<ParticlesShape>(&body.shape.kind)) {
            if (particles->file) particles->file = beside(*particles->file);
            if (particles->surface) resolve(*particles->surface);
        }
        if (body.rest && body.rest->file) body.rest->file = beside(*body.rest->file);
        if (body.start.run) body.start.run->directory = beside(body.start.run->directory);
        for (HoldSpec& hold : body.hold) resolve_motion(hold.motion);
        if (body.rig && body.rig->file) body.rig->file = beside(*body.rig->file);
        if (body.rig && body.rig->weights) body.rig->weights = beside(*body.rig->weights);
        std::visit(
            [&](auto& kind) {
                if constexpr (requires { kind.surface.kind; }) resolve(kind.surface);
                if constexpr (requires { kind.parts.front().shape; })
                    for (auto& part : kind.parts) resolve(part.shape);
            },
            body.shape.kind);
        for (EnergySpec& energy : body.energies)
            for (auto& [name, parameter] : energy.parameters)
                if (parameter.file) parameter.file = beside(*parameter.file);
    }
    for (ObstacleSpec& obstacle : scene.obstacles) {
        resolve(obstacle.shape);
        resolve_motion(obstacle.motion);
    }
}

/// A rig whose list of handles is empty leads nothing: the body is as without it.
void leave_out_empty_rigs(Json& scene) {
    if (!scene.contains("bodies")) return;
    for (Json& body : scene["bodies"]) {
        if (!body.contains("rig")) continue;
        const Json& rig = body["rig"];
        if (rig.contains("handles") && rig["handles"].empty() && !rig.contains("file")) body.erase("rig");
    }
}

}  // namespace

void accept_names_of_bodies(Json& scene) {
    if (!scene.is_object() || !scene.contains("obstacles") || !scene["obstacles"].is_array()) return;
    for (Json& obstacle : scene["obstacles"]) {
        if (!obstacle.is_object() || !obstacle.contains("shape") || !obstacle["shape"].is_object()) continue;
        Json& shape = obstacle["shape"];
        if (!shape.contains("type")) continue;
        if (shape["type"] == "box") shape["type"] = BlockObstacle::type;
        if (shape["type"] == "sphere") shape["type"] = BallObstacle::type;
    }
}

Scene resolve_scene(Document document, const std::filesystem::path& folder, const std::vector<std::string>& settings) {
    const Json& schema = scene_schema();
    for (const std::string& setting : settings) apply_setting(document, schema, setting);
    accept_names_of_bodies(document.value);
    fill_resolution(document.value, schema);
    require_none(validate(document, schema));
    leave_out_empty_rigs(document.value);
    fill_curves(document, folder);
    fill_tracks(document, folder);
    require_none(fill_materials(document, schema));
    fill_defaults(document.value, schema);
    Scene scene;
    FieldReader(document).read(document.value, "", scene);
    require_none(check_scene(scene));
    resolve_files(scene, folder);
    return scene;
}

std::string scene_text(const std::filesystem::path& file) {
    std::error_code failure;
    const auto kind = std::filesystem::status(file, failure).type();
    if (kind == std::filesystem::file_type::not_found)
        throw Error(
            fmt::format("{}: there is no such file; `talweg list scenes` names those of the gallery", file.string()));
    if (kind == std::filesystem::file_type::directory)
        throw Error(fmt::format("{}: this is a folder, not a scene file", file.string()));
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    if (stream) text << stream.rdbuf();
    if (!stream || stream.bad())
        throw Error(fmt::format("{}: cannot be read: {}", file.string(), std::generic_category().message(errno)));
    return std::move(text).str();
}

Scene parse_scene(std::string_view text, const std::string& source, const std::filesystem::path& folder,
                  const std::vector<std::string>& settings) {
    return resolve_scene(parse_document(text, source), folder, settings);
}

Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& settings) {
    return parse_scene(scene_text(file), file.string(), file.parent_path(), settings);
}

}  // namespace talweg
