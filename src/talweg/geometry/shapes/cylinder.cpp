#include "talweg/geometry/shapes/cylinder.hpp"

#include "talweg/geometry/shapes/disc.hpp"
#include "talweg/geometry/shapes/require.hpp"
#include "talweg/geometry/shapes/sweep.hpp"

namespace talweg {

Mesh make_cylinder(double radius, double height, int rings, int layers) {
    shapes::require_length("cylinder", "radius", radius);
    shapes::require_length("cylinder", "height", height);
    shapes::require_count("cylinder", "rings", rings, 1);
    shapes::require_count("cylinder", "layers", layers, 1);
    shapes::require_size("cylinder", {rings, rings, 18, layers});
    const Mesh disc = make_disc(radius, rings);
    Mesh mesh = shapes::sweep(disc, layers, false, [&](int layer, const Vec3& p) {
        return Vec3{p[0], -height / 2 + layer * (height / layers), -p[1]};
    });
    const int per_layer = int(disc.points.size());
    for (int layer = 0; layer <= layers; ++layer)
        for (const int p : disc.point_groups.at("rim")) mesh.point_groups["side"].push_back(layer * per_layer + p);
    for (int p = 0; p < per_layer; ++p) {
        mesh.point_groups["bottom"].push_back(p);
        mesh.point_groups["top"].push_back(layers * per_layer + p);
    }
    return mesh;
}

}  // namespace talweg
