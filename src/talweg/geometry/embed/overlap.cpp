#include "talweg/geometry/embed/overlap.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/outer_surface.hpp"

namespace talweg {
namespace {

// How deep the two bodies overlap along an axis, times its length; negative: the gap between them.
double depth(const std::array<Vec3, 3>& triangle, const std::array<Vec3, 4>& tet, const Vec3& axis) {
    double low[2], high[2];
    const auto range = [&](const auto& points, int body) {
        low[body] = high[body] = dot(points[0], axis);
        for (const Vec3& p : points) {
            low[body] = std::min(low[body], dot(p, axis));
            high[body] = std::max(high[body], dot(p, axis));
        }
    };
    range(triangle, 0);
    range(tet, 1);
    return std::min(high[0] - low[1], high[1] - low[0]);
}

}  // namespace

Overlap overlap(const std::array<Vec3, 3>& triangle, const std::array<Vec3, 4>& tet, double tolerance) {
    Overlap result = Overlap::crossing;
    // False once the bodies are known to be apart. Products of nearly parallel edges tell nothing and are left out.
    const auto try_axis = [&](const Vec3& axis, double scale_squared) {
        const double square = norm_squared(axis);
        if (!(square > 1e-20 * scale_squared)) return true;
        const double d = depth(triangle, tet, axis), limit = tolerance * std::sqrt(square);
        if (d < -limit) return false;
        if (d <= limit) result = Overlap::touching;
        return true;
    };
    const std::array<Vec3, 3> edges{triangle[1] - triangle[0], triangle[2] - triangle[1], triangle[0] - triangle[2]};
    const double edge_square = norm_squared(edges[0]);
    // The triangle's plane first: it tells most tets apart.
    if (!try_axis(cross(edges[0], edges[1]), edge_square * edge_square)) return Overlap::apart;
    for (const auto& [a, b, c] : tet_faces)
        if (!try_axis(cross(tet[b] - tet[a], tet[c] - tet[a]), 0.0)) return Overlap::apart;
    for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j)
            for (const Vec3& e : edges) {
                const Vec3 f = tet[j] - tet[i];
                if (!try_axis(cross(e, f), norm_squared(e) * norm_squared(f))) return Overlap::apart;
            }
    return result;
}

}  // namespace talweg
