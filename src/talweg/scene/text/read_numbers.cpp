#include "talweg/scene/text/read_numbers.hpp"

#include <cmath>

#include "talweg/geometry/read/scanner.hpp"

namespace talweg {

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

/// The text between `before` and `after` in the header of an npy file.
std::string_view between(std::string_view header, std::string_view before, std::string_view after) {
    const std::size_t start = header.find(before);
    if (start == header.npos) return {};
    const std::size_t from = start + before.size(), end = header.find(after, from);
    return end == header.npos ? std::string_view() : header.substr(from, end - from);
}

/// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::vector<double> read_npy(const read::Source& source) {
    read::Scanner scanner(source);
    scanner.begin_binary(false);
    scanner.skip_bytes(npy_magic.size(), "the magic");
    const auto version = scanner.raw<std::uint8_t>("the version");
    scanner.skip_bytes(1, "the version");
    const std::size_t length = version == 1 ? scanner.raw<std::uint16_t>("the length of the header")
                                            : scanner.raw<std::uint32_t>("the length of the header");
    if (length > scanner.left()) scanner.fail("the file ends inside its header; it is cut off");
    const std::string_view header = std::string_view(source.bytes).substr(scanner.position(), length);
    scanner.skip_bytes(length, "the header");
    const std::string_view type = between(header, "'descr': '", "'"), shape = between(header, "'shape': (", ")");
    if (type != "<f8" && type != "<f4") source.fail("must hold float64 or float32; convert it with astype(float)");
    std::int64_t count = 0;
    if (shape.empty() || shape.find(',') + 1 != shape.size() || !read::parse(shape.substr(0, shape.size() - 1), count))
        source.fail("must have one dimension; flatten it with reshape(-1)");
    std::vector<double> numbers(scanner.require_count(count, type == "<f8" ? 8 : 4, "numbers"));
    for (double& number : numbers) {
        number = type == "<f8" ? scanner.raw<double>("a number") : scanner.raw<float>("a number");
        if (!std::isfinite(number)) scanner.fail("a number is infinite or no number at all");
    }
    return numbers;
}

}  // namespace

std::vector<double> read_numbers(const std::filesystem::path& path) {
    const read::Source source = read::load_source(path);
    if (source.bytes.starts_with(npy_magic)) return read_npy(source);
    read::Scanner scanner(source);
    std::vector<double> numbers;
    while (!scanner.at_end()) numbers.push_back(scanner.number("a number"));
    return numbers;
}

}  // namespace talweg
