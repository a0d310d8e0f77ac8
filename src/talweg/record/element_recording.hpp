/// Fields of elements in a run directory: elements/<field>.npy, frames × elements (× components), float64, and
/// elements/elements.json, which says what the columns are:
///
///     { "fields": [ { "name", "unit", "components" }… ],
///       "bodies": [ { "name", "first_element", "element_count", "corners": 4 or 3,
///                     "riders": [[[point, weight]…]…] }… ] }
///
/// Elements of a body are its tets (corners 4) or triangles (3) in the order of topology.json. Riders are points in no
/// element that follow others, the last points of the body; indices count from the body's first point.
#pragma once
#include <string>
#include <vector>

#include "talweg/model/element_fields.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// Appends the fields that were asked for, frame by frame; does nothing when there are none.
class ElementRecording {
public:
    /// Starts the files; what was there is gone. Throws when the model has no solid.
    static ElementRecording create(const RunDirectory& directory, const Model& model,
                                   const std::vector<std::string>& fields);
    /// Goes on after the first `frames` frames.
    static ElementRecording resume(const RunDirectory& directory, const Model& model,
                                   const std::vector<std::string>& fields, std::uint64_t frames);

    void append(const Positions& x);
    void flush();
    void sync();
    void drop_unpublished();
    std::size_t waiting_bytes() const;

private:
    ElementRecording(const Model& model, const std::vector<std::string>& fields);

    SolidElements elements_;
    std::vector<const ElementField*> fields_;
    std::vector<FrameWriter> writers_;
};

}  // namespace talweg
