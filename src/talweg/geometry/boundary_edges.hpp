/// Where triangles end: the edges that belong to one triangle only.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// An edge from corner k of a triangle to its next corner.
struct TriangleEdge {
    int triangle, corner;
    std::array<int, 2> points;  // in the direction in which the triangle goes round
};

/// In the order of the triangles.
std::vector<TriangleEdge> boundary_edges(const std::vector<std::array<int, 3>>& triangles);

}  // namespace talweg
