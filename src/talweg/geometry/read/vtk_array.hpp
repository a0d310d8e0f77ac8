/// One DataArray of an XML VTK file: text, or raw bytes in base64 or appended at the end of the file, perhaps in
/// zlib-compressed blocks.
#pragma once
#include <vector>

#include "talweg/geometry/read/xml.hpp"

namespace talweg::read {

/// How the whole file encodes its raw arrays.
struct VtkEncoding {
    bool swapped = false;        // against this machine's byte order
    std::size_t size_bytes = 4;  // of the numbers in front of each array: 4 or 8
    bool compressed = false;     // zlib
    bool appended_base64 = false;
    std::string_view appended;  // what follows the underscore of AppendedData
};

struct VtkArray {
    XmlTag tag;
    std::string_view text;  // of the element, for the formats that keep it there

    /// The values as numbers, in the order of the file. Throws Error at the array's line.
    std::vector<double> values(const VtkEncoding& encoding, const Source& source) const;
};

}  // namespace talweg::read
