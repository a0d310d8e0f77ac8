/// Which closed surfaces have volume in common: parts that only touch, as a head on its handle, have none.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// `first`: the first point of each part; a part's points and triangles stand together. Pairs of parts, in ascending
/// order. Two parts overlap where an edge of one goes through the inside of a triangle of the other, or where places a
/// little below the surface of one – under the middles of up to 200 triangles – lie inside of the other.
std::vector<std::array<int, 2>> overlapping_parts(const Mesh& surfaces, const std::vector<int>& first);

}  // namespace talweg
