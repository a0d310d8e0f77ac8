/// A straight rope of equal segments.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Points 0 … segments from `from` to `to`. Edges "structural" (neighbours) and "bending" (every second point).
/// Groups start, end, ends.
Mesh make_rope(const Vec3& from, const Vec3& to, int segments);

}  // namespace talweg
