#include "talweg/geometry/shapes/sheet.hpp"

#include "talweg/geometry/shapes/require.hpp"

namespace talweg::shapes {

std::vector<Vec3> Sheet::points(const Vec2& size, int u, int v) const {
    const double step_u = size[0] / cells[0], step_v = size[1] / cells[1];
    std::vector<Vec3> points;
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j) {
            Vec3 p = Vec3::zero();
            p[u] = -size[0] / 2 + i * step_u;
            p[v] = -size[1] / 2 + j * step_v;
            points.push_back(p);
        }
    return points;
}

std::vector<std::array<int, 2>> Sheet::straight_edges(int stride) const {
    std::vector<std::array<int, 2>> edges;
    for (int i = 0; i + stride <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j) edges.push_back({point(i, j), point(i + stride, j)});
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j + stride <= cells[1]; ++j) edges.push_back({point(i, j), point(i, j + stride)});
    return edges;
}

std::vector<std::array<int, 2>> Sheet::diagonal_edges() const {
    std::vector<std::array<int, 2>> edges;
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j) {
            edges.push_back({point(i, j), point(i + 1, j + 1)});
            edges.push_back({point(i + 1, j), point(i, j + 1)});
        }
    return edges;
}

std::vector<std::array<int, 4>> Sheet::quads() const {
    std::vector<std::array<int, 4>> quads;
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j)
            quads.push_back({point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)});
    return quads;
}

std::map<std::string, std::vector<int>> Sheet::sides(const char* first_i, const char* last_i, const char* first_j,
                                                     const char* last_j) const {
    std::map<std::string, std::vector<int>> groups;
    for (int j = 0; j <= cells[1]; ++j) {
        groups[first_i].push_back(point(0, j));
        groups[last_i].push_back(point(cells[0], j));
    }
    for (int i = 0; i <= cells[0]; ++i) {
        groups[first_j].push_back(point(i, 0));
        groups[last_j].push_back(point(i, cells[1]));
    }
    groups["corners"] = {point(0, 0), point(0, cells[1]), point(cells[0], 0), point(cells[0], cells[1])};
    return groups;
}

void require_sheet(const std::string& shape, const Vec2& size, std::array<int, 2> cells) {
    require_length(shape, "size[0]", size[0]);
    require_length(shape, "size[1]", size[1]);
    require_count(shape, "cells[0]", cells[0], 1);
    require_count(shape, "cells[1]", cells[1], 1);
    // Two structural, two shear and two bending edges per cell are the longest list.
    require_size(shape, {cells[0], cells[1], 6});
}

}  // namespace talweg::shapes
