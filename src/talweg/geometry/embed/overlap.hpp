/// Whether a triangle and a tetrahedron share a region, only touch, or are apart.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

enum class Overlap { apart, touching, crossing };

/// By the separating axes of the two convex bodies (face normals and products of edges). "Touching" is anything between
/// a gap of `tolerance` and an overlap of `tolerance` (metres).
Overlap overlap(const std::array<Vec3, 3>& triangle, const std::array<Vec3, 4>& tet, double tolerance);

}  // namespace talweg
