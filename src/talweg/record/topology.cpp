#include "talweg/record/topology.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/foreign_text.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/topology_outline.hpp"

namespace talweg {

namespace {

// Written by hand: a million edges as a tree of JSON values would need a hundred times the memory of the text.
template <std::size_t N>
void append_tuples(std::string& text, const char* key, const std::vector<std::array<int, N>>& tuples, int first) {
    fmt::format_to(std::back_inserter(text), ", \"{}\": [", key);
    for (const auto& tuple : tuples) {
        text += '[';
        for (const int index : tuple) {
            char digits[16];
            text.append(digits, std::to_chars(digits, std::end(digits), index - first).ptr);
            text += ',';
        }
        text.back() = ']';
        text += ',';
    }
    if (!tuples.empty()) text.pop_back();
    text += ']';
}

template <std::size_t N>
std::vector<std::array<int, N>> read_tuples(const TopologyOutline& outline, const nlohmann::json& tuples,
                                            const Body& body, const char* what) {
    std::vector<std::array<int, N>> result;
    const auto refuse = [&] { throw Error(fmt::format("one of {} has not {} points", what, N)); };
    if (const TopologyOutline::Tuples* plain = outline.tuples(tuples)) {
        if (plain->width != N) refuse();
        result.resize(plain->numbers.size() / N);
        for (std::size_t k = 0; k < plain->numbers.size(); ++k) {
            const int number = plain->numbers[k];
            result[k / N][k % N] =
                body.first_point +
                (number < body.point_count ? number : number_below(nlohmann::json(number), body.point_count, what));
        }
        return result;
    }
    result.reserve(tuples.size());
    for (const auto& tuple : tuples) {
        if (!tuple.is_array() || tuple.size() != N) refuse();
        auto& corners = result.emplace_back();
        for (std::size_t k = 0; k < N; ++k)
            corners[k] = body.first_point + number_below(tuple[k], body.point_count, what);
    }
    return result;
}

Body read_body(const TopologyOutline& outline, const nlohmann::json& json, std::int64_t first_point) {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    Body body;
    body.name = json.at("name");
    require_one_line(body.name, "a body's name");
    body.first_point = number_below(json.at("first_point"), most, "first_point");
    if (body.first_point != first_point) throw Error("the points of '" + body.name + "' do not follow the last ones");
    body.point_count = number_below(json.at("point_count"), most - first_point, "point_count");
    body.dimension = number_below(json.at("dimension"), 4, "dimension");
    body.mass = json.at("mass");
    body.edges = read_tuples<2>(outline, json.at("edges"), body, "the edges");
    body.triangles = read_tuples<3>(outline, json.at("triangles"), body, "the triangles");
    body.tets = read_tuples<4>(outline, json.at("tets"), body, "the tets");
    for (const auto& point : json.at("held"))
        body.held.push_back(body.first_point + number_below(point, body.point_count, "a held point"));
    body.radius = json.value("radius", 0.0);
    if (!(body.radius >= 0.0)) throw Error("the radius of '" + body.name + "' is no length");
    body.obstacle = json.value("obstacle", false);
    return body;
}

void append_place(std::string& text, const JointMark::Place& place) {
    const auto& [a, b, c, d] = place.points;
    const auto& [wa, wb, wc, wd] = place.weights;
    if (place.world)
        fmt::format_to(std::back_inserter(text), "{{\"at\": [{},{},{}]}}", place.at[0], place.at[1], place.at[2]);
    else
        fmt::format_to(std::back_inserter(text), "{{\"points\": [{},{},{},{}], \"weights\": [{},{},{},{}]}}", a, b, c,
                       d, wa, wb, wc, wd);
}

void append_joints(std::string& text, std::span<const JointMark> joints) {
    text += ", \"joints\": [";
    for (const JointMark& joint : joints) {
        fmt::format_to(std::back_inserter(text), "\n{{\"name\": {}, \"type\": {}, \"dots\": [",
                       nlohmann::json(joint.name).dump(), nlohmann::json(joint.type).dump());
        for (std::size_t k = 0; k < joint.dots.size(); ++k) {
            if (k > 0) text += ", ";
            append_place(text, joint.dots[k]);
        }
        text += "], \"lines\": [";
        for (std::size_t k = 0; k < joint.lines.size(); ++k) {
            text += k > 0 ? ", [" : "[";
            append_place(text, joint.lines[k][0]);
            text += ", ";
            append_place(text, joint.lines[k][1]);
            text += ']';
        }
        text += "]},";
    }
    text.back() = ']';
}

JointMark::Place read_place(const nlohmann::json& json, int points) {
    JointMark::Place place;
    const auto number = [](const nlohmann::json& value) {
        if (!value.is_number() || !std::isfinite(value.get<double>())) throw Error("a joint's place is no number");
        return value.get<double>();
    };
    place.world = json.contains("at");
    if (place.world) {
        for (int a = 0; a < 3; ++a) place.at[a] = number(json.at("at").at(a));
        return place;
    }
    for (int k = 0; k < 4; ++k) {
        place.points[k] = number_below(json.at("points").at(k), points, "a joint's point");
        place.weights[k] = number(json.at("weights").at(k));
    }
    return place;
}

}  // namespace

std::string topology_text(std::span<const Body> bodies, const SewnPairs& sewn, std::span<const JointMark> joints) {
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
        text += ']';
        if (body.radius > 0.0) fmt::format_to(std::back_inserter(text), ", \"radius\": {}", body.radius);
        text += body.obstacle ? ", \"obstacle\": true},\n" : "},\n";
    }
    if (!bodies.empty()) text.erase(text.size() - 2, 1);
    text += ']';
    if (!sewn.empty()) {
        auto once = sewn.all();
        std::erase_if(once, [](const std::array<int, 2>& pair) { return pair[1] < pair[0]; });
        append_tuples(text, "sewn", once, 0);
    }
    if (!joints.empty()) append_joints(text, joints);
    return text + "}\n";
}

