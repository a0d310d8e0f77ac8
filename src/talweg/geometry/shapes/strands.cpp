#include "talweg/geometry/shapes/strands.hpp"

#include <cmath>
#include <random>

#include "talweg/geometry/shapes/require.hpp"
#include "talweg/geometry/surface_sampler.hpp"

namespace talweg {

namespace {

double wrapped(double value) { return value - std::floor(value); }

}  // namespace

Mesh make_strands(const Mesh& surface, const Strands& strands) {
    shapes::require_count("strands", "count", strands.count, 1);
    shapes::require_count("strands", "segments", strands.segments, 2);
    shapes::require_size("strands", {strands.count, strands.segments + 1});
    shapes::require_length("strands", "length", strands.length);
    shapes::require_finite("strands", "lean", strands.lean);

    const SurfaceSampler sampler(surface);
    if (!(sampler.area() > 0.0)) throw Error("strands: the surface has no triangles with area for them to grow from");

    std::mt19937 random(static_cast<std::uint32_t>(strands.seed));
    double shift[3];
    for (double& s : shift) s = double(random()) / 4294967296.0;
    Mesh mesh;
    mesh.dimension = 1;
    auto& structural = mesh.edge_groups["structural"];
    auto& bending = mesh.edge_groups["bending"];
    for (int k = 0; k < strands.count; ++k) {
        const auto [root, triangle] =
            sampler.at(wrapped(mirrored_digits(k + 1, 2) + shift[0]), wrapped(mirrored_digits(k + 1, 3) + shift[1]),
                       wrapped(mirrored_digits(k + 1, 5) + shift[2]));
        const auto& [a, b, c] = triangle;
        const Vec3 normal = cross(surface.points[b] - surface.points[a], surface.points[c] - surface.points[a]);
        Vec3 along = normal / norm(normal) + strands.lean;
        if (!(norm(along) > 1e-6)) throw Error("strands: \"lean\" points against a normal; lean them less");
        along = along / norm(along);
        const int first = static_cast<int>(mesh.points.size());
        for (int i = 0; i <= strands.segments; ++i) {
            mesh.points.push_back(root + (strands.length * i / strands.segments) * along);
            if (i > 0) structural.push_back({first + i - 1, first + i});
            if (i > 1) bending.push_back({first + i - 2, first + i});
        }
        mesh.point_groups["roots"].push_back(first);
        mesh.point_groups["roots"].push_back(first + 1);
        mesh.point_groups["tips"].push_back(first + strands.segments);
    }
    return mesh;
}

}  // namespace talweg
