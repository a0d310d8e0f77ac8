#include "talweg/record/frame_range.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

Error refuse(std::string_view text) {
    return Error("--frames " + std::string(text) + ": write one frame (7), or begin:end:step (10:20, ::5, -1)");
}

std::optional<std::int64_t> parse_part(std::string_view part, std::string_view whole) {
    if (part.empty()) return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size()) throw refuse(whole);
    return value;
}

}  // namespace

FrameRange parse_frame_range(std::string_view text) {
    std::vector<std::optional<std::int64_t>> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t colon = std::min(text.find(':', start), text.size());
        parts.push_back(parse_part(text.substr(start, colon - start), text));
        start = colon + 1;
    }
    if (text.empty() || parts.size() > 3) throw refuse(text);
    FrameRange range;
    range.begin = parts[0];
    range.single = parts.size() == 1;
    if (parts.size() > 1) range.end = parts[1];
    if (parts.size() > 2) range.step = parts[2].value_or(1);
    if (range.step < 1) throw refuse(text);
    return range;
}

std::vector<std::uint64_t> select_frames(const FrameRange& range, std::uint64_t count) {
    const auto size = static_cast<std::int64_t>(count);
    const auto from_end = [size](std::int64_t i) { return i < 0 ? i + size : i; };
    if (range.single) {
        const std::int64_t frame = from_end(range.begin.value_or(0));
        if (frame < 0 || frame >= size)
            throw Error("there is no frame " + std::to_string(*range.begin) + ": the run has frames 0 to " +
                        std::to_string(size - 1));
        return {static_cast<std::uint64_t>(frame)};
    }
    const std::int64_t begin = std::clamp<std::int64_t>(from_end(range.begin.value_or(0)), 0, size);
    const std::int64_t end = std::clamp<std::int64_t>(from_end(range.end.value_or(size)), 0, size);
    std::vector<std::uint64_t> frames;
    for (std::int64_t frame = begin; frame < end; frame += range.step)
        frames.push_back(static_cast<std::uint64_t>(frame));
    return frames;
}

std::vector<std::uint64_t> spread_frames(std::uint64_t count, std::uint64_t most) {
    const std::uint64_t chosen = std::min(count, most);
    std::vector<std::uint64_t> frames;
    for (std::uint64_t k = 0; k < chosen; ++k)
        frames.push_back(chosen > 1 ? (k * (count - 1) + (chosen - 1) / 2) / (chosen - 1) : 0);
    return frames;
}

}  // namespace talweg
