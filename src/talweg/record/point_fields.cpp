#include "talweg/record/point_fields.hpp"

#include <algorithm>
#include <utility>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

template <std::size_t N>
void note(const std::vector<std::array<int, N>>& cells, int first_element, std::vector<std::pair<int, int>>& pairs) {
    for (std::size_t e = 0; e < cells.size(); ++e)
        for (const int point : cells[e]) pairs.emplace_back(point, first_element + static_cast<int>(e));
}

}  // namespace

PointFields::PointFields(const RunDirectory& run, std::span<const Body> bodies) : recorded_(read_recorded_fields(run)) {
    for (std::size_t file = 0; file < recorded_.fields.size(); ++file) {
        const auto& [name, unit, reader] = recorded_.fields[file];
        const std::size_t components = reader->components();
        for (std::size_t c = 0; c < components; ++c)
            fields_.push_back({components == 1 ? name : name + "_" + std::to_string(c + 1), unit, file, c, components});
    }
    std::vector<std::pair<int, int>> pairs;  // point, element
    int points = 0;
    for (const Body& body : bodies) points = std::max(points, body.first_point + body.point_count);
    for (RecordedFields::Share& share : recorded_.shares) {
        const auto body = std::ranges::find(bodies, share.body, &Body::name);
        if (body == bodies.end()) throw Error(run.element_description().string() + " names an unknown body");
        if (share.corners == 4)
            note(body->tets, share.first_element, pairs);
        else
            note(body->triangles, share.first_element, pairs);
        int point = body->first_point + body->point_count - static_cast<int>(share.riders.size());
        for (auto& corners : share.riders) {
            for (auto& corner : corners) corner.point += body->first_point;
            riders_.push_back({point++, std::move(corners)});
        }
    }
    std::sort(pairs.begin(), pairs.end());
    around_.offsets.assign(points + 1, 0);
    for (const auto& [point, element] : pairs) {
        ++around_.offsets[point + 1];
        around_.elements.push_back(element);
    }
    for (int i = 0; i < points; ++i) around_.offsets[i + 1] += around_.offsets[i];
}

std::vector<double> PointFields::read(const Field& field, std::uint64_t frame) const {
    const std::vector<double> values = recorded_.fields[field.file].file->read_values(frame);
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
