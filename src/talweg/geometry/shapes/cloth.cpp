#include "talweg/geometry/shapes/cloth.hpp"

#include "talweg/geometry/shapes/sheet.hpp"

namespace talweg {

Mesh make_cloth(const Vec2& size, std::array<int, 2> cells) {
    shapes::require_sheet("cloth", size, cells);
    const shapes::Sheet sheet{cells};

    Mesh mesh;
    mesh.dimension = 2;
    mesh.points = sheet.points(size, 0, 2);
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
    mesh.point_groups = sheet.sides("left", "right", "back", "front");
    return mesh;
}

}  // namespace talweg
