/// Eight axis-aligned boxes side by side, so that one box is tested against all of them with six comparisons. Boxes
/// are kept in single precision, rounded outward: half the memory to read, and no overlap is lost.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "talweg/geometry/bounding_box.hpp"

namespace talweg {

/// The smallest number of single precision that is not below the given one. Without std::nextafter and without a
/// branch: half of all numbers need the step, and boxes are rounded whenever something has moved.
inline float rounded_up(double value) {
    const float nearest = static_cast<float>(value);
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    const float next = std::bit_cast<float>(nearest > 0.0f ? bits + 1 : bits - 1);
    const float above = nearest == 0.0f ? std::numeric_limits<float>::denorm_min() : next;
    return nearest < value ? above : nearest;
}

/// Empty until it includes another.
struct RoundedBox {
    static constexpr float infinity = std::numeric_limits<float>::infinity();
    std::array<float, 3> low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};

    RoundedBox() = default;
    explicit RoundedBox(const Box& box) {
        for (int a = 0; a < 3; ++a) {
            low[a] = finite(-rounded_up(-box.min[a]));
            high[a] = finite(rounded_up(box.max[a]));
        }
    }
    /// What is beyond the largest float stands there: beyond all numbers there are the lanes that hold no box.
    static float finite(float x) {
        constexpr float most = std::numeric_limits<float>::max();
        return x > most ? most : x < -most ? -most : x;
    }
    void include(const RoundedBox& other) {
        for (int a = 0; a < 3; ++a) {
            low[a] = other.low[a] < low[a] ? other.low[a] : low[a];
            high[a] = other.high[a] > high[a] ? other.high[a] : high[a];
        }
    }
};

struct EightBoxes {
    static constexpr int width = 8;
    alignas(32) float low[3][width];
    alignas(32) float high[3][width];

    void set(int lane, const RoundedBox& box) {
        for (int a = 0; a < 3; ++a) low[a][lane] = box.low[a], high[a][lane] = box.high[a];
    }
    RoundedBox operator[](int lane) const {
        RoundedBox box;
        for (int a = 0; a < 3; ++a) box.low[a] = low[a][lane], box.high[a] = high[a][lane];
        return box;
    }
    RoundedBox around() const {
        RoundedBox box;
        for (int lane = 0; lane < width; ++lane) box.include((*this)[lane]);
        return box;
    }

    /// Bit k: box k and the given one have a point in common. Empty boxes have none.
    std::uint32_t overlaps(const RoundedBox& box) const {
#ifdef __AVX__
        // The compiler's own vectors: the header of all intrinsics is larger than most units.
        using Lanes = float __attribute__((vector_size(32)));
        using Bits = int __attribute__((vector_size(32)));
        Bits all = Bits{} - 1;
        for (int a = 0; a < 3; ++a) {
            const Lanes &lows = *reinterpret_cast<const Lanes*>(low[a]),
                        &highs = *reinterpret_cast<const Lanes*>(high[a]);
            all &= (lows <= box.high[a]) & (highs >= box.low[a]);
        }
        return static_cast<std::uint32_t>(__builtin_ia32_movmskps256((Lanes)all));
#else
        std::uint32_t bits = 0;
        for (int lane = 0; lane < width; ++lane) {
            bool meets = true;
            for (int a = 0; a < 3; ++a) meets = meets & (low[a][lane] <= box.high[a]) & (high[a][lane] >= box.low[a]);
            bits |= std::uint32_t(meets) << lane;
        }
        return bits;
#endif
    }
};

}  // namespace talweg
