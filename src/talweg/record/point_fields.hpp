/// Recorded fields of elements, carried to the points: what pictures colour by and exports attach to vertices.
///
/// A point takes the mean of the elements around it, a point that rides in an element the mean of its corners by their
/// weights, a point of no solid 0. A field of several components becomes several: name_1, name_2…
#pragma once
#include <span>
#include <string>
#include <vector>

#include "talweg/model/model.hpp"
#include "talweg/record/recorded_fields.hpp"

namespace talweg {

class PointFields {
public:
    /// Opens what the run has recorded; without any fields it is empty.
    PointFields(const RunDirectory& run, std::span<const Body> bodies);

    struct Field {
        std::string name, unit;
        std::size_t file, component, components;
    };
    const std::vector<Field>& fields() const { return fields_; }
    /// Frames that every field has.
    std::uint64_t frames() const { return recorded_.frames(); }
    /// One number per point of the run.
    std::vector<double> read(const Field& field, std::uint64_t frame) const;

private:
    struct Mean {  // of elements around a point
        std::vector<int> offsets, elements;
    };
    struct Rider {
        int point;
        std::vector<RecordedFields::Corner> corners;  // points of the run
    };
    RecordedFields recorded_;
    std::vector<Field> fields_;
    Mean around_;
    std::vector<Rider> riders_;
};

}  // namespace talweg
