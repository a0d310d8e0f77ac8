/// The header of a PLY file: which elements follow, and which properties each row of them has.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t byte_count(PlyType type);

struct PlyProperty {
    std::string name;
    PlyType type;
    std::optional<PlyType> count_type;  // set: a list, which starts with its length
};

struct PlyElement {
    std::string name;
    std::int64_t count;
    std::vector<PlyProperty> properties;
    std::size_t position;  // of its line in the header, for messages

    /// Place of the property in the row, or −1.
    int find(std::string_view property) const;
    /// The fewest bytes one row can take in the file.
    std::size_t least_bytes(bool binary) const;
};

struct PlyHeader {
    bool binary = false, swapped = false;  // swapped: against this machine's byte order
    std::vector<PlyElement> elements;
};

/// Reads up to and including the end_header line.
PlyHeader read_ply_header(Scanner& scanner);

}  // namespace talweg::read
