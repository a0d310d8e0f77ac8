/// What follows from the elements of a mesh: dimension, surface, edges.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Of a mesh with tets: dimension 3, the outer surface as triangles, every edge once as "structural".
void complete_solid(Mesh& mesh);

/// Of a mesh with triangles: dimension 2, every edge once as "structural".
void complete_sheet(Mesh& mesh);

/// Exchanges two corners of every tetrahedron that is inverted at the mesh's points.
void orient_tets(Mesh& mesh);

}  // namespace talweg
