#include "talweg/geometry/shapes/disc.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

Mesh make_disc(double radius, int rings) {
    shapes::require_length("disc", "radius", radius);
    shapes::require_count("disc", "rings", rings, 1);
    shapes::require_size("disc", {rings, rings, 6});
    const auto first_of = [](int ring) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1); };
    const auto count_of = [](int ring) { return ring == 0 ? 1 : 6 * ring; };

    Mesh mesh;
    for (int ring = 0; ring <= rings; ++ring)
        for (int j = 0; j < count_of(ring); ++j) {
            const double r = radius * ring / rings, angle = 2.0 * std::numbers::pi * j / count_of(ring);
            mesh.points.push_back({r * std::cos(angle), r * std::sin(angle), 0.0});
        }
    for (int ring = 1; ring <= rings; ++ring)
        for (int sector = 0; sector < 6; ++sector) {
            const auto outer = [&](int i) { return first_of(ring) + (sector * ring + i) % count_of(ring); };
            const auto inner = [&](int i) {
                return first_of(ring - 1) + (sector * (ring - 1) + i) % count_of(ring - 1);
            };
            for (int i = 0; i < ring; ++i) mesh.triangles.push_back({outer(i), outer(i + 1), inner(i)});
            for (int i = 0; i + 1 < ring; ++i) mesh.triangles.push_back({inner(i), outer(i + 1), inner(i + 1)});
        }
    complete_sheet(mesh);
    mesh.point_groups["center"] = {0};
    for (int j = 0; j < count_of(rings); ++j) mesh.point_groups["rim"].push_back(first_of(rings) + j);
    return mesh;
}

}  // namespace talweg
