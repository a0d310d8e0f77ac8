#include "talweg/record/scene_identity.hpp"

#include "talweg/format/digest.hpp"
#include "talweg/model/constraints.hpp"
#include "talweg/scene/spec/to_json.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/read_numbers.hpp"

namespace talweg {

namespace {

/// How steps are taken, and how things touch: a section, and its keys; none: all of it.
const std::pair<const char*, std::vector<const char*>> course[] = {
    {"solver", {}},
    {"time", {"step", "steps_per_frame"}},
    {"contact",
     {"distance", "relative_distance", "stiffness", "friction", "friction_pairs", "slip_speed", "friction_updates"}}};

Json what_moves(Json scene) {
    for (const char* key : {"title", "description", "expect", "picture"}) scene.erase(key);
    if (scene.contains("time")) scene["time"].erase("frames");
    if (scene.contains("record")) scene["record"].erase("export");
    if (scene.contains("bodies"))
        for (Json& body : scene["bodies"]) {
            if (body.contains("shape")) body["shape"].erase("file");
            if (body.contains("rig") && body["rig"].is_object())
                for (const char* file : {"weights", "file"}) body["rig"].erase(file);
            if (body.contains("rest")) body["rest"].erase("file");
            if (body.contains("energies"))
                for (Json& energy : body["energies"])
                    for (auto& [key, value] : energy.items())
                        if (value.is_object()) value.erase("file");
        }
    return scene;
}

Json without_course(Json scene) {
    for (const auto& [section, keys] : course) {
        if (!scene.contains(section)) continue;
        if (keys.empty()) scene.erase(section);
        for (const char* key : keys) scene[section].erase(key);
    }
    return scene;
}

Json course_of(const Json& scene) {
    Json found = Json::object();
    for (const auto& [section, keys] : course) {
        if (!scene.contains(section)) continue;
        if (keys.empty()) found[section] = scene[section];
        for (const char* key : keys)
            if (scene[section].contains(key)) found[section][key] = scene[section][key];
    }
    return found;
}

template <class T>
void add(Digest& digest, const std::vector<T>& values) {
    digest.add(std::as_bytes(std::span(values)));
}

/// Numbers that files give: per element, and of rigs per point.
void add_numbers_of_files(const Scene& scene, Digest& digest) {
    for (const BodySpec& body : scene.bodies) {
        for (const EnergySpec& energy : body.energies)
            for (const auto& [name, parameter] : energy.parameters)
                if (parameter.file) add(digest, read_numbers(*parameter.file));
        if (body.rig && body.rig->weights) add(digest, read_numbers(*body.rig->weights));
    }
}

/// Rows of weights, by numbers: between them there are bytes that mean nothing.
void add(Digest& digest, const PointMap& map) {
    std::vector<int> nodes;
    std::vector<double> weights;
    for (int i = 0; i < map.point_count(); ++i) {
        nodes.push_back(static_cast<int>(map.row(i).size()));
        for (const auto& [node, weight] : map.row(i)) {
            nodes.push_back(node);
            weights.push_back(weight);
        }
    }
    add(digest, nodes);
    add(digest, weights);
}

void add_differences(const std::string& pointer, const Json& before, const Json& now, std::vector<std::string>& into) {
    if (before == now) return;
    if (before.is_object() && now.is_object()) {
        for (const auto& [key, value] : before.items())
            add_differences(pointer_to(pointer, key), value, now.contains(key) ? now.at(key) : Json(), into);
        for (const auto& [key, value] : now.items())
            if (!before.contains(key)) add_differences(pointer_to(pointer, key), Json(), value, into);
    } else if (before.is_array() && now.is_array() && before.size() == now.size()) {
        for (std::size_t i = 0; i < now.size(); ++i) add_differences(pointer_to(pointer, i), before[i], now[i], into);
    } else {
        const auto text = [](const Json& value) {
            constexpr std::size_t longest = 60;
            const std::string whole = value.is_null() ? "absent" : value.dump();
            return whole.size() <= longest ? whole : whole.substr(0, longest) + "…";
        };
        into.push_back(path_text(pointer) + ": " + text(before) + " before, " + text(now) + " now");
    }
}

}  // namespace

std::uint64_t scene_digest(const Scene& scene, const Model& model, const State& start) {
    Digest digest;
    const std::string text = without_course(what_moves(talweg::to_json(scene))).dump();
    digest.add(std::as_bytes(std::span(text)));
    add(digest, model.rest);
    add(digest, model.map);  // how points follow nodes
    if (model.constraints) {
        add(digest, model.constraints->stencils);
        add(digest, model.constraints->values);
        for (const auto& drive : model.constraints->drives) add(digest, drive->read_numbers());
    }
    for (const Body& body : model.bodies) {
        add(digest, body.edges);
        add(digest, body.triangles);
        add(digest, body.tets);
        add(digest, body.held);
    }
    for (const Motion& motion : model.motions)  // of which some come from files
        if (const auto* pose = std::get_if<KeyframedPose>(&motion.pose)) add(digest, pose->keyframes);
    add_numbers_of_files(scene, digest);
    add(digest, talweg::save(start));
    return digest.value();
}

std::vector<std::string> scene_differences(const Json& before, const Json& now, std::size_t limit) {
    std::vector<std::string> lines;
    add_differences("", without_course(what_moves(before)), without_course(what_moves(now)), lines);
    if (lines.size() > limit) {
        const std::size_t more = lines.size() - limit;
        lines.resize(limit);
        lines.push_back("and " + std::to_string(more) + " more");
    }
    return lines;
}

std::vector<std::string> changes_of_course(const Json& before, const Json& now) {
    std::vector<std::string> lines;
    add_differences("", course_of(before), course_of(now), lines);
    return lines;
}

}  // namespace talweg
