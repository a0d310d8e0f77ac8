#include "talweg/record/point_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace talweg {

PointFields::PointFields(const RunDirectory& run, std::span<const Body> bodies)
    : recorded_(read_recorded_fields(run, bodies)), ages_(run), means_(recorded_.shares, bodies) {
    for (std::size_t file = 0; file < recorded_.fields.size(); ++file) {
        const auto& [name, unit, reader] = recorded_.fields[file];
        const std::size_t components = reader->components();
        for (std::size_t c = 0; c < components; ++c)
            fields_.push_back({component_name(name, c, components), unit, file, c, components});
    }
    if (!ages_.empty()) fields_.push_back({"age", "s", recorded_.fields.size(), 0, 1});
    if (!std::filesystem::exists(run.pressures()) || !std::filesystem::exists(run.densities())) return;
    for (const auto& [name, unit, path] :
         {std::tuple{"pressure", "Pa", run.pressures()}, {"density", "kg/m³", run.densities()}}) {
        liquids_.push_back(std::make_unique<FrameReader>(path));
        fields_.push_back({name, unit, recorded_.fields.size() + liquids_.size(), 0, 1});
    }
}

std::uint64_t PointFields::frames() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    if (!recorded_.fields.empty()) least = recorded_.frames();
    if (!ages_.empty()) least = std::min(least, ages_.frames());
    for (const auto& file : liquids_) least = std::min(least, file->frames());
    return fields_.empty() ? 0 : least;
}

void PointFields::refresh() {
    recorded_.refresh();
    ages_.refresh();
    for (const auto& file : liquids_) file->refresh();
}

std::vector<double> PointFields::read(const Field& field, std::uint64_t frame, double elsewhere) const {
    if (field.file == recorded_.fields.size()) {
        std::vector<double> ages = ages_.read(frame);
        for (double& age : ages)
            if (std::isnan(age) || (age < 0.0 && std::isnan(elsewhere))) age = elsewhere;
        return ages;
    }
    if (field.file > recorded_.fields.size()) {
        std::vector<double> values = liquids_[field.file - recorded_.fields.size() - 1]->read_values(frame);
        for (double& value : values)
            if (std::isnan(value)) value = elsewhere;
        return values;
    }
    const std::vector<double> values = recorded_.fields[field.file].file->read_values(frame);
    return means_.at_points(values, field.component, field.components, elsewhere);
}

}  // namespace talweg
