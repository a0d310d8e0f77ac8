#include "talweg/geometry/shapes/sphere.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/require.hpp"
#include "talweg/geometry/subdivide_tets.hpp"

namespace talweg {
namespace {

// Twelve corners at distance 1 from point 0 in the middle, and the tets between the middle and each triangle of corners
// that are one edge apart.
Mesh icosahedron() {
    Mesh mesh;
    mesh.points.push_back(Vec3::zero());
    const double g = std::numbers::phi, scale = 1.0 / std::sqrt(1.0 + g * g);
    for (int axis = 0; axis < 3; ++axis)
        for (const double a : {-1.0, 1.0})
            for (const double b : {-g, g}) {
                Vec3 p = Vec3::zero();
                p[axis] = a * scale;
                p[(axis + 1) % 3] = b * scale;
                mesh.points.push_back(p);
            }
    const auto adjacent = [&](int a, int b) { return norm(mesh.points[a] - mesh.points[b]) < 2.1 * scale; };
    for (int a = 1; a <= 12; ++a)
        for (int b = a + 1; b <= 12; ++b)
            for (int c = b + 1; c <= 12; ++c)
                if (adjacent(a, b) && adjacent(b, c) && adjacent(c, a)) mesh.tets.push_back({0, a, b, c});
    return mesh;
}

}  // namespace

Mesh make_sphere(double radius, int divisions) {
    shapes::require_length("sphere", "radius", radius);
    shapes::require_count("sphere", "divisions", divisions, 1);
    shapes::require_size("sphere", {divisions, divisions, divisions, 20});
    const Mesh coarse = icosahedron();
    const Subdivision fine = subdivide_tets(coarse.tets, divisions);
    Mesh mesh;
    mesh.points = interpolate(fine, coarse.points);
    mesh.tets = fine.tets;
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        // The part of a point that does not come from the middle tells its shell.
        int from_middle = 0;
        for (int c = 0; c < 4; ++c)
            if (fine.points[i].points[c] == 0) from_middle += fine.points[i].weights[c];
        const double distance = norm(mesh.points[i]);
        if (from_middle == 0) mesh.point_groups["surface"].push_back(int(i));
        if (distance > 0.0) mesh.points[i] *= radius * (divisions - from_middle) / divisions / distance;
    }
    orient_tets(mesh);
    complete_solid(mesh);
    return mesh;
}

}  // namespace talweg
