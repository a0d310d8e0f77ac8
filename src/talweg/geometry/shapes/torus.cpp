#include "talweg/geometry/shapes/torus.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/shapes/disc.hpp"
#include "talweg/geometry/shapes/require.hpp"
#include "talweg/geometry/shapes/sweep.hpp"

namespace talweg {

Mesh make_torus(double radius, double tube_radius, int segments, int rings) {
    shapes::require_length("torus", "radius", radius);
    shapes::require_length("torus", "tube_radius", tube_radius);
    shapes::require_count("torus", "segments", segments, 3);
    shapes::require_count("torus", "rings", rings, 1);
    shapes::require_size("torus", {rings, rings, 18, segments});
    if (!(tube_radius < radius)) throw Error("torus: tube_radius must be smaller than radius");
    const Mesh disc = make_disc(tube_radius, rings);
    Mesh mesh = shapes::sweep(disc, segments, true, [&](int layer, const Vec3& p) {
        const double angle = 2.0 * std::numbers::pi * layer / segments, r = radius + p[0];
        return Vec3{r * std::cos(angle), p[1], r * std::sin(angle)};
    });
    for (int layer = 0; layer < segments; ++layer)
        for (const int p : disc.point_groups.at("rim"))
            mesh.point_groups["surface"].push_back(layer * int(disc.points.size()) + p);
    return mesh;
}

}  // namespace talweg
