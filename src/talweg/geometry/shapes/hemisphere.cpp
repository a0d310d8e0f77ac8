#include "talweg/geometry/shapes/hemisphere.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/shapes/disc.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

Mesh make_hemisphere(double radius, int rings) {
    shapes::require_length("hemisphere", "radius", radius);
    shapes::require_count("hemisphere", "rings", rings, 1);
    Mesh mesh = make_disc(1.0, rings);
    for (Vec3& p : mesh.points) {
        const double flat = norm(p), angle = 0.5 * std::numbers::pi * flat;
        const double stretch = flat > 0.0 ? std::sin(angle) / flat : 1.0;
        p = radius * Vec3{p[0] * stretch, std::cos(angle), -p[1] * stretch};
    }
    // The rim lies in the plane exactly, whatever the cosine of a right angle rounds to.
    for (const int p : mesh.point_groups.at("rim")) mesh.points[p][1] = 0.0;
    mesh.point_groups["pole"] = mesh.point_groups.at("center");
    mesh.point_groups.erase("center");
    return mesh;
}

}  // namespace talweg
