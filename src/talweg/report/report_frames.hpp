/// Frames made small for the report page: 16 bits per coordinate, predicted from the two frames before, compressed.
///
/// Within the box of its body a coordinate is  q = round((x − low)/step),  step = (high − low)/65535. Stored is what is
/// left of q after predicting that every point moves on evenly,
///     r = q(f) − (2 q(f−1) − q(f−2))  mod 2¹⁶,   folded to 2r for r ≥ 0 and −2r − 1 below,
/// first the low bytes of all x, then y, then z of a frame, then the high bytes: bytes that resemble each other stand
/// together. The reader is web/src/data/quantised_frames.ts.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "talweg/model/model.hpp"
#include "talweg/record/frames.hpp"

namespace talweg {

/// The range of a body's points over a run, in 65535 steps per axis.
struct QuantisedBox {
    Vec3 low, step;
};

/// One box per body over all frames of the run; coordinates that are not finite do not count.
std::vector<QuantisedBox> quantised_boxes(const FrameReader& frames, std::span<const Body> bodies);

/// The given frames as one zlib stream; nothing if it would be larger than `limit` bytes.
struct PackedFrames {
    std::optional<std::string> stream;
    std::size_t frames_within_limit;  // how many of them fitted
};
PackedFrames pack_frames(const FrameReader& frames, std::span<const Body> bodies, std::span<const QuantisedBox> boxes,
                         std::span<const std::uint64_t> chosen, std::size_t limit);

}  // namespace talweg
