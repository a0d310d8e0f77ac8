/// The connected parts of a triangulated surface, and which way each faces.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct SurfacePart {
    std::vector<int> triangles;  // ascending
    std::vector<bool> turned;    // beside them: whether a triangle faces against the first one's sense
    bool closed;                 // every edge belongs to two of its triangles
    bool orientable;             // the turns agree all the way round
    bool consistent;             // no triangle is turned
};

/// Triangles are joined where two share an edge; edges of more than two join nothing. In the order of their first
/// triangles.
std::vector<SurfacePart> surface_parts(const std::vector<std::array<int, 3>>& triangles);

/// ∮ x·n dA / 3 of these triangles, m³: positive when they enclose a volume and face outward.
double volume_of(const Mesh& mesh, const std::vector<int>& triangles);

}  // namespace talweg
