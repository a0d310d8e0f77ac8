/// Recorded fields of elements, carried to the points, ages of particles, pressure and density of liquids: what
/// pictures colour by and exports attach to vertices. A field of several components becomes several: name_1, name_2…
#pragma once
#include <span>
#include <string>
#include <vector>

#include "talweg/model/model.hpp"
#include "talweg/record/recorded_ages.hpp"
#include "talweg/record/recorded_fields.hpp"

namespace talweg {

class PointFields {
public:
    /// Opens what the run has recorded; without any fields it is empty.
    PointFields(const RunDirectory& run, std::span<const Body> bodies);

    struct Field {
        std::string name, unit;
        std::size_t file, component, components;  // files beyond those of elements: ages, then liquids
    };
    const std::vector<Field>& fields() const { return fields_; }
    /// Whether it was recorded by element.
    bool of_elements(const Field& field) const { return field.file < recorded_.fields.size(); }
    /// Frames that every field has.
    std::uint64_t frames() const;
    /// Looks again how many frames there are.
    void refresh();
    /// One number per point of the run; `elsewhere` where there is none. Ages of particles that are not there are −1,
    /// or NaN where that is `elsewhere`.
    std::vector<double> read(const Field& field, std::uint64_t frame, double elsewhere = 0.0) const;

private:
    RecordedFields recorded_;
    RecordedAges ages_;
    std::vector<std::unique_ptr<FrameReader>> liquids_;  // none, or pressure and density
    std::vector<Field> fields_;
    PointMeans means_;
};

}  // namespace talweg
