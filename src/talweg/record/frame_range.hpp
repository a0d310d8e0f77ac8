/// A choice of frames as Python writes slices: "7", "10:20", "::5", "-1". The end is left out, negative numbers count
/// from the end.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace talweg {

struct FrameRange {
    std::optional<std::int64_t> begin, end;
    std::int64_t step = 1;
    bool single = false;  // one number, no colon
};

/// Throws on anything else.
FrameRange parse_frame_range(std::string_view text);

/// The frames chosen among 0 … count − 1, in order. A single frame that does not exist throws; a slice is cut to fit.
std::vector<std::uint64_t> select_frames(const FrameRange& range, std::uint64_t count);

/// At most `most` of 0 … count − 1, evenly spread, the first and the last among them.
std::vector<std::uint64_t> spread_frames(std::uint64_t count, std::uint64_t most);

}  // namespace talweg
