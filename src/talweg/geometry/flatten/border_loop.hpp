/// The border of a surface that is like a disc.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// The points of the border in the order in which its triangles pass it: counter-clockwise seen from the front. Throws
/// Error with indices when the surface is not like a disc: closed, in several pieces, with holes or handles, or with
/// edges of more than two triangles or of triangles that face opposite ways.
std::vector<int> border_loop(const Mesh& surface);

}  // namespace talweg
