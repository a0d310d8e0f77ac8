#include "talweg/geometry/shapes/cloth.hpp"

#include "talweg/geometry/shapes/sheet.hpp"

namespace talweg {

Mesh make_cloth(const Vec2& size, std::array<int, 2> cells) {
    shapes::require_sheet("cloth", size, cells);
    const shapes::Sheet sheet{cells};
    const double step_x = size[0] / cells[0], step_z = size[1] / cells[1];

    Mesh mesh;
    mesh.dimension = 2;
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j)
            mesh.points.push_back({-size[0] / 2 + i * step_x, 0.0, -size[1] / 2 + j * step_z});
    mesh.quads = sheet.quads();
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j) {
            // Reversed against the quads: x then z turns towards −y.
            const int a = sheet.point(i, j), b = sheet.point(i, j + 1);
            const int c = sheet.point(i + 1, j + 1), d = sheet.point(i + 1, j);
            if ((i + j) % 2 == 0) {
                mesh.triangles.push_back({a, b, c});
                mesh.triangles.push_back({a, c, d});
            } else {
                mesh.triangles.push_back({a, b, d});
                mesh.triangles.push_back({b, c, d});
            }
        }
    mesh.edge_groups["structural"] = sheet.straight_edges(1);
    mesh.edge_groups["shear"] = sheet.diagonal_edges();
    mesh.edge_groups["bending"] = sheet.straight_edges(2);
    mesh.point_groups["left"] = sheet.line_of_i(0);
    mesh.point_groups["right"] = sheet.line_of_i(cells[0]);
    mesh.point_groups["back"] = sheet.line_of_j(0);
    mesh.point_groups["front"] = sheet.line_of_j(cells[1]);
    mesh.point_groups["corners"] = sheet.corners();
    return mesh;
}

}  // namespace talweg
