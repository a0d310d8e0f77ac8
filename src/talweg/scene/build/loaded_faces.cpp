#include "talweg/scene/build/loaded_faces.hpp"

#include <algorithm>

#include "talweg/geometry/boundary_edges.hpp"
#include "talweg/geometry/measures.hpp"

namespace talweg {

namespace {

template <std::size_t N>
bool all_of(const std::array<int, N>& element, const std::vector<char>& chosen) {
    return std::all_of(element.begin(), element.end(), [&](int i) { return chosen[i] != 0; });
}

std::vector<char> mask_of(const Mesh& mesh, const std::vector<int>& selected) {
    std::vector<char> chosen(mesh.points.size(), 0);
    for (const int i : selected) chosen[i] = 1;
    return chosen;
}

}  // namespace

LoadedTriangles loaded_triangles(const Mesh& mesh, const std::vector<int>& selected) {
    const std::vector<char> chosen = mask_of(mesh, selected);
    LoadedTriangles loaded;
    for (const auto& triangle : mesh.triangles)
        if (all_of(triangle, chosen)) loaded.triangles.push_back(triangle);
    loaded.rim.resize(loaded.triangles.size(), {false, false, false});
    for (const TriangleEdge& edge : boundary_edges(loaded.triangles)) loaded.rim[edge.triangle][edge.corner] = true;
    return loaded;
}

std::vector<LoadedEdge> loaded_edges(const Mesh& mesh, const std::vector<int>& selected) {
    const std::vector<char> chosen = mask_of(mesh, selected);
    std::vector<LoadedEdge> loaded;
    std::vector<char> begun(mesh.points.size(), 0), ended(mesh.points.size(), 0);
    for (const TriangleEdge& edge : boundary_edges(mesh.triangles)) {
        if (!all_of(edge.points, chosen)) continue;
        std::array<int, 2> points = edge.points;
        const auto& t = mesh.triangles[edge.triangle];
        // A triangle that is turned over goes round the other way.
        if (area_vector(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]])[2] < 0.0)
            std::swap(points[0], points[1]);
        loaded.push_back({points, false, false});
        begun[points[0]] = ended[points[1]] = 1;
    }
    for (LoadedEdge& edge : loaded) {
        edge.begins = !ended[edge.points[0]];
        edge.ends = !begun[edge.points[1]];
    }
    return loaded;
}

}  // namespace talweg
