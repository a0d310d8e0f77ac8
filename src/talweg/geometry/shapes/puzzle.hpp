/// A piece of a jigsaw puzzle: a planar solid with tabs, hollows and necks.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// A square of side `size` with rounded corners in the xy plane, centred at the origin, facing +z, with round tabs to
/// the right and top and hollows of the same form to the left and bottom, so that copies fit together. `cells`:
/// triangle edges along the
/// side (at least 8). Group rim.
Mesh make_puzzle(double size, int cells);

}  // namespace talweg
