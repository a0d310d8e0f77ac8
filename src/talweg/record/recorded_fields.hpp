/// The fields of elements that a run has recorded, opened to be read: see element_recording.hpp for the files.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "talweg/record/frames.hpp"
#include "talweg/record/point_means.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

struct RecordedFields {
    struct Field {
        std::string name, unit;
        std::unique_ptr<FrameReader> file;  // `points()` of it are elements
    };
    std::vector<Field> fields;
    std::vector<ElementShare> shares;

    /// Frames that every field has.
    std::uint64_t frames() const;
    /// Looks again how many there are.
    void refresh();
};

/// Empty when the run has not recorded any. Throws Error when they are not of these bodies.
RecordedFields read_recorded_fields(const RunDirectory& run, std::span<const Body> bodies);

}  // namespace talweg
