#include "talweg/report/report_frames.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/format/deflate.hpp"

namespace talweg {

namespace {

constexpr double largest_word = 65535.0;

std::uint16_t quantise(double x, double low, double step) {
    if (!(step > 0.0) || !std::isfinite(x)) return 0;
    return static_cast<std::uint16_t>(std::clamp(std::round((x - low) / step), 0.0, largest_word));
}

/// All x, then all y, then all z.
void quantise_frame(const std::vector<Vec3>& x, std::span<const Body> bodies, std::span<const QuantisedBox> boxes,
                    std::vector<std::uint16_t>& q) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
        for (int i = bodies[b].first_point; i < bodies[b].first_point + bodies[b].point_count; ++i)
            for (int axis = 0; axis < 3; ++axis)
                q[axis * x.size() + i] = quantise(x[i][axis], boxes[b].low[axis], boxes[b].step[axis]);
}

std::uint16_t folded_residual(std::uint16_t now, std::uint16_t last, std::uint16_t before) {
    const auto r = static_cast<std::uint16_t>(now - 2 * last + before);
    return static_cast<std::uint16_t>(r << 1 ^ (r & 0x8000 ? 0xffff : 0));
}

}  // namespace

std::vector<QuantisedBox> quantised_boxes(const FrameReader& frames, std::span<const Body> bodies) {
    constexpr double none = std::numeric_limits<double>::infinity();
    std::vector<Vec3> low(bodies.size(), {none, none, none}), high(bodies.size(), {-none, -none, -none});
    for (std::uint64_t frame = 0; frame < frames.frames(); ++frame) {
        const std::vector<Vec3> x = frames.read(frame);
        for (std::size_t b = 0; b < bodies.size(); ++b)
            for (int i = bodies[b].first_point; i < bodies[b].first_point + bodies[b].point_count; ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    if (!std::isfinite(x[i][axis])) continue;
                    low[b][axis] = std::min(low[b][axis], x[i][axis]);
                    high[b][axis] = std::max(high[b][axis], x[i][axis]);
                }
    }
    std::vector<QuantisedBox> boxes(bodies.size());
    for (std::size_t b = 0; b < bodies.size(); ++b)
        for (int axis = 0; axis < 3; ++axis) {
            const bool known = low[b][axis] <= high[b][axis];
            boxes[b].low[axis] = known ? low[b][axis] : 0.0;
            boxes[b].step[axis] = known ? high[b][axis] / largest_word - low[b][axis] / largest_word : 0.0;
        }
    return boxes;
}

PackedFrames pack_frames(const FrameReader& frames, std::span<const Body> bodies, std::span<const QuantisedBox> boxes,
                         std::span<const std::uint64_t> chosen, std::size_t limit) {
    const std::size_t width = 3 * frames.points();
    std::vector<std::uint16_t> now(width), last(width), before(width);
    std::vector<unsigned char> bytes(2 * width);
    Deflate stream;
    for (std::size_t f = 0; f < chosen.size(); ++f) {
        quantise_frame(frames.read(chosen[f]), bodies, boxes, now);
        // The first frame is predicted as 0, the second as standing still.
        if (f == 1) before = last;
        for (std::size_t i = 0; i < width; ++i) {
            const std::uint16_t residual = folded_residual(now[i], last[i], before[i]);
            bytes[i] = static_cast<unsigned char>(residual & 0xff);
            bytes[width + i] = static_cast<unsigned char>(residual >> 8);
        }
        stream.append(bytes);
        if (stream.size() > limit) return {std::nullopt, f};
        std::swap(before, last);
        std::swap(last, now);
    }
    std::string packed = stream.finish();
    if (packed.size() > limit) return {std::nullopt, chosen.size() - 1};
    return {std::move(packed), chosen.size()};
}

}  // namespace talweg
