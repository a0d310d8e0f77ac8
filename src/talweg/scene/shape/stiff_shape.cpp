#include "talweg/scene/shape/stiff_shape.hpp"

#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/moments.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

void require_closed(const Mesh& surface) {
    MeshFaults faults = examine_mesh(surface);
    if (surface.triangles.empty() || !faults.closed()) {
        MeshFaults open;
        open.border_edges = faults.border_edges;
        open.branching_edges = faults.branching_edges;
        open.flipped_edges = faults.flipped_edges;
        std::string what = open.describe();
        while (!what.empty() && what.back() == '\n') what.pop_back();
        throw Error("a rigid or affine body is the inside of a closed surface; this one " +
                    (what.empty() ? std::string("has no triangles") : "has " + what) + "; close it, or leave it soft");
    }
}

/// Triangles and the points they use, numbered from `first` on.
Mesh surface_of(const Mesh& mesh, int first) {
    std::vector<int> number(mesh.points.size(), -1);
    Mesh surface;
    surface.dimension = 3;
    for (auto triangle : mesh.triangles) {
        for (int& corner : triangle) {
            if (number[corner] < 0) {
                number[corner] = first + static_cast<int>(surface.points.size());
                surface.points.push_back(mesh.points[corner]);
            }
            corner = number[corner];
        }
        surface.triangles.push_back(triangle);
    }
    for (const auto& [name, points] : mesh.point_groups)
        for (const int point : points)
            if (number[point] >= 0) surface.point_groups[name].push_back(number[point]);
    return surface;
}

}  // namespace

BodyShape stiff_shape(const Mesh& mesh) {
    require_closed(mesh);
    const Moments moments = enclosed_moments(mesh);
    if (!(moments.volume > 0.0))
        throw Error("the surface encloses a volume of " + std::to_string(moments.volume) +
                    " m³: it is inside out, or flat; turn its triangles to face outward");
    const std::array<Vec3, 4> carriers = equimomental_points(moments);
    BodyShape shape;
    shape.mesh = surface_of(mesh, 4);
    for (std::size_t i = 0; i < shape.mesh.points.size(); ++i) {
        shape.riding.push_back({0, affine_weights(carriers, shape.mesh.points[i])});
        shape.mesh.point_groups["surface"].push_back(4 + static_cast<int>(i));
    }
    shape.mesh.points.insert(shape.mesh.points.begin(), carriers.begin(), carriers.end());
    shape.mesh.tets = {{0, 1, 2, 3}};
    shape.fill = {moments.volume / signed_volume(carriers[0], carriers[1], carriers[2], carriers[3])};
    return shape;
}

}  // namespace talweg
