/// The smallest axis-aligned box around points.
#pragma once
#include <limits>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// Empty until it includes a point: min > max.
struct Box {
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    Vec3 min{infinity, infinity, infinity};
    Vec3 max{-infinity, -infinity, -infinity};

    bool empty() const { return !(min[0] <= max[0]); }
    Vec3 center() const { return (min + max) * 0.5; }
    Vec3 size() const { return max - min; }
    double diagonal() const { return empty() ? 0.0 : norm(size()); }

    void include(const Vec3& p) {
        for (int a = 0; a < 3; ++a) {
            min[a] = p[a] < min[a] ? p[a] : min[a];
            max[a] = p[a] > max[a] ? p[a] : max[a];
        }
    }
    void include(const Box& other) {
        include(other.min);
        include(other.max);
    }
};

inline Box bounding_box(const std::vector<Vec3>& points) {
    Box box;
    for (const Vec3& p : points) box.include(p);
    return box;
}

}  // namespace talweg
