/// The faces of a body that a load acts on: triangles of its surface, or the outer edges of a planar body.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Triangles of the mesh whose three points are all selected, and which of their edges are the rim of that patch.
struct LoadedTriangles {
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<bool, 3>> rim;  // per triangle: the edge from corner k to the next
};
LoadedTriangles loaded_triangles(const Mesh& mesh, const std::vector<int>& selected);

/// Outer edges of a planar mesh with both points selected, the body to their left, and where stretches of them end.
struct LoadedEdge {
    std::array<int, 2> points;
    bool begins, ends;  // no selected edge comes before, or after
};
std::vector<LoadedEdge> loaded_edges(const Mesh& mesh, const std::vector<int>& selected);

}  // namespace talweg
