#include "talweg/geometry/shapes/beam.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

Mesh make_beam(const Vec3& size, int cells_through, int tets_per_cell) {
    for (int axis = 0; axis < 3; ++axis)
        shapes::require_length("beam", "size[" + std::to_string(axis) + "]", size[axis]);
    shapes::require_count("beam", "cells_through", cells_through, 1);
    const double edge = std::min(size[1], size[2]) / cells_through;
    std::array<int, 3> cells;
    for (int axis = 0; axis < 3; ++axis) {
        const double count = std::max(1.0, std::round(size[axis] / edge));
        if (count > 1e9) throw Error("beam: too many cells along its length; use fewer cells_through");
        cells[axis] = int(count);
    }
    return make_box(size, cells, tets_per_cell);
}

}  // namespace talweg