std::string drawn_topology(const std::string& text) {
    // As topology_text writes it; what others wrote may stay as it is. Within names quotes have a stroke before them.
    constexpr std::string_view tets = "]], \"tets\": [[";
    std::string drawn;
    std::size_t done = 0;
    for (std::size_t at = text.find(tets); at != text.npos; at = text.find(tets, done)) {
        const std::size_t end = text.find("]]", at + tets.size());
        if (end == text.npos) break;
        drawn.append(text, done, at + tets.size() - 1 - done);
        done = end + 1;
    }
    return drawn.append(text, done);
}

void write_topology(const std::filesystem::path& path, std::span<const Body> bodies, const SewnPairs& sewn,
                    std::span<const JointMark> joints) {
    replace_file(path, topology_text(bodies, sewn, joints));
}

std::vector<JointMark> read_joint_marks(const std::filesystem::path& path, int points) {
    const std::string text = read_whole_file(path);
    try {
        std::vector<JointMark> joints;
        const TopologyOutline outline(text);
        if (!outline.tree().contains("joints")) return joints;
        for (const auto& each : outline.tree().at("joints")) {
            JointMark& joint = joints.emplace_back(JointMark{each.at("name"), each.at("type")});
            require_one_line(joint.name, "a joint's name");
            for (const auto& place : each.at("dots")) joint.dots.push_back(read_place(place, points));
            for (const auto& ends : each.at("lines"))
                joint.lines.push_back({read_place(ends.at(0), points), read_place(ends.at(1), points)});
        }
        return joints;
    } catch (const std::exception& error) {
        throw Error(path.string() + " is damaged: " + error.what());
    }
}

SewnPairs read_sewn_pairs(const std::filesystem::path& path, int points) {
    const std::string text = read_whole_file(path);
    try {
        const TopologyOutline outline(text);
        Body all;
        all.point_count = points;
        if (!outline.tree().contains("sewn")) return {};
        return SewnPairs(read_tuples<2>(outline, outline.tree().at("sewn"), all, "the sewn pairs"));
    } catch (const std::exception& error) {
        throw Error(path.string() + " is damaged: " + error.what());
    }
}

std::vector<Body> read_topology(const std::filesystem::path& path) {
    const std::string text = read_whole_file(path);
    try {
        std::vector<Body> bodies;
        const TopologyOutline outline(text);
        std::int64_t points = 0;
        for (const auto& body : outline.tree().at("bodies")) {
            bodies.push_back(read_body(outline, body, points));
            points += bodies.back().point_count;
        }
        return bodies;
    } catch (const std::exception& error) {
        throw Error(path.string() + " is damaged: " + error.what());
    }
}

std::vector<Body> read_bodies(const RunDirectory& run) {
    std::vector<Body> bodies = read_topology(run.topology());
    const std::uint64_t points =
        bodies.empty() ? 0 : static_cast<std::uint64_t>(bodies.back().first_point + bodies.back().point_count);
    const FrameReader frames(run.positions());
    if (frames.points() != points)
        throw Error(fmt::format("{} has {} points, but {} has {}: they do not belong together", run.topology().string(),
                                points, run.positions().string(), frames.points()));
    return bodies;
}

}  // namespace talweg
