#include "talweg/geometry/shapes/rectangle.hpp"

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/sheet.hpp"

namespace talweg {

Mesh make_rectangle(const Vec2& size, std::array<int, 2> cells, Diagonals diagonals) {
    shapes::require_sheet("rectangle", size, cells);
    const shapes::Sheet sheet{cells};
    Mesh mesh;
    mesh.points = sheet.points(size, 0, 1);
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j) {
            const int a = sheet.point(i, j), b = sheet.point(i + 1, j);
            const int c = sheet.point(i + 1, j + 1), d = sheet.point(i, j + 1);
            const bool rising =
                diagonals == Diagonals::rising || (diagonals == Diagonals::alternating && (i + j) % 2 == 0);
            if (diagonals == Diagonals::crossed) {
                const int middle = int(mesh.points.size());
                mesh.points.push_back(0.5 * (mesh.points[a] + mesh.points[c]));
                mesh.triangles.insert(mesh.triangles.end(),
                                      {{a, b, middle}, {b, c, middle}, {c, d, middle}, {d, a, middle}});
            } else if (rising) {
                mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
            } else {
                mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {b, c, d}});
            }
        }
    complete_sheet(mesh);
    mesh.point_groups = sheet.sides("left", "right", "bottom", "top");
    return mesh;
}

}  // namespace talweg
