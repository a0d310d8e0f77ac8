#include "talweg/geometry/read/npy.hpp"

#include <charconv>
#include <limits>

#include "talweg/geometry/read/raw_value.hpp"

namespace talweg::read {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// What follows `key` in the dictionary; empty if it is not there.
std::string_view after(std::string_view dictionary, std::string_view key) {
    std::size_t at = dictionary.find(key);
    if (at == dictionary.npos) return {};
    at = dictionary.find_first_not_of(" :", at + key.size());
    return at == dictionary.npos ? std::string_view() : dictionary.substr(at);
}

/// "(3, 4, )" as numbers; false if it is anything else.
bool parse_shape(std::string_view text, std::vector<std::uint64_t>& shape) {
    if (!text.starts_with('(')) return false;
    const std::size_t end = text.find(')');
    if (end == text.npos) return false;
    text = text.substr(1, end - 1);
    for (std::size_t at = text.find_first_not_of(" ,"); at != text.npos; at = text.find_first_not_of(" ,", at)) {
        std::uint64_t value = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
        if (error != std::errc()) return false;
        shape.push_back(value);
        at = static_cast<std::size_t>(stop - text.data());
    }
    return true;
}

template <class T>
void append(std::vector<double>& values, std::string_view bytes, bool swapped) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T))
        values.push_back(static_cast<double>(raw_value<T>(bytes.data() + at, swapped)));
}

}  // namespace

std::uint64_t NpyHeader::count() const {
    std::uint64_t product = 1;
    for (const std::uint64_t length : shape) {
        if (length != 0 && product > std::numeric_limits<std::uint64_t>::max() / 16 / length)
            return std::numeric_limits<std::uint64_t>::max() / 16;
        product *= length;
    }
    return product;
}

NpyHeader parse_npy_header(const Source& source, const std::string& name, std::string_view bytes) {
    const auto fail = [&](const std::string& message) { source.fail("array \"" + name + "\" " + message); };
    if (!bytes.starts_with(magic) || bytes.size() < 12) fail("is not in NumPy's format; save it with numpy.save");
    const bool wide = bytes[6] > 1;  // from version 2 on the length has four bytes
    const std::size_t length =
        wide ? raw_value<std::uint32_t>(bytes.data() + 8, false) : raw_value<std::uint16_t>(bytes.data() + 8, false);
    NpyHeader header;
    header.data = (wide ? 12 : 10) + length;
    if (header.data > bytes.size()) fail("is cut off; save it again");
    const std::string_view dictionary = bytes.substr(wide ? 12 : 10, length);
    const std::string_view type = after(dictionary, "'descr'");
    const std::size_t quote = type.size() > 4 && type[0] == '\'' ? type.find('\'', 1) : type.npos;
    if (quote == type.npos || quote != 4 || std::string_view("fiu").find(type[2]) == type.npos ||
        std::string_view("1248").find(type[3]) == type.npos || (type[2] == 'f' && type[3] < '4'))
        fail("does not hold numbers of a usual type; convert it with astype(float)");
    header.kind = type[2];
    header.size = static_cast<std::size_t>(type[3] - '0');
    header.swapped = type[1] == '>';
    if (!after(dictionary, "'fortran_order'").starts_with("False"))
        fail("is in Fortran's order; save numpy.ascontiguousarray of it");
    if (!parse_shape(after(dictionary, "'shape'"), header.shape)) fail("has a damaged header; save it again");
    return header;
}

NpyArray parse_npy(const Source& source, const std::string& name, std::string_view bytes) {
    const NpyHeader header = parse_npy_header(source, name, bytes);
    bytes = bytes.substr(header.data);
    if (header.count() * header.size > bytes.size()) source.fail("array \"" + name + "\" is cut off; save it again");
    bytes = bytes.substr(0, header.count() * header.size);
    NpyArray array{header.shape, {}};
    array.values.reserve(header.count());
    const auto read = [&]<class T>(T) { append<T>(array.values, bytes, header.swapped); };
    switch (header.size) {
        case 8:
            header.kind == 'f' ? read(double{}) : header.kind == 'i' ? read(std::int64_t{}) : read(std::uint64_t{});
            break;
        case 4:
            header.kind == 'f' ? read(float{}) : header.kind == 'i' ? read(std::int32_t{}) : read(std::uint32_t{});
            break;
        case 2:
            header.kind == 'i' ? read(std::int16_t{}) : read(std::uint16_t{});
            break;
        default:
            header.kind == 'i' ? read(std::int8_t{}) : read(std::uint8_t{});
    }
    return array;
}

}  // namespace talweg::read
