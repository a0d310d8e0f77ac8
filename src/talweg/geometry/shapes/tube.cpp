#include "talweg/geometry/shapes/tube.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

Mesh make_tube(double radius, double top_radius, double height, const std::array<int, 2>& cells) {
    const auto [around, along] = cells;
    shapes::require_length("tube", "radius", radius);
    shapes::require_length("tube", "height", height);
    shapes::require_count("tube", "cells around", around, 3);
    shapes::require_count("tube", "cells along", along, 1);
    shapes::require_size("tube", {around, along, 2});
    Mesh mesh;
    const bool pointed = top_radius == 0.0;
    for (int i = 0; i <= along - pointed; ++i) {
        const double up = static_cast<double>(i) / along, r = radius + (top_radius - radius) * up;
        for (int k = 0; k < around; ++k) {
            const double angle = 2.0 * std::numbers::pi * (k + 0.5 * (i % 2)) / around;
            mesh.points.push_back({r * std::cos(angle), height * (up - 0.5), r * std::sin(angle)});
        }
    }
    const auto at = [&](int i, int k) { return i * around + k % around; };
    for (int i = 0; i < along - pointed; ++i)
        for (int k = 0; k < around; ++k)
            if (i % 2 == 0) {  // the ring above is turned on by half an edge
                mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i, k + 1)});
                mesh.triangles.push_back({at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
            } else {
                mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
                mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
            }
    if (pointed) {
        mesh.points.push_back({0.0, 0.5 * height, 0.0});
        for (int k = 0; k < around; ++k)
            mesh.triangles.push_back(
                {at(along - 1, k), static_cast<int>(mesh.points.size()) - 1, at(along - 1, k + 1)});
    }
    const int count = static_cast<int>(mesh.points.size());
    for (int k = 0; k < around; ++k) mesh.point_groups["bottom"].push_back(k);
    for (int k = pointed ? count - 1 : count - around; k < count; ++k) mesh.point_groups["top"].push_back(k);
    complete_sheet(mesh);
    return mesh;
}

}  // namespace talweg
