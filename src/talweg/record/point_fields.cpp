#include "talweg/record/point_fields.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

using nlohmann::json;

template <std::size_t N>
void note(const std::vector<std::array<int, N>>& cells, int first_element, std::vector<std::pair<int, int>>& pairs) {
    for (std::size_t e = 0; e < cells.size(); ++e)
        for (const int point : cells[e]) pairs.emplace_back(point, first_element + static_cast<int>(e));
}

}  // namespace

PointFields::PointFields(const RunDirectory& run, std::span<const Body> bodies) {
    if (!std::filesystem::exists(run.element_description())) return;
    const std::string text = read_whole_file(run.element_description());
    std::vector<std::pair<int, int>> pairs;  // point, element
    int points = 0;
    for (const Body& body : bodies) points = std::max(points, body.first_point + body.point_count);
    try {
        const json description = json::parse(text);
        for (const json& field : description.at("fields")) {
            const std::string name = field.at("name"), unit = field.at("unit");
            const std::size_t components = field.at("components");
            for (std::size_t c = 0; c < components; ++c)
                fields_.push_back(
                    {components == 1 ? name : name + "_" + std::to_string(c + 1), unit, files_.size(), c, components});
            files_.push_back(std::make_unique<FrameReader>(run.element_field(name)));
        }
        for (const json& entry : description.at("bodies")) {
            const auto body = std::ranges::find(bodies, entry.at("name").get<std::string>(), &Body::name);
            if (body == bodies.end()) throw Error(run.element_description().string() + " names an unknown body");
            const int first = entry.at("first_element");
            if (entry.at("corners") == 4)
                note(body->tets, first, pairs);
            else
                note(body->triangles, first, pairs);
            int point = body->first_point + body->point_count - static_cast<int>(entry.at("riders").size());
            for (const json& corners : entry.at("riders")) {
                Rider rider{point++, {}};
                for (const json& corner : corners)
                    rider.corners.push_back({body->first_point + corner.at(0).get<int>(), corner.at(1)});
                riders_.push_back(std::move(rider));
            }
        }
    } catch (const json::exception& error) {
        throw Error(run.element_description().string() + " is damaged: " + error.what());
    }
    std::sort(pairs.begin(), pairs.end());
    around_.offsets.assign(points + 1, 0);
    for (const auto& [point, element] : pairs) {
        ++around_.offsets[point + 1];
        around_.elements.push_back(element);
    }
    for (int i = 0; i < points; ++i) around_.offsets[i + 1] += around_.offsets[i];
}

std::uint64_t PointFields::frames() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const auto& file : files_) least = std::min(least, file->frames());
    return least;
}

std::vector<double> PointFields::read(const Field& field, std::uint64_t frame) const {
    const std::vector<double> values = files_[field.file]->read_values(frame);
    std::vector<double> at_points(around_.offsets.size() - 1, 0.0);
    for (std::size_t i = 0; i < at_points.size(); ++i) {
        const int begin = around_.offsets[i], end = around_.offsets[i + 1];
        for (int k = begin; k < end; ++k)
            at_points[i] += values[around_.elements[k] * field.components + field.component] / (end - begin);
    }
    for (const Rider& rider : riders_) {
        double sum = 0.0;
        for (const auto& [point, weight] : rider.corners) sum += weight * at_points[point];
        at_points[rider.point] = sum;
    }
    return at_points;
}

}  // namespace talweg
