/// What is wrong with a mesh, by index: the questions that `check` asks of input and that solids and contact rely on.
#pragma once
#include <limits>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct MeshFaults {
    std::vector<int> inverted_tets;                    // volume ≤ 0
    std::vector<int> sliver_tets;                      // positive, but flatter than `sliver_quality`
    std::vector<int> flat_triangles;                   // no area to speak of
    std::vector<int> unreferenced_points;              // in no element and no edge
    std::vector<std::array<int, 2>> duplicate_points;  // at the same place, both referenced
    std::vector<std::array<int, 2>> border_edges;      // of one triangle only
    std::vector<std::array<int, 2>> branching_edges;   // of more than two triangles
    std::vector<std::array<int, 2>> flipped_edges;     // between two triangles that face opposite ways

    /// Quality 6√2 V / (longest edge)³: 1 for a regular tetrahedron.
    static constexpr double sliver_quality = 1e-3;

    /// The triangles bound a solid: no borders, branches or flips.
    bool closed() const { return border_edges.empty() && branching_edges.empty() && flipped_edges.empty(); }
    bool none() const;
    /// One line per kind of fault, with its count and its first few indices, counted from 0; empty when there is none.
    /// Borders and unreferenced points are listed too, though a sheet may well have them.
    std::string describe() const;
};

/// Points from `first_embedded` on follow the others: being where one of those is, is no fault.
MeshFaults examine_mesh(const Mesh& mesh, int first_embedded = std::numeric_limits<int>::max());

}  // namespace talweg
