/// The two arrays everything is made of: places in space, and unknowns. Both are lists of 3-vectors.
#pragma once
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

using Positions = std::vector<Vec3>;  // one per point: x
using Nodes = std::vector<Vec3>;      // one per node: c

}  // namespace talweg
