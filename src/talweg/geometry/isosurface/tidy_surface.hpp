/// Makes the triangles of an isosurface alike, and puts its points onto the field's zero.
///
/// Marching leaves small and narrow triangles where the surface passes close to lattice points. Edges that are too
/// short are collapsed where neither topology (the link condition: Dey et al., "Topology Preserving Edge Contraction",
/// 1999) nor any triangle's side changes; then points move to the mean of their neighbours along the surface, and by
/// Newton steps along the gradient back onto it.
#pragma once
#include "talweg/geometry/isosurface/isosurface.hpp"

namespace talweg {

/// `spacing`: what the surface was made with. The field is asked from several threads. Closed surfaces stay closed and
/// of their genus. The same bits on every call.
Mesh tidy_surface(Mesh mesh, const ImplicitSurface& surface, double spacing);

}  // namespace talweg
