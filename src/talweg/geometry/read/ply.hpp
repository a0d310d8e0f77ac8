/// Stanford PLY, text or binary of either byte order: vertices, polygons and edges, with the file's own numbering.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_ply(const Source& source);

}  // namespace talweg::read
