#include "talweg/record/topology.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "talweg/math/error.hpp"
#include "talweg/record/file.hpp"

namespace talweg {

namespace {

// Written by hand: a million edges as a tree of JSON values would need a hundred times the memory of the text.
template <std::size_t N>
void append_tuples(std::string& text, const char* key, const std::vector<std::array<int, N>>& tuples, int first) {
    fmt::format_to(std::back_inserter(text), ", \"{}\": [", key);
    for (const auto& tuple : tuples) {
        text += '[';
        for (const int index : tuple) fmt::format_to(std::back_inserter(text), "{},", index - first);
        text.back() = ']';
        text += ',';
    }
    if (!tuples.empty()) text.pop_back();
    text += ']';
}

template <std::size_t N>
std::vector<std::array<int, N>> read_tuples(const nlohmann::json& tuples, int first) {
    auto result = tuples.get<std::vector<std::array<int, N>>>();
    for (auto& tuple : result)
        for (int& index : tuple) index += first;
    return result;
}

Body read_body(const nlohmann::json& json) {
    Body body;
    body.name = json.at("name");
    body.first_point = json.at("first_point");
    body.point_count = json.at("point_count");
    body.dimension = json.at("dimension");
    body.mass = json.at("mass");
    body.edges = read_tuples<2>(json.at("edges"), body.first_point);
    body.triangles = read_tuples<3>(json.at("triangles"), body.first_point);
    body.tets = read_tuples<4>(json.at("tets"), body.first_point);
    body.held = json.at("held").get<std::vector<int>>();
    for (int& point : body.held) point += body.first_point;
    body.obstacle = json.value("obstacle", false);
    return body;
}

}  // namespace

std::string topology_text(std::span<const Body> bodies) {
    std::string text = "{\"bodies\": [\n";
    for (const Body& body : bodies) {
        fmt::format_to(std::back_inserter(text),
                       "{{\"name\": {}, \"first_point\": {}, \"point_count\": {}, \"dimension\": {}, \"mass\": {}",
                       nlohmann::json(body.name).dump(), body.first_point, body.point_count, body.dimension, body.mass);
        append_tuples(text, "edges", body.edges, body.first_point);
        append_tuples(text, "triangles", body.triangles, body.first_point);
        append_tuples(text, "tets", body.tets, body.first_point);
        text += ", \"held\": [";
        for (const int point : body.held) fmt::format_to(std::back_inserter(text), "{},", point - body.first_point);
        if (!body.held.empty()) text.pop_back();
        text += body.obstacle ? "], \"obstacle\": true},\n" : "]},\n";
    }
    if (!bodies.empty()) text.erase(text.size() - 2, 1);
    return text + "]}\n";
}

void write_topology(const std::filesystem::path& path, std::span<const Body> bodies) {
    replace_file(path, topology_text(bodies));
}

std::vector<Body> read_topology(const std::filesystem::path& path) {
    const std::string text = read_whole_file(path);
    try {
        std::vector<Body> bodies;
        const auto json = nlohmann::json::parse(text);
        for (const auto& body : json.at("bodies")) bodies.push_back(read_body(body));
        return bodies;
    } catch (const nlohmann::json::exception& error) {
        throw Error(path.string() + " is damaged: " + error.what());
    }
}

}  // namespace talweg
