/// Closed surfaces without their shortest edges.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Points and triangles of a closed surface after edges shorter than `length` were collapsed into their middles,
/// shortest first, where that keeps the surface manifold and turns no triangle by more than 60°.
Mesh without_short_edges(const Mesh& mesh, double length);

}  // namespace talweg
