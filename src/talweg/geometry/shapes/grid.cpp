#include "talweg/geometry/shapes/grid.hpp"

#include "talweg/geometry/shapes/sheet.hpp"

namespace talweg {

Mesh make_grid(const Vec2& size, std::array<int, 2> cells) {
    shapes::require_sheet("grid", size, cells);
    const shapes::Sheet sheet{cells};

    Mesh mesh;
    mesh.dimension = 2;
    mesh.points = sheet.points(size, 0, 1);
    mesh.quads = sheet.quads();
    for (const auto& [a, b, c, d] : mesh.quads) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    mesh.edge_groups["structural"] = sheet.straight_edges(1);
    mesh.edge_groups["shear"] = sheet.diagonal_edges();
    mesh.point_groups = sheet.sides("left", "right", "bottom", "top");
    return mesh;
}

}  // namespace talweg
