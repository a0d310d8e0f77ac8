#include "talweg/geometry/shapes/annulus.hpp"

#include <cmath>
#include <numbers>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

Mesh make_annulus(double inner_radius, double outer_radius, std::array<int, 2> cells) {
    shapes::require_length("annulus", "inner_radius", inner_radius);
    shapes::require_length("annulus", "outer_radius", outer_radius);
    shapes::require_count("annulus", "cells[0]", cells[0], 1);
    shapes::require_count("annulus", "cells[1]", cells[1], 3);
    shapes::require_size("annulus", {cells[0], cells[1], 6});
    if (!(inner_radius < outer_radius)) throw Error("annulus: inner_radius must be smaller than outer_radius");

    Mesh mesh;
    const auto point = [&](int i, int j) { return i * cells[1] + j % cells[1]; };
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j) {
            const double r = inner_radius + (outer_radius - inner_radius) * i / cells[0];
            const double angle = 2.0 * std::numbers::pi * j / cells[1];
            mesh.points.push_back({r * std::cos(angle), r * std::sin(angle), 0.0});
        }
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j) {
            const int a = point(i, j), b = point(i + 1, j), c = point(i + 1, j + 1), d = point(i, j + 1);
            if ((i + j) % 2 == 0) {
                mesh.triangles.push_back({a, b, c});
                mesh.triangles.push_back({a, c, d});
            } else {
                mesh.triangles.push_back({a, b, d});
                mesh.triangles.push_back({b, c, d});
            }
        }
    complete_sheet(mesh);
    for (int j = 0; j < cells[1]; ++j) {
        mesh.point_groups["inner"].push_back(point(0, j));
        mesh.point_groups["outer"].push_back(point(cells[0], j));
    }
    return mesh;
}

}  // namespace talweg
