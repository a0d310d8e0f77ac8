/// An order of a mesh's points in which neighbours are met near one another, for meshes whose own order jumps about, as
/// that of most files does: what is kept by node in this order lies in lines of the caches that are there already when
/// elements or rows of a matrix are gone through.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// The rank of each of the first `count` points among them, by Cuthill and McKee along the mesh's edges; empty where
/// they are few, or their own order is about as good.
std::vector<int> near_ranks(const Mesh& mesh, int count);

}  // namespace talweg
