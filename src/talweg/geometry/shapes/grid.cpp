#include "talweg/geometry/shapes/grid.hpp"

#include "talweg/geometry/shapes/sheet.hpp"

namespace talweg {

Mesh make_grid(const Vec2& size, std::array<int, 2> cells) {
    shapes::require_sheet("grid", size, cells);
    const shapes::Sheet sheet{cells};
    const double step_x = size[0] / cells[0], step_y = size[1] / cells[1];

    Mesh mesh;
    mesh.dimension = 2;
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j)
            mesh.points.push_back({-size[0] / 2 + i * step_x, -size[1] / 2 + j * step_y, 0.0});
    mesh.quads = sheet.quads();
    for (const auto& [a, b, c, d] : mesh.quads) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    mesh.edge_groups["structural"] = sheet.straight_edges(1);
    mesh.edge_groups["shear"] = sheet.diagonal_edges();
    mesh.point_groups["left"] = sheet.line_of_i(0);
    mesh.point_groups["right"] = sheet.line_of_i(cells[0]);
    mesh.point_groups["bottom"] = sheet.line_of_j(0);
    mesh.point_groups["top"] = sheet.line_of_j(cells[1]);
    mesh.point_groups["corners"] = sheet.corners();
    return mesh;
}

}  // namespace talweg
