#include "talweg/geometry/shapes/cloth.hpp"

#include "talweg/geometry/hinges.hpp"
#include "talweg/geometry/shapes/sheet.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {

namespace {

/// Cells, each cut into two triangles, or into four around its centre.
Mesh make_cells(const Vec2& size, std::array<int, 2> cells, ClothCut cut) {
    const shapes::Sheet sheet{cells};
    Mesh mesh;
    mesh.points = sheet.points(size, 0, 2);
    mesh.edge_groups["structural"] = sheet.straight_edges(1);
    mesh.edge_groups["bending"] = sheet.straight_edges(2);
    if (cut != ClothCut::crossed) {
        mesh.quads = sheet.quads();
        mesh.edge_groups["shear"] = sheet.diagonal_edges();
    }
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j) {
            // Reversed against the quads: x then z turns towards −y.
            const int a = sheet.point(i, j), b = sheet.point(i, j + 1);
            const int c = sheet.point(i + 1, j + 1), d = sheet.point(i + 1, j);
            if (cut == ClothCut::crossed) {
                const int centre = static_cast<int>(mesh.points.size());
                mesh.points.push_back(0.5 * (mesh.points[a] + mesh.points[c]));
                for (const auto& [from, to] : {std::array{a, b}, {b, c}, {c, d}, {d, a}}) {
                    mesh.triangles.push_back({from, to, centre});
                    mesh.edge_groups["shear"].push_back({from, centre});
                }
            } else if (cut == ClothCut::regular || (i + j) % 2 == 0) {
                mesh.triangles.push_back({a, b, c});
                mesh.triangles.push_back({a, c, d});
            } else {
                mesh.triangles.push_back({a, b, d});
                mesh.triangles.push_back({b, c, d});
            }
        }
    mesh.point_groups = sheet.sides("left", "right", "back", "front");
    return mesh;
}

/// Columns of points, those of odd number shifted by half an edge and with a point more, so that borders are straight.
Mesh make_columns(const Vec2& size, std::array<int, 2> cells) {
    Mesh mesh;
    const double edge = size[1] / cells[1];
    std::vector<std::vector<int>> columns(cells[0] + 1);
    for (int i = 0; i <= cells[0]; ++i) {
        const int last = cells[1] + i % 2;
        for (int j = 0; j <= last; ++j) {
            const double z = i % 2 == 0 || j == 0 ? j * edge : std::min((j - 0.5) * edge, size[1]);
            columns[i].push_back(static_cast<int>(mesh.points.size()));
            mesh.points.push_back({-size[0] / 2 + i * (size[0] / cells[0]), 0, -size[1] / 2 + z});
        }
        mesh.point_groups["back"].push_back(columns[i].front());
        mesh.point_groups["front"].push_back(columns[i].back());
    }
    mesh.point_groups["left"] = columns.front();
    mesh.point_groups["right"] = columns.back();
    mesh.point_groups["corners"] = {columns.front().front(), columns.front().back(), columns.back().front(),
                                    columns.back().back()};
    for (int i = 0; i < cells[0]; ++i) {
        const std::vector<int>&left = columns[i], &right = columns[i + 1];
        const bool widening = left.size() < right.size();
        const std::vector<int>&shorter = widening ? left : right, &longer = widening ? right : left;
        // Each edge of the longer column with a point of the shorter one, and the other way round.
        const auto add = [&](int a, int b, int c) {
            mesh.triangles.push_back(widening ? std::array{a, b, c} : std::array{b, a, c});
        };
        for (std::size_t j = 0; j < shorter.size(); ++j) {
            add(longer[j + 1], longer[j], shorter[j]);
            if (j + 1 < shorter.size()) add(shorter[j], shorter[j + 1], longer[j + 1]);
        }
    }
    mesh.edge_groups["structural"] = unique_edges(mesh.triangles);
    mesh.edge_groups["shear"];
    for (const auto& hinge : find_hinges(mesh.triangles))
        mesh.edge_groups["bending"].push_back({std::min(hinge[2], hinge[3]), std::max(hinge[2], hinge[3])});
    return mesh;
}

}  // namespace

Mesh make_cloth(const Vec2& size, std::array<int, 2> cells, ClothCut cut) {
    shapes::require_sheet("cloth", size, cells);
    Mesh mesh = cut == ClothCut::equilateral ? make_columns(size, cells) : make_cells(size, cells, cut);
    mesh.dimension = 2;
    return mesh;
}

}  // namespace talweg
