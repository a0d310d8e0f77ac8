/// Remembers the highest point that elements name, for formats where elements may stand before the points.
#pragma once
#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {

struct HighestIndex {
    int index = -1;
    std::size_t position = 0;

    void see(int named, std::size_t at) {
        if (named > index) index = named, position = at;
    }
    /// `first` is the number the format gives to its first point.
    void require_below(std::size_t count, int first, const Scanner& scanner) const {
        if (index >= 0 && std::size_t(index) >= count)
            scanner.fail_at(position, "point " + std::to_string(std::int64_t(index) + first) +
                                          " is named, but the file has only " + std::to_string(count) +
                                          ", counted from " + std::to_string(first));
    }
};

}  // namespace talweg::read
