/// Fields made small for the report page: one number per point and frame in 16 bits between the smallest and the
/// largest, or 65535 for none; first the low bytes of a frame, then the high ones. The reader is
/// web/src/data/stored_field.ts.
#pragma once
#include "talweg/record/point_fields.hpp"

namespace talweg {

struct PackedField {
    std::string name, unit;
    double low, high;
    std::string stream;  // zlib
};

/// All fields at the given frames; frames that a field lacks repeat its last.
std::vector<PackedField> pack_fields(const PointFields& fields, std::span<const std::uint64_t> chosen);

}  // namespace talweg
