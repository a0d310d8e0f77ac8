#include "talweg/geometry/tree/bounding_tree.hpp"

#include <algorithm>

#include "talweg/math/bucket_sort.hpp"

namespace talweg {
namespace {

constexpr int bits_per_axis = 21;

/// The lowest 21 bits, with two zeros put between any two of them.
std::uint64_t spread(std::uint64_t v) {
    v &= (1u << bits_per_axis) - 1;
    v = (v | v << 32) & 0x001f00000000ffff;
    v = (v | v << 16) & 0x001f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    v = (v | v << 2) & 0x1249249249249249;
    return v;
}

struct Place {
    std::uint64_t code;
    int index;
    bool operator<(const Place& other) const { return code != other.code ? code < other.code : index < other.index; }
};

Box bounds_of_centres(std::span<const Box> boxes) {
    struct Bounds : Box {
        Bounds& operator+=(const Bounds& other) {
            include(other);
            return *this;
        }
    };
    return parallel_sum(static_cast<int>(boxes.size()), [&](int begin, int end) {
        Bounds bounds;
        for (int i = begin; i < end; ++i) bounds.include(boxes[i].center());
        return bounds;
    });
}

}  // namespace

void BoundingTree::build(std::span<const Box> boxes) {
    const int count = static_cast<int>(boxes.size());
    const Box bounds = bounds_of_centres(boxes);
    // One scale for all axes: the curve should cut space into cubes, not into slabs.
    const Vec3 extent = count > 0 ? bounds.size() : Vec3::zero();
    const double longest = std::max({extent[0], extent[1], extent[2]});
    const double scale = longest > 0.0 && std::isfinite(longest) ? ((1 << bits_per_axis) - 1) / longest : 0.0;
    std::vector<Place> places(count);
    parallel_pieces(count, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Vec3 centre = (boxes[i].center() - bounds.min) * scale;
            places[i] = {0, i};
            for (int a = 0; a < 3; ++a) {
                const double place = centre[a] >= 0.0 ? centre[a] : 0.0;  // 0 also for what is no number
                places[i].code |= spread(static_cast<std::uint64_t>(place)) << a;
            }
        }
    });
    bucket_sort(places, 3 * bits_per_axis, [](const Place& place) { return place.code; });
    order_.resize(count);
    parallel_nodes(count, [&](int k) { order_[k] = places[k].index; });

    levels_.clear();
    int total = 0;
    for (int nodes = count; nodes > 1 || levels_.empty();) {
        if (count == 0) break;
        nodes = (nodes + width - 1) / width;
        levels_.push_back({total, nodes});
        total += nodes;
    }
    nodes_.resize(total);
    refit(boxes);
}

void BoundingTree::refit(std::span<const Box> boxes) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        const int below = level == 0 ? size() : levels_[level - 1].count;
        const auto surround = [&](int begin, int end) {
            for (int node = begin; node < end; ++node) {
                EightBoxes& children = nodes_[levels_[level].start + node];
                for (int lane = 0; lane < width; ++lane) {
                    const int child = node * width + lane;
                    RoundedBox box;
                    if (child < below)
                        box = level == 0 ? RoundedBox(boxes[order_[child]])
                                         : nodes_[levels_[level - 1].start + child].around();
                    children.set(lane, box);
                }
            }
        };
        constexpr int nodes_at_once = 256;  // of eight boxes each
        parallel_pieces(levels_[level].count, surround, nodes_at_once);
    }
}

}  // namespace talweg
