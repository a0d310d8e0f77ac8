#include "talweg/record/point_fields.hpp"

#include <algorithm>
#include <cmath>

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
}

std::uint64_t PointFields::frames() const {
    if (ages_.empty()) return recorded_.frames();
    return recorded_.fields.empty() ? ages_.frames() : std::min(ages_.frames(), recorded_.frames());
}

void PointFields::refresh() {
    recorded_.refresh();
    ages_.refresh();
}

std::vector<double> PointFields::read(const Field& field, std::uint64_t frame, double elsewhere) const {
    if (field.file == recorded_.fields.size()) {
        std::vector<double> ages = ages_.read(frame);
        for (double& age : ages)
            if (std::isnan(age) || (age < 0.0 && std::isnan(elsewhere))) age = elsewhere;
        return ages;
    }
    const std::vector<double> values = recorded_.fields[field.file].file->read_values(frame);
    return means_.at_points(values, field.component, field.components, elsewhere);
}

}  // namespace talweg
