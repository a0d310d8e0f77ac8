/// NumPy's array file, any version: real and whole numbers of either byte order, as doubles.
/// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

/// What stands before the numbers.
struct NpyHeader {
    char kind = 'f';       // f real, i whole, u whole and not negative
    std::size_t size = 8;  // bytes of a number
    bool swapped = false;  // big-endian
    std::vector<std::uint64_t> shape;
    std::size_t data = 0;  // where the numbers start

    std::uint64_t count() const;  // of numbers
};

struct NpyArray {
    std::vector<std::uint64_t> shape;
    std::vector<double> values;  // the last index runs fastest
};

/// `bytes` may end after the header. Throws Error that names the source and `name`, the array.
NpyHeader parse_npy_header(const Source& source, const std::string& name, std::string_view bytes);
NpyArray parse_npy(const Source& source, const std::string& name, std::string_view bytes);

}  // namespace talweg::read
