/// Places on a surface, evenly by area.
#pragma once
#include <algorithm>
#include <cmath>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

class SurfaceSampler {
public:
    /// The surface stays.
    explicit SurfaceSampler(const Mesh& surface) : surface_(surface) {
        for (const auto& [a, b, c] : surface.triangles) {
            const auto& x = surface.points;
            areas_.push_back(area_ += 0.5 * norm(cross(x[b] - x[a], x[c] - x[a])));
        }
    }

    double area() const { return area_; }  // m²

    struct Sample {
        Vec3 place;
        std::array<int, 3> triangle;
    };
    /// Of three numbers from 0 to 1, all equally likely: one chooses the triangle, two the place in it.
    Sample at(double pick, double root, double along) const {
        const auto found = std::upper_bound(areas_.begin(), areas_.end(), area_ * pick) - areas_.begin();
        const auto& triangle = surface_.triangles[std::min<std::size_t>(found, areas_.size() - 1)];
        const auto& x = surface_.points;
        // Evenly in the triangle: by the root of one number, and another.
        const double s = std::sqrt(root);
        return {(1.0 - s) * x[triangle[0]] + (s * (1.0 - along)) * x[triangle[1]] + (s * along) * x[triangle[2]],
                triangle};
    }

private:
    const Mesh& surface_;
    std::vector<double> areas_;  // summed up
    double area_ = 0.0;
};

/// Halton: the digits of i in a base, mirrored at the point.
inline double mirrored_digits(int i, int base) {
    double value = 0.0, place = 1.0 / base;
    for (; i > 0; i /= base, place /= base) value += place * (i % base);
    return value;
}

}  // namespace talweg
