/// What every shape asks of its parameters, with messages that name the shape.
#pragma once
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "talweg/math/error.hpp"
#include "talweg/math/matrix.hpp"

namespace talweg::shapes {

/// A length that must be positive and finite (metres).
inline void require_length(const std::string& shape, const std::string& name, double value) {
    if (!(value > 0.0) || !std::isfinite(value))
        throw Error(shape + ": " + name + " must be a positive length in metres, got " + std::to_string(value));
}

inline void require_finite(const std::string& shape, const std::string& name, const Vec3& value) {
    for (int a = 0; a < 3; ++a)
        if (!std::isfinite(value[a])) throw Error(shape + ": " + name + " must be three finite numbers in metres");
}

inline void require_count(const std::string& shape, const std::string& name, int value, int least) {
    if (value < least)
        throw Error(shape + ": " + name + " must be at least " + std::to_string(least) + ", got " +
                    std::to_string(value));
}

/// Refuses shapes whose points or elements, given as a product, cannot be numbered by an int.
inline void require_size(const std::string& shape, std::initializer_list<int> factors) {
    constexpr std::int64_t most = 1 << 30;
    std::int64_t product = 1;
    for (const int factor : factors) {
        product *= factor;
        if (product > most)
            throw Error(shape + ": more than " + std::to_string(most) + " points or elements; use fewer cells");
    }
}

}  // namespace talweg::shapes
