#include "talweg/record/looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

std::filesystem::path looks_file_of(const RunDirectory& run) { return run.path / "looks.json"; }

std::string text_of_looks(const MeshLooks& looks) {
    std::string text = "{";
    if (!looks.quads.empty()) text += fmt::format("\"quads\": [{}]", fmt::join(looks.quads, ","));
    if (!looks.texture.empty()) {
        text += looks.quads.empty() ? "\"texture\": [" : ", \"texture\": [";
        for (const auto& [a, b, c] : looks.texture)
            fmt::format_to(std::back_inserter(text), "[{},{},{},{},{},{}],", a[0], a[1], b[0], b[1], c[0], c[1]);
        text.back() = ']';
    }
    return text + "}";
}

MeshLooks looks_of(const nlohmann::json& json, const Body& body) {
    MeshLooks looks;
    const auto refuse = [&] { throw Error("the looks of \"" + body.name + "\" are not those of its triangles"); };
    const int count = static_cast<int>(body.triangles.size());
    for (const auto& quad : json.value("quads", nlohmann::json::array())) {
        const int first = quad.get<int>();
        if (first < 0 || first + 1 >= count) refuse();
        const auto &a = body.triangles[first], &b = body.triangles[first + 1];
        if (a[0] != b[0] || a[2] != b[1]) refuse();
        looks.quads.push_back(first);
    }
    if (!json.contains("texture")) return looks;
    if (static_cast<int>(json["texture"].size()) != count) refuse();
    for (const auto& corners : json["texture"]) {
        if (corners.size() != 6) refuse();
        auto& at = looks.texture.emplace_back();
        for (int k = 0; k < 3; ++k) at[k] = {corners[2 * k].get<double>(), corners[2 * k + 1].get<double>()};
    }
    return looks;
}

}  // namespace

std::string looks_text(std::span<const MeshLooks> looks) {
    if (std::all_of(looks.begin(), looks.end(), [](const MeshLooks& one) { return one.empty(); })) return "null";
    std::string text = "{\"bodies\": [\n";
    for (const MeshLooks& one : looks) text += text_of_looks(one) + ",\n";
    text.erase(text.size() - 2, 1);
    return text + "]}\n";
}

std::string looks_text(const RunDirectory& run) {
    return std::filesystem::exists(looks_file_of(run)) ? read_whole_file(looks_file_of(run)) : "null";
}

void write_looks(const RunDirectory& run, std::span<const MeshLooks> looks) {
    if (const std::string text = looks_text(looks); text != "null") replace_file(looks_file_of(run), text);
}

std::vector<MeshLooks> read_looks(const RunDirectory& run, std::span<const Body> bodies) {
    std::vector<MeshLooks> looks(bodies.size());
    if (!std::filesystem::exists(looks_file_of(run))) return looks;
    const std::string text = read_whole_file(looks_file_of(run));
    try {
        const auto json = nlohmann::json::parse(text);
        const auto& all = json.at("bodies");
        if (all.size() > bodies.size()) throw Error("it tells of more bodies than there are");
        for (std::size_t b = 0; b < all.size(); ++b) looks[b] = looks_of(all[b], bodies[b]);
    } catch (const std::exception& error) {
        throw Error(looks_file_of(run).string() + " is damaged: " + error.what());
    }
    return looks;
}

}  // namespace talweg
