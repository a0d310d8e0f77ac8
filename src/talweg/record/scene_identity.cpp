#include "talweg/record/scene_identity.hpp"

#include "talweg/record/digest.hpp"
#include "talweg/scene/json_path.hpp"

namespace talweg {

namespace {

Json what_moves(Json scene) {
    for (const char* key : {"title", "description", "expect", "picture"}) scene.erase(key);
    if (scene.contains("time")) scene["time"].erase("frames");
    if (scene.contains("record")) scene["record"].erase("export");
    if (scene.contains("bodies"))
        for (Json& body : scene["bodies"])
            if (body.contains("shape")) body["shape"].erase("file");
    return scene;
}

template <class T>
void add(Digest& digest, const std::vector<T>& values) {
    digest.add(std::as_bytes(std::span(values)));
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

std::uint64_t scene_digest(const Json& resolved_scene, const Model& model, const State& start) {
    Digest digest;
    const std::string text = what_moves(resolved_scene).dump();
    digest.add(std::as_bytes(std::span(text)));
    add(digest, model.rest);
    for (const Body& body : model.bodies) {
        add(digest, body.edges);
        add(digest, body.triangles);
        add(digest, body.tets);
        add(digest, body.held);
    }
    for (const Motion& motion : model.motions)  // of which some come from files
        if (const auto* pose = std::get_if<KeyframedPose>(&motion.pose)) add(digest, pose->keyframes);
    add(digest, talweg::save(start));
    return digest.value();
}

std::vector<std::string> scene_differences(const Json& before, const Json& now, std::size_t limit) {
    std::vector<std::string> lines;
    add_differences("", what_moves(before), what_moves(now), lines);
    if (lines.size() > limit) {
        const std::size_t more = lines.size() - limit;
        lines.resize(limit);
        lines.push_back("and " + std::to_string(more) + " more");
    }
    return lines;
}

}  // namespace talweg
