/// Wavefront OBJ: polygons and polylines, with the file's own vertex numbering; names given by g, o and
/// usemtl become point groups.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

/// `looks`: what it says beside the shape, if anybody asks.
Mesh read_obj(const Source& source, MeshLooks* looks = nullptr);

}  // namespace talweg::read
