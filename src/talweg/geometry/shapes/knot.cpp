#include "talweg/geometry/shapes/knot.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {
namespace {

Vec3 curve(double t) {
    const double r = 2.0 + std::cos(3.0 * t);
    return Vec3{r * std::cos(2.0 * t), std::sin(3.0 * t), r * std::sin(2.0 * t)} / 3.0;
}

Vec3 tangent(double t) {
    const double r = 2.0 + std::cos(3.0 * t), dr = -3.0 * std::sin(3.0 * t);
    const Vec3 d{dr * std::cos(2.0 * t) - 2.0 * r * std::sin(2.0 * t), 3.0 * std::cos(3.0 * t),
                 dr * std::sin(2.0 * t) + 2.0 * r * std::cos(2.0 * t)};
    return d / norm(d);
}

// The curve winds around a torus: the direction away from the torus's core circle is never along the curve and returns
// to itself, so that the frame closes without a twist to be undone.
Vec3 outward(double t) {
    const double phi = 2.0 * t, theta = 3.0 * t;
    const Vec3 away{std::cos(theta) * std::cos(phi), std::sin(theta), std::cos(theta) * std::sin(phi)};
    const Vec3 along = tangent(t);
    const Vec3 across = away - dot(away, along) * along;
    return across / norm(across);
}

}  // namespace

Mesh make_knot(double radius, double tube_radius, int segments, int sides) {
    shapes::require_length("knot", "radius", radius);
    shapes::require_length("knot", "tube_radius", tube_radius);
    shapes::require_count("knot", "segments", segments, 12);
    shapes::require_count("knot", "sides", sides, 3);
    shapes::require_size("knot", {segments, sides, 6});
    if (!(tube_radius < 0.25 * radius))
        throw Error("knot: tube_radius must be below 0.25 radius, or the tube meets itself");

    Mesh mesh;
    for (int i = 0; i < segments; ++i) {
        const double t = 2.0 * std::numbers::pi * i / segments;
        const Vec3 u = outward(t), v = cross(tangent(t), u);
        for (int j = 0; j < sides; ++j) {
            const double angle = 2.0 * std::numbers::pi * j / sides;
            mesh.points.push_back(radius * curve(t) + tube_radius * (std::cos(angle) * u + std::sin(angle) * v));
        }
    }
    const auto point = [&](int i, int j) { return i % segments * sides + j % sides; };
    for (int i = 0; i < segments; ++i)
        for (int j = 0; j < sides; ++j) {
            const int a = point(i, j), b = point(i, j + 1), c = point(i + 1, j + 1), d = point(i + 1, j);
            mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
        }
    complete_sheet(mesh);
    return mesh;
}

}  // namespace talweg
