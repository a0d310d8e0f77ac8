/// STL, text or binary. Corners at exactly the same place become one point, numbered by first appearance; facets that
/// thereby lose a corner have no area and are dropped. Named solids of text files become point groups.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_stl(const Source& source);

}  // namespace talweg::read
