/// NumPy's array file, format 1.0, for float64 arrays in C order of shape (frames, points, components), or (frames,
/// points) where each has one number.
///
/// The file starts with a 128-byte header: magic, version, header length, then a Python dictionary padded with blanks.
/// The number of frames stands right-aligned in eight characters at byte 64. A growing file is therefore published by
/// one aligned write of eight bytes: a reader meets the old number or the new one. (Rewriting the whole header could be
/// seen half done.) Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace talweg {

constexpr std::size_t npy_header_size = 128;
constexpr std::size_t npy_count_offset = 64;
constexpr std::size_t npy_count_width = 8;
constexpr std::uint64_t npy_largest_frame_count = 99'999'999;

struct NpyShape {
    std::uint64_t frames = 0, points = 0, components = 3;

    std::uint64_t width() const { return points * components; }  // numbers per frame
};

/// The text that stands for the number of frames; throws above `npy_largest_frame_count`.
std::array<char, npy_count_width> npy_frame_count(std::uint64_t frames);

/// The complete header.
std::array<char, npy_header_size> npy_header(const NpyShape& shape);

/// Reads a header written by `npy_header`; `name` is the file's name for error messages.
NpyShape parse_npy_header(std::span<const char> bytes, const std::string& name);

}  // namespace talweg
