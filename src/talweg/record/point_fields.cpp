#include "talweg/record/point_fields.hpp"

namespace talweg {

PointFields::PointFields(const RunDirectory& run, std::span<const Body> bodies)
    : recorded_(read_recorded_fields(run, bodies)), means_(recorded_.shares, bodies) {
    for (std::size_t file = 0; file < recorded_.fields.size(); ++file) {
        const auto& [name, unit, reader] = recorded_.fields[file];
        const std::size_t components = reader->components();
        for (std::size_t c = 0; c < components; ++c)
            fields_.push_back({component_name(name, c, components), unit, file, c, components});
    }
}

std::vector<double> PointFields::read(const Field& field, std::uint64_t frame, double elsewhere) const {
    const std::vector<double> values = recorded_.fields[field.file].file->read_values(frame);
    return means_.at_points(values, field.component, field.components, elsewhere);
}

}  // namespace talweg
