/// The fields of elements that a run has recorded, opened to be read: see element_recording.hpp for the files.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

struct RecordedFields {
    struct Field {
        std::string name, unit;
        std::unique_ptr<FrameReader> file;  // `points()` of it are elements
    };
    struct Corner {
        int point;  // counted from the body's first
        double weight;
    };
    struct Share {  // of a body
        std::string body;
        int first_element, element_count;
        int corners;                              // 4: its tets, 3: its triangles
        std::vector<std::vector<Corner>> riders;  // of its last points, one list each
    };
    std::vector<Field> fields;
    std::vector<Share> shares;

    /// Frames that every field has.
    std::uint64_t frames() const;
};

/// Empty when the run has not recorded any.
RecordedFields read_recorded_fields(const RunDirectory& run);

}  // namespace talweg
