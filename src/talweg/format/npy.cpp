#include "talweg/format/npy.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

// Bytes 0 to 63: magic, version 1.0, little-endian length 118 of what follows byte 10, the start of the dictionary.
constexpr std::string_view before_count{
    "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (   ", npy_count_offset};

std::uint64_t parse_count(std::string_view text, std::size_t& position) {
    std::uint64_t value = 0;
    position = std::min(text.find_first_not_of(' ', position), text.size());
    const auto [end, error] = std::from_chars(text.data() + position, text.data() + text.size(), value);
    position = error == std::errc() ? static_cast<std::size_t>(end - text.data()) : std::string_view::npos;
    return value;
}

}  // namespace

std::array<char, npy_count_width> npy_frame_count(std::uint64_t frames) {
    if (frames > npy_largest_frame_count)
        throw Error("a recording holds at most 99999999 frames; record fewer with time.steps_per_frame");
    std::array<char, npy_count_width> text;
    text.fill(' ');
    const std::string digits = std::to_string(frames);
    std::copy(digits.begin(), digits.end(), text.end() - static_cast<std::ptrdiff_t>(digits.size()));
    return text;
}

std::array<char, npy_header_size> npy_header(const NpyShape& shape) {
    std::array<char, npy_header_size> header;
    header.fill(' ');
    auto end = std::copy(before_count.begin(), before_count.end(), header.begin());
    const auto count = npy_frame_count(shape.frames);
    end = std::copy(count.begin(), count.end(), end);
    std::string after = ", " + std::to_string(shape.points);
    if (shape.components > 1) after += ", " + std::to_string(shape.components);
    after += "), }";
    std::copy(after.begin(), after.end(), end);
    header.back() = '\n';
    return header;
}

NpyShape parse_npy_header(std::span<const char> bytes, const std::string& name) {
    const std::string_view text(bytes.data(), bytes.size());
    const auto refuse = [&name] {
        return Error(name + " is not a recording of talweg (float64, frames × points × components)");
    };
    if (text.size() < npy_header_size || text.substr(0, before_count.size()) != before_count) throw refuse();
    NpyShape shape;
    std::size_t position = npy_count_offset;
    shape.frames = parse_count(text, position);
    if (position == std::string_view::npos || text[position] != ',') throw refuse();
    shape.points = parse_count(text, ++position);
    shape.components = 1;
    if (position != std::string_view::npos && text[position] == ',') shape.components = parse_count(text, ++position);
    if (position == std::string_view::npos || text.substr(position, 4) != "), }") throw refuse();
    constexpr std::uint64_t most = std::uint64_t{1} << 40;  // products of these are still numbers
    if (shape.points > most || shape.components > 1000 || shape.frames > most) throw refuse();
    if (shape.width() > 0 && shape.frames > ((std::uint64_t{1} << 61) - 4096) / shape.width()) throw refuse();
    return shape;
}

}  // namespace talweg
